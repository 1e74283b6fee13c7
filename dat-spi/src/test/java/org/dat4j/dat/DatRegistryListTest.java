package org.dat4j.dat;

import static org.dat4j.dat.Registries.assertRefused;
import static org.dat4j.dat.Registries.line;
import static org.dat4j.dat.Registries.registry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.registry.FakeProvider;
import org.dat4j.dat.spi.RegistryEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clauses of {@code dat_registry_list_providers} and which entries of dat.conf count. */
class DatRegistryListTest {
  private final FakeProvider fake = new FakeProvider("fake").builtIns("fake0", "fake1");

  @Test
  void fileEntriesComeFirstAndBuiltInsFollow() {
    DatRegistry registry =
        registry(
            "b u1.2 nonthreadsafe default fake f.1.0 x y\n"
                + "a u1.3 threadsafe default nobody f.1.0 \"\" \"\"\n",
            fake);

    assertEquals(
        List.of(
            new ProviderInfo("b", 1, 2, false),
            new ProviderInfo("a", 1, 3, true),
            new ProviderInfo("fake0", 1, 2, true),
            new ProviderInfo("fake1", 1, 2, true)),
        registry.listProviders(4));
    assertEquals(
        new RegistryEntry("b", 1, 2, false, "fake", "f.1.0", "x", "y", "test.conf:1"),
        registry.entries().get(0));
    assertEquals(
        List.of("test.conf:1", "test.conf:2", "built-in", "built-in"),
        registry.entries().stream().map(RegistryEntry::origin).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 0, -1, Integer.MIN_VALUE})
  void aListThatIsTooSmallIsRefusedAndTheNumberTold(int max) {
    DatException e =
        assertRefused(
            DatReturn.INVALID_PARAMETER,
            DatSubtype.INVALID_ARG1,
            () -> registry("", fake).listProviders(max));

    assertEquals(Integer.toString(max), e.value());
    assertTrue(e.getMessage().contains("number of entries is 2"), e::getMessage);
  }

  @Test
  void aMaximumOfZeroIsRefusedForAnEmptyRegistryToo() {
    DatRegistry registry = registry("");

    assertEquals(List.of(), registry.listProviders(1));
    assertRefused(
        DatReturn.INVALID_PARAMETER, DatSubtype.INVALID_ARG1, () -> registry.listProviders(0));
  }

  @Test
  void aMissingFileThatWasNamedIsAnInternalErrorAndFailsEveryOpen(@TempDir Path folder) {
    Path missing = folder.resolve("none");
    DatRegistry registry = DatRegistry.builder().provider(fake).config(missing).build();

    DatException list =
        assertRefused(
            DatReturn.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE, () -> registry.listProviders(9));
    assertTrue(list.getMessage().contains(missing.toString()), list::getMessage);
    DatException open =
        assertRefused(
            DatReturn.PROVIDER_NOT_FOUND, DatSubtype.NO_SUBTYPE, () -> registry.openIa("fake0"));
    assertTrue(open.getMessage().contains(missing + " (given by the program) does not exist"));
    assertTrue(open.getMessage().contains("-Ddat4j.conf=FILE or DAT_OVERRIDE"), open::getMessage);
    assertEquals(2, registry.entries().size());
    assertTrue(fake.calls.isEmpty(), fake.calls::toString);
  }

  @Test
  void anAddedProviderOpensThoughTheFileIsMissing(@TempDir Path folder) {
    DatRegistry registry = DatRegistry.builder().config(folder.resolve("none")).build();
    registry.addProvider(fake, new ProviderInfo("app0", 1, 2, true));

    registry.openIa("app0").close();
  }

  @Test
  void thePropertyNamesTheFileAndTheMessageTheProperty(@TempDir Path folder) {
    String missing = folder.resolve("none").toString();
    String before = System.getProperty("dat4j.conf");
    System.setProperty("dat4j.conf", missing);
    try {
      DatRegistry registry = DatRegistry.builder().provider(fake).build();
      DatException e =
          assertRefused(
              DatReturn.PROVIDER_NOT_FOUND, DatSubtype.NO_SUBTYPE, () -> registry.openIa("fake0"));
      assertTrue(e.getMessage().contains("system property dat4j.conf, " + missing));
    } finally {
      if (before == null) {
        System.clearProperty("dat4j.conf");
      } else {
        System.setProperty("dat4j.conf", before);
      }
    }
  }

  @Test
  void theVariableNamesTheFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("my.conf");
    Files.writeString(file, line("app0", "fake"));
    DatRegistry registry =
        DatRegistry.builder()
            .provider(fake)
            .environment(Map.of("DAT_OVERRIDE", file.toString()))
            .build();

    registry.openIa("app0").close();

    assertEquals(file + ":1", fake.opened.get(0).entry().origin());
  }

  @Test
  void withoutAnyFileTheBuiltInsAreTheRegistry(@TempDir Path folder) {
    DatRegistry registry =
        DatRegistry.builder()
            .provider(fake)
            .environment(Map.of())
            .defaultFile(folder.resolve("none"))
            .build();

    assertEquals(2, registry.listProviders(2).size());
    registry.openIa("fake0").close();
  }

  @Test
  void aSecondCallGivesTheSameResult() {
    DatRegistry registry = registry(line("app0", "fake"), fake);
    List<ProviderInfo> first = registry.listProviders(10);
    registry.addProvider(fake, new ProviderInfo("app1", 1, 2, true));
    registry.openIa("app0").close();

    assertEquals(first, registry.listProviders(10));
  }

  @Test
  void concurrentCallsGiveTheSameResult() throws Exception {
    int threads = 8;
    DatRegistry registry = registry(line("app0", "fake"), fake);
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<List<ProviderInfo>>> lists = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        lists.add(
            pool.submit(
                () -> {
                  start.await(30, TimeUnit.SECONDS);
                  return registry.listProviders(3);
                }));
      }
      for (Future<List<ProviderInfo>> list : lists) {
        assertEquals(registry.listProviders(3), list.get(30, TimeUnit.SECONDS));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void everyListedEntryWithAProviderOpens() {
    fake.libraries("lib.so");
    DatRegistry registry =
        registry(
            "a u1.2 nonthreadsafe default fake f.1.0 \"\" \"\"\n"
                + "a u1.2 threadsafe default fake f.1.0 \"\" \"\"\n"
                + "a u2.0 threadsafe default fake f.1.0 \"\" \"\"\n"
                + "b u2.0 nonthreadsafe default lib.so f.1.0 \"\" \"\"\n",
            fake);

    for (ProviderInfo info : registry.listProviders(6)) {
      registry
          .openIa(
              info.iaName(),
              1,
              null,
              info.daplVersionMajor(),
              info.daplVersionMinor(),
              info.isThreadSafe())
          .close();
    }
    assertEquals(registry.entries(), fake.opened.stream().map(r -> r.entry()).toList());
  }

  @Test
  void onlyUserEntriesMarkedDefaultCount() {
    DatRegistry registry =
        registry(
            "a k1.2 threadsafe default fake f.1.0 \"\" \"\"\n"
                + "b u1.2 threadsafe nondefault fake f.1.0 \"\" \"\"\n",
            fake);

    assertEquals(2, registry.listProviders(2).size());
    assertRefused(
        DatReturn.PROVIDER_NOT_FOUND, DatSubtype.NAME_NOT_REGISTERED, () -> registry.openIa("a"));
    assertRefused(
        DatReturn.PROVIDER_NOT_FOUND, DatSubtype.NAME_NOT_REGISTERED, () -> registry.openIa("b"));
  }

  @Test
  void theFirstOfEqualKeysCounts() {
    DatRegistry registry =
        registry(line("a", "nobody") + line("a", "fake") + line("b", "fake"), fake);

    assertEquals(4, registry.listProviders(4).size());
    assertRefused(DatReturn.PROVIDER_NOT_FOUND, DatSubtype.NO_SUBTYPE, () -> registry.openIa("a"));
    assertTrue(fake.opened.isEmpty());
  }

  @Test
  void aFileEntryReplacesTheBuiltInOfItsName() {
    FakeProvider other = new FakeProvider("other");
    DatRegistry registry = registry(line("fake0", "other"), fake, other);

    registry.openIa("fake0").close();
    registry.openIa("fake1").close();

    assertEquals(1, other.opened.size());
    assertEquals(1, fake.opened.size());
    assertEquals(2, registry.listProviders(2).size());
  }

  @Test
  void aFileEntryThatCannotBeOpenedIsNotAnsweredWithTheBuiltIn() {
    DatRegistry registry = registry(line("fake0", "vendor"), fake);

    DatException e =
        assertRefused(
            DatReturn.PROVIDER_NOT_FOUND, DatSubtype.NO_SUBTYPE, () -> registry.openIa("fake0"));

    assertTrue(e.getMessage().contains("test.conf:1"), e::getMessage);
    assertTrue(e.getMessage().contains("no provider serves lib_path \"vendor\""), e::getMessage);
    assertTrue(fake.opened.isEmpty());
  }

  @Test
  void aMalformedLineIsNotAnsweredWithTheBuiltInOfItsName() {
    DatRegistry registry = registry("fake0 u1.2 threadsafe default other\n", fake);

    DatException e =
        assertRefused(
            DatReturn.PROVIDER_NOT_FOUND,
            DatSubtype.NAME_NOT_REGISTERED,
            () -> registry.openIa("fake0"));

    assertTrue(e.getMessage().contains("test.conf:1"), e::getMessage);
    registry.openIa("fake1").close();
  }

  @Test
  void anEntryAfterAMalformedLineOfItsNameCounts() {
    DatRegistry registry = registry("app0 nonsense\n" + line("app0", "fake"), fake);

    registry.openIa("app0").close();

    assertEquals("test.conf:2", fake.opened.get(0).entry().origin());
  }

  @Test
  void ofTwoProvidersWithABuiltInNameTheFirstCounts() {
    FakeProvider other = new FakeProvider("other").builtIns("fake0");
    DatRegistry registry = registry("", fake, other);

    registry.openIa("fake0").close();

    assertEquals(1, fake.opened.size());
    assertTrue(
        registry.explain("fake0").candidates().stream()
            .anyMatch(c -> c.libPath().equals("other") && c.reason().contains("comes first")));
  }

  @Test
  void theIdOfAProviderComesBeforeWhatOthersSayTheyServe() {
    FakeProvider greedy = new FakeProvider("greedy").libraries("fake", "lib.so");
    DatRegistry registry = registry(line("a", "fake") + line("b", "lib.so"), greedy, fake);

    registry.openIa("a").close();
    registry.openIa("b").close();

    assertEquals(1, fake.opened.size());
    assertEquals(1, greedy.opened.size());
  }

  @Test
  void adaptersOfTwoProvidersAreOpenAtOnce() {
    FakeProvider other = new FakeProvider("other").builtIns("other0");
    DatRegistry registry = registry("", fake, other);
    try (Ia one = registry.openIa("fake0");
        Ia two = registry.openIa("other0")) {
      assertEquals(one, one.query().asyncEvd().query().ia());
      assertEquals(two, two.query().asyncEvd().query().ia());
    }
  }
}
