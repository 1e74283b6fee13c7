package org.dat4j.dat.registry;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.spi.DatProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fault of a provider's jar: it is the reason of its refusal and touches nobody else. */
class ProvidersTest {
  private static final String SERVICES = "META-INF/services/" + DatProvider.class.getName();

  @TempDir Path folder;
  private final List<URLClassLoader> loaders = new ArrayList<>();

  @AfterEach
  void closeLoaders() throws IOException {
    for (URLClassLoader loader : loaders) {
      loader.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ThrowingConstructor, UnsupportedOperationException: constructor",
    "ThrowingInitializer, no number",
    "WithoutConstructor, constructor",
    "FromTheFuture, version 99 of the provider SPI",
    "Nameless, its id is null",
    "Outdated, AbstractMethodError: spiVersion",
    "Stranger, not a subtype",
    "Missing, not found",
  })
  void aBrokenProviderIsRefusedWithItsReasonAndTheOthersWork(String broken, String reason)
      throws IOException {
    DatRegistry registry = registry("", jar("broken", broken), jar("good", "Good"));

    List<Explanation.Problem> problems = registry.explain("good0").problems();
    assertEquals(1, problems.size(), problems::toString);
    String told = problems.get(0).origin() + " " + problems.get(0).problem();
    assertTrue(told.contains(broken), told);
    assertTrue(told.contains(reason), told);
    assertFalse(problems.get(0).remedy().isEmpty());
    assertEquals(List.of(new ProviderInfo("good0", 1, 2, true)), registry.listProviders(9));
    try (Ia ia = registry.openIa("good0")) {
      assertEquals("good0", ia.name());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Missing", "Stranger", "WithoutConstructor"})
  void aWrongClassNameIsRefusedWithTheServiceFileThatHasIt(String wrong) throws IOException {
    Path culprit = jar("culprit", wrong);
    Providers providers = discover(jar("good", "Good"), culprit);

    String origin = providers.refused().get(0).origin();
    assertTrue(origin.contains("$" + wrong + " (named in jar:file:" + culprit + "!/"), origin);
    assertFalse(origin.contains("good.jar"), origin);
    assertEquals(1, providers.found().size());
  }

  @Test
  void aJarWithGarbageForAClassAndForItsServiceFileIsRefused() throws IOException {
    Path garbage = folder.resolve("garbage.jar");
    try (OutputStream out = Files.newOutputStream(garbage);
        JarOutputStream jar = new JarOutputStream(out)) {
      write(jar, SERVICES, "vendor.Garbage\nthis is no class name\nvendor.Never\n");
      write(jar, "vendor/Garbage.class", "\u0001garbage");
    }
    DatRegistry registry = registry("", garbage, jar("good", "Good"));

    assertFalse(registry.explain("good0").problems().isEmpty());
    registry.openIa("good0").close();
  }

  @Test
  void anEntryOfARefusedProviderTellsWhyItWasRefused() throws IOException {
    DatRegistry registry =
        registry(
            "app0 u1.2 threadsafe default future v.1.0 \"\" \"\"", jar("broken", "FromTheFuture"));

    DatException e = assertThrows(DatException.class, () -> registry.openIa("app0"));
    assertTrue(e.getMessage().contains("version 99 of the provider SPI"), e::getMessage);
    assertTrue(e.getMessage().contains("fix: use releases of dat4j and of the provider"));
    String place =
        BrokenProviders.class.getProtectionDomain().getCodeSource().getLocation().toString();
    assertTrue(e.getMessage().contains("FromTheFuture (" + place + ")"), e::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Fake", "my device", "fake_1", "fäke", " "})
  void idOfOtherCharactersThanDatConfHasIsRefused(String id) {
    Providers providers = Providers.discover(List.of(new FakeProvider(id)), List.of());

    assertEquals(List.of(), providers.found());
    Providers.Refused refused = providers.refused().get(0);
    assertEquals("its id is " + PrintableText.quote(id), refused.reason());
    assertTrue(refused.remedy().contains("lower-case letters, digits and dashes"), refused::remedy);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"one", "", "1", "1.", ".1", "v1.0", "12345678901.5"})
  void versionThatIsNotMajorAndMinorIsRefused(String version) {
    Providers providers =
        Providers.discover(List.of(new FakeProvider("fake").version(version)), List.of());

    assertEquals(List.of(), providers.found());
    Providers.Refused refused = providers.refused().get(0);
    assertEquals("its version is " + PrintableText.quote(version), refused.reason());
    assertTrue(refused.remedy().contains("major.minor"), refused::remedy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "7.3.1-rc2", "2.0-SNAPSHOT", "2.0+b1"})
  void versionThatBeginsWithMajorAndMinorIsAccepted(String version) {
    Providers providers =
        Providers.discover(List.of(new FakeProvider("fake").version(version)), List.of());

    assertEquals(List.of(), providers.refused());
  }

  @Test
  void libraryThatAProbeLacksIsToBeInstalled() {
    FakeProvider lacking =
        new FakeProvider("lacking")
            .builtIns("lacking0")
            .inProbe(
                () -> {
                  throw new UnsatisfiedLinkError("libdevice.so.1: cannot open");
                });
    FakeProvider broken =
        new FakeProvider("broken").builtIns("broken0").inProbe(ProvidersTest::fail);
    DatRegistry registry =
        DatRegistry.builder().config("", "none").provider(lacking).provider(broken).build();

    Candidate candidate = registry.explain("lacking0").candidates().get(0);
    assertTrue(candidate.reason().contains("libdevice.so.1"), candidate::reason);
    assertEquals("install the library that it names", candidate.remedy());
    assertEquals("repair the provider", registry.explain("broken0").candidates().get(0).remedy());
  }

  @Test
  void ofTwoProvidersWithOneIdTheFirstCountsAndBothAreNamed() throws IOException {
    Providers providers = discover(jar("first", "Twin"), jar("second", "Good"));

    assertEquals(1, providers.found().size());
    assertSame(BrokenProviders.Twin.class, providers.found().get(0).provider().getClass());
    Providers.Refused refused = providers.refused().get(0);
    assertTrue(refused.origin().contains("Good"), refused::origin);
    assertTrue(refused.reason().contains("Twin"), refused::reason);
  }

  @Test
  void aClassNamedTwiceIsOneProvider() throws IOException {
    Providers providers = discover(jar("first", "Good"), jar("second", "Good"));

    assertEquals(1, providers.found().size());
    assertEquals(List.of(), providers.refused());
  }

  @Test
  void aGivenProviderComesBeforeTheOneThatIsFound() throws IOException {
    FakeProvider given = new FakeProvider("good").builtIns("good0");
    DatRegistry registry =
        DatRegistry.builder()
            .config("", "none")
            .provider(given)
            .classLoader(loader(jar("good", "Good")))
            .build();

    registry.openIa("good0").close();

    assertEquals(1, given.opened.size());
  }

  @Test
  void eachProvidersErrorIsAProblemAndTheRegistryIsBuilt() {
    List<FakeProvider> broken =
        List.of(
            new FakeProvider("id").inId(ProvidersTest::fail),
            new FakeProvider("built-ins").inBuiltIns(ProvidersTest::fail),
            new FakeProvider("serves").inServes(ProvidersTest::fail),
            new FakeProvider("long").builtIns("x".repeat(256)));
    DatRegistry.Builder builder =
        DatRegistry.builder().config("app0 u1.2 threadsafe default lib v.1.0 \"\" \"\"", "c");
    broken.forEach(builder::provider);
    FakeProvider good = new FakeProvider("good").builtIns("good0").libraries("lib");
    DatRegistry registry = assertDoesNotThrow(() -> builder.provider(good).build());

    registry.openIa("app0").close();
    registry.openIa("good0").close();
    Explanation explanation = registry.explain("good0");
    assertEquals(4, explanation.problems().size(), explanation::text);
    assertEquals(List.of("good0", "app0"), explanation.registered(), "nearest first");
  }

  @Test
  void aServiceLoaderThatKeepsFailingIsGivenUp() {
    ClassLoader failing =
        new ClassLoader(null) {
          @Override
          public Enumeration<URL> getResources(String name) throws IOException {
            throw new IOException("disk on fire");
          }
        };

    Providers providers = Providers.discover(List.of(), List.of(Providers.Source.of(failing)));

    assertEquals(List.of(), providers.found());
    assertEquals(1, providers.refused().size());
    assertNull(providers.serving("any"));
  }

  @Test
  void aProbeThatThrowsOrFindsNothingOutIsARefusal() {
    FakeProvider throwing =
        new FakeProvider("throwing").builtIns("throwing0").inProbe(ProvidersTest::fail);
    FakeProvider silent = new FakeProvider("silent").builtIns("silent0").finding(null);
    DatRegistry registry =
        DatRegistry.builder().config("", "none").provider(throwing).provider(silent).build();

    for (String name : List.of("throwing0", "silent0")) {
      Explanation explanation = registry.explain(name);
      assertNull(explanation.chosen());
      assertEquals(Candidate.Verdict.REFUSED, explanation.candidates().get(0).verdict());
      assertTrue(explanation.candidates().get(0).reason().contains("probe"), explanation::text);
      registry.openIa(name).close();
    }
  }

  private static void fail() {
    throw new NoSuchMethodError("of a provider");
  }

  private Providers discover(Path... jars) throws IOException {
    return Providers.discover(List.of(), List.of(Providers.Source.of(loader(jars))));
  }

  private DatRegistry registry(String conf, Path... jars) throws IOException {
    return DatRegistry.builder().config(conf, "test.conf").classLoader(loader(jars)).build();
  }

  private URLClassLoader loader(Path... jars) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ProvidersTest.class.getClassLoader());
    loaders.add(loader);
    return loader;
  }

  /** A jar with one of the classes of {@link BrokenProviders} as its provider. */
  private Path jar(String name, String provider) throws IOException {
    Path file = folder.resolve(name + ".jar");
    String prefix = BrokenProviders.class.getName();
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      write(jar, SERVICES, prefix + "$" + provider + "\n");
    }
    return file;
  }

  private static void write(JarOutputStream jar, String name, String content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content.getBytes(StandardCharsets.UTF_8));
    jar.closeEntry();
  }
}
