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
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

class RsmModuleTest {
  private static final String NAME = "datloopback0";

  /** A program that is given its controller. */
  static final class Service {
    private final RsmController controller;

    @Inject
    Service(@Named(NAME) RsmController controller) {
      this.controller = controller;
    }
  }

  private static RsmController controller(Injector injector, String name) {
    return injector.getInstance(Key.get(RsmController.class, Names.named(name)));
  }

  @Test
  void aControllerIsGotAtItsFirstInjectionAlsoInProduction() {
    AtomicInteger asked = new AtomicInteger();
    RsmModule module =
        new RsmModule(
            () -> {
              asked.incrementAndGet();
              return RsmRegistry.builder().build();
            },
            NAME,
            "not-there");
    Injector injector = Guice.createInjector(Stage.PRODUCTION, module);
    try (OpenControllers controllers = injector.getInstance(OpenControllers.class)) {
      assertEquals(0, asked.get(), "registries made before the first use");
      RsmController got = injector.getInstance(Service.class).controller;
      assertEquals(NAME, got.name());
      assertSame(got, controller(injector, NAME));
      assertSame(got, controllers.get(NAME));
      assertEquals(1, asked.get(), "registries made");
    }
  }

  @Test
  void theOwnersCloseReleasesWhatIsHeld() {
    Injector injector = Guice.createInjector(new RsmModule(NAME));
    OpenControllers controllers = injector.getInstance(OpenControllers.class);
    RsmController got = controller(injector, NAME);
    controllers.close();
    controllers.close();
    RsmException refused = assertThrows(RsmException.class, got::getAttr);
    assertEquals(RsmReturn.BAD_CTLR_HNDL, refused.code());
    ProvisionException late =
        assertThrows(ProvisionException.class, () -> controller(injector, NAME));
    assertInstanceOf(IllegalStateException.class, late.getCause());
  }

  @Test
  void aControllerThatIsNotThereSaysWhy() {
    Injector injector = Guice.createInjector(new RsmModule("not-there"));
    ProvisionException failed =
        assertThrows(ProvisionException.class, () -> controller(injector, "not-there"));
    RsmException why = assertInstanceOf(RsmException.class, failed.getCause());
    assertEquals(RsmReturn.CTLR_NOT_PRESENT, why.code());
  }

  @Test
  void withoutARegistryThatOfTheProcessIsBound() {
    Injector injector = Guice.createInjector(new RsmModule());
    assertSame(Rsm.registry(), injector.getInstance(RsmRegistry.class));
  }
}
