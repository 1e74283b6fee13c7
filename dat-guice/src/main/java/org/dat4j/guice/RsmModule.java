package org.dat4j.guice;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.name.Names;
import jakarta.inject.Provider;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;

/**
 * A Guice module for RSM: binds {@link RsmRegistry}, {@link OpenControllers}, and for each given
 * name {@code @Named(name) RsmController}.
 *
 * <p>A controller is got when it is injected for the first time, also in the production stage;
 * inject {@code Provider<RsmController>} to get it later still. All injections of a name get one
 * handle. It is released by {@link OpenControllers#close()}, which the program that made the
 * injector has to call; programs do not release injected controllers.
 */
public final class RsmModule extends AbstractModule {
  private final Supplier<RsmRegistry> registry;
  private final Set<String> names;
  private RsmRegistry made;

  /**
   * Binds names of the registry of the process.
   *
   * @param names names of controllers, such as {@code shm0}
   */
  public RsmModule(String... names) {
    this(Rsm::registry, names);
  }

  /**
   * Binds names of another registry.
   *
   * @param registry asked once, when the registry is injected for the first time
   * @param names names of controllers, such as {@code shm0}
   */
  public RsmModule(Supplier<RsmRegistry> registry, String... names) {
    this.registry = registry;
    this.names = new TreeSet<>(Set.of(names));
  }

  @Override
  protected void configure() {
    Provider<OpenControllers> controllers = getProvider(OpenControllers.class);
    for (String name : names) {
      bind(RsmController.class)
          .annotatedWith(Names.named(name))
          .toProvider((Provider<RsmController>) () -> controllers.get().get(name));
    }
  }

  /**
   * Makes the registry once; it is no singleton of Guice, whose production stage would search for
   * providers at once.
   */
  @Provides
  synchronized RsmRegistry registry() {
    if (made == null) {
      made = registry.get();
    }
    return made;
  }

  @Provides
  @Singleton
  OpenControllers controllers(Provider<RsmRegistry> source) {
    return new OpenControllers(source);
  }
}
