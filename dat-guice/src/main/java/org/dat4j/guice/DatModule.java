package org.dat4j.guice;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.name.Names;
import jakarta.inject.Provider;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Ia;

/**
 * A Guice module for DAT: binds {@link DatRegistry}, {@link OpenAdapters}, and for each given name
 * {@code @Named(name) Ia}.
 *
 * <p>An adapter is opened when it is injected for the first time, also in the production stage;
 * inject {@code Provider<Ia>} to open it later still. All injections of a name get one instance. It
 * is closed by {@link OpenAdapters#close()}, which the program that made the injector has to call;
 * programs do not close injected adapters. Which backend a name means is decided by the registry
 * alone, so a line of dat.conf changes it.
 */
public final class DatModule extends AbstractModule {
  private final Supplier<DatRegistry> registry;
  private final Set<String> names;
  private DatRegistry made;

  /**
   * Binds names of the registry of the process.
   *
   * @param names names of adapters; they need not be in the registry until they are injected
   */
  public DatModule(String... names) {
    this(Dat::registry, names);
  }

  /**
   * Binds names of another registry.
   *
   * @param registry asked once, when the registry is injected for the first time
   * @param names names of adapters; they need not be in the registry until they are injected
   */
  public DatModule(Supplier<DatRegistry> registry, String... names) {
    this.registry = registry;
    this.names = new TreeSet<>(Set.of(names));
  }

  @Override
  protected void configure() {
    Provider<OpenAdapters> adapters = getProvider(OpenAdapters.class);
    for (String name : names) {
      bind(Ia.class)
          .annotatedWith(Names.named(name))
          .toProvider((Provider<Ia>) () -> adapters.get().get(name));
    }
  }

  /**
   * Makes the registry once; it is no singleton of Guice, whose production stage would read the
   * registry file at once.
   */
  @Provides
  synchronized DatRegistry registry() {
    if (made == null) {
      made = registry.get();
    }
    return made;
  }

  @Provides
  @Singleton
  OpenAdapters adapters(Provider<DatRegistry> source) {
    return new OpenAdapters(source);
  }
}
