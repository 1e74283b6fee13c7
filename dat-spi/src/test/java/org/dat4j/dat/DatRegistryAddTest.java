package org.dat4j.dat;

import static org.dat4j.dat.Registries.assertRefused;
import static org.dat4j.dat.Registries.line;
import static org.dat4j.dat.Registries.registry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.registry.FakeProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clauses of {@code dat_registry_add_provider} and {@code dat_registry_remove_provider}. */
class DatRegistryAddTest {
  private static final ProviderInfo KEY = new ProviderInfo("app0", 1, 2, false);

  private final FakeProvider fake = new FakeProvider("fake");
  private final DatRegistry registry = registry("");

  @Test
  void anAddedProviderIsReachedByItsName() {
    registry.addProvider(fake, KEY);

    try (Ia ia = registry.openIa("RO_AWARE_app0")) {
      assertEquals("app0", ia.name());
      assertEquals("fake", fake.opened.get(0).entry().libPath());
      assertEquals("fake.3.4", fake.opened.get(0).entry().providerVersion());
    }
    assertTrue(fake.calls.isEmpty(), "init and fini are for static entries: " + fake.calls);
  }

  @Test
  void theSameKeyIsRefusedASecondTime() {
    registry.addProvider(fake, KEY);

    assertRefused(
        DatReturn.PROVIDER_ALREADY_REGISTERED,
        DatSubtype.NO_SUBTYPE,
        () -> registry.addProvider(fake, new ProviderInfo("app0", 1, 2, false)));
    assertRefused(
        DatReturn.PROVIDER_ALREADY_REGISTERED,
        DatSubtype.NO_SUBTYPE,
        () -> registry.addProvider(new FakeProvider("other"), KEY));
  }

  @ParameterizedTest
  @CsvSource({"app1, 1, 2, false", "app0, 2, 2, false", "app0, 1, 3, false", "app0, 1, 2, true"})
  void oneProviderMayHaveSeveralKeys(String name, int major, int minor, boolean threadSafe) {
    registry.addProvider(fake, KEY);
    registry.addProvider(fake, new ProviderInfo(name, major, minor, threadSafe));

    registry.openIa("app0").close();
    registry.openIa(name, 1, null, major, minor, threadSafe).close();

    assertEquals(2, fake.opened.size());
  }

  @Test
  void theKeyOfAStaticEntryIsTaken() {
    fake.libraries("lib.so").builtIns("fake0");
    DatRegistry full =
        registry(line("app0", "fake") + line("lib0", "lib.so") + line("gone0", "nobody"), fake);

    for (ProviderInfo taken :
        List.of(
            new ProviderInfo("app0", 1, 2, true),
            new ProviderInfo("lib0", 1, 2, true),
            new ProviderInfo("lib0", 1, 2, false),
            new ProviderInfo("gone0", 1, 2, true),
            new ProviderInfo("fake0", 1, 2, true))) {
      assertRefused(
          DatReturn.PROVIDER_ALREADY_REGISTERED,
          DatSubtype.NO_SUBTYPE,
          () -> full.addProvider(new FakeProvider("other"), taken));
    }
    full.addProvider(new FakeProvider("other"), KEY);
  }

  @Test
  void nullIsRefused() {
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG1,
        () -> registry.addProvider(null, KEY));
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG2,
        () -> registry.addProvider(fake, null));
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG2,
        () -> registry.addProvider(fake, new ProviderInfo(null, 1, 2, true)));
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG1,
        () -> registry.removeProvider(null, KEY));
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG2,
        () -> registry.removeProvider(fake, null));
  }

  @Test
  void aNameOf256CharactersIsRefused() {
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG2,
        () -> registry.addProvider(fake, new ProviderInfo("x".repeat(256), 1, 2, true)));
    registry.addProvider(fake, new ProviderInfo("x".repeat(255), 1, 2, true));
  }

  @Test
  void aProviderOfAnotherSpiVersionIsRefused() {
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG1,
        () -> registry.addProvider(fake.spiVersion(99), KEY));
  }

  @Test
  void aRemovedProviderIsNotFoundAndMayBeAddedAgain() {
    registry.addProvider(fake, KEY);
    registry.openIa("app0").close();
    registry.removeProvider(fake, KEY);

    assertRefused(
        DatReturn.PROVIDER_NOT_FOUND,
        DatSubtype.NAME_NOT_REGISTERED,
        () -> registry.openIa("app0"));

    registry.addProvider(fake, KEY);
    registry.openIa("app0").close();
  }

  @Test
  void aProviderInUseIsNotRemoved() {
    registry.addProvider(fake, KEY);
    try (Ia ia = registry.openIa("app0")) {
      assertRefused(
          DatReturn.PROVIDER_IN_USE,
          DatSubtype.NO_SUBTYPE,
          () -> registry.removeProvider(fake, KEY));
      assertEquals(16, ia.query().asyncEvd().query().evdQlen());
      registry.openIa("app0").close();
    }
    registry.removeProvider(fake, KEY);
  }

  @Test
  void unregisteredProviderIsNotRemoved() {
    registry.addProvider(fake, KEY);

    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG2,
        () -> registry.removeProvider(fake, new ProviderInfo("app1", 1, 2, false)));
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG2,
        () -> registry.removeProvider(new FakeProvider("fake"), KEY));
    registry.openIa("app0").close();
  }

  @Test
  void aStaticEntryIsRegisteredWhileItIsOpen() {
    DatRegistry full = registry(line("app0", "fake"), fake);
    ProviderInfo key = full.listProviders(1).get(0);
    try (Ia ia = full.openIa("app0")) {
      assertEquals("app0", ia.name());
      assertRefused(
          DatReturn.PROVIDER_IN_USE, DatSubtype.NO_SUBTYPE, () -> full.removeProvider(fake, key));
    }
    assertRefused(
        DatReturn.INVALID_PARAMETER, DatSubtype.INVALID_ARG2, () -> full.removeProvider(fake, key));
    full.openIa("app0").close();
  }

  @Test
  void anOpenThatRacesWithARemovalWinsOrFindsNothing() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    CyclicBarrier start = new CyclicBarrier(2);
    try {
      for (int round = 0; round < 2_000; round++) {
        registry.addProvider(fake, KEY);
        Future<Integer> removal =
            pool.submit(
                () -> {
                  start.await(30, TimeUnit.SECONDS);
                  return outcome(() -> registry.removeProvider(fake, KEY));
                });
        start.await(30, TimeUnit.SECONDS);
        Ia[] opened = new Ia[1];
        int open = outcome(() -> opened[0] = registry.openIa("app0"));
        int removed = removal.get(30, TimeUnit.SECONDS);
        if (open == DatReturn.SUCCESS) {
          assertEquals(DatReturn.PROVIDER_IN_USE, removed);
          opened[0].close();
          registry.removeProvider(fake, KEY);
        } else {
          assertEquals(DatReturn.PROVIDER_NOT_FOUND, open);
          assertEquals(DatReturn.SUCCESS, removed);
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static int outcome(Runnable call) {
    try {
      call.run();
      return DatReturn.SUCCESS;
    } catch (DatException e) {
      return e.type();
    }
  }
}
