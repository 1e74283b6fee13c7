package org.dat4j.guice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.ProvisionException;
import com.google.inject.Stage;
import com.google.inject.name.Names;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatModuleTest {

  /** A program that knows a logical name only. */
  static final class Service {
    private final Ia ia;

    @Inject
    Service(@Named("app0") Ia ia) {
      this.ia = ia;
    }

    String backend() {
      return ia.query().providerAttr().providerName();
    }
  }

  private static Supplier<DatRegistry> registry(String backend) {
    String line = "app0 u1.2 threadsafe default " + backend + " dat4j.0.1 \"\" \"\"\n";
    return () -> DatRegistry.builder().config(line, "test.conf").build();
  }

  private static Ia app0(Injector injector) {
    return injector.getInstance(Key.get(Ia.class, Names.named("app0")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "tcp"})
  void theBackendIsDecidedByTheConfigAlone(String backend) {
    Injector injector = Guice.createInjector(new DatModule(registry(backend), "app0"));
    try (OpenAdapters adapters = injector.getInstance(OpenAdapters.class)) {
      assertEquals(backend, injector.getInstance(Service.class).backend());
      assertSame(app0(injector), adapters.get("app0"));
    }
  }

  @Test
  void anAdapterIsOpenedAtItsFirstInjectionAlsoInProduction() {
    AtomicInteger asked = new AtomicInteger();
    Supplier<DatRegistry> counted =
        () -> {
          asked.incrementAndGet();
          return registry("loopback").get();
        };
    Injector injector =
        Guice.createInjector(Stage.PRODUCTION, new DatModule(counted, "app0", "not-there"));
    assertEquals(0, asked.get(), "registries made before the first use");
    try (OpenAdapters adapters = injector.getInstance(OpenAdapters.class)) {
      assertEquals(0, asked.get(), "registries made before the first open");
      assertSame(app0(injector), app0(injector));
      assertEquals(1, asked.get(), "registries made");
      assertSame(adapters.get("app0"), injector.getInstance(Service.class).ia);
    }
  }

  @Test
  void theOwnersCloseClosesWhatIsOpen() {
    Injector injector = Guice.createInjector(new DatModule(registry("loopback"), "app0"));
    OpenAdapters adapters = injector.getInstance(OpenAdapters.class);
    Ia ia = app0(injector);
    adapters.close();
    adapters.close();
    DatException refused = assertThrows(DatException.class, ia::createPz);
    assertEquals(DatReturn.INVALID_HANDLE, refused.type());
    ProvisionException late = assertThrows(ProvisionException.class, () -> app0(injector));
    assertInstanceOf(IllegalStateException.class, late.getCause());
  }

  @Test
  void anAdapterThatCannotBeOpenedSaysWhy() {
    Injector injector = Guice.createInjector(new DatModule(registry("no-such-backend"), "app0"));
    ProvisionException failed = assertThrows(ProvisionException.class, () -> app0(injector));
    DatException why = assertInstanceOf(DatException.class, failed.getCause());
    assertEquals(DatReturn.PROVIDER_NOT_FOUND, why.type());
  }

  @Test
  void withoutARegistryThatOfTheProcessIsBound() {
    Injector injector = Guice.createInjector(new DatModule());
    assertSame(Dat.registry(), injector.getInstance(DatRegistry.class));
  }
}
