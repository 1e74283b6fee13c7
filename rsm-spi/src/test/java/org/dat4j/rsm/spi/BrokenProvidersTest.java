package org.dat4j.rsm.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmExplanation;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of RSM registries with a provider that cannot be used: the others still work, and the
 * reason is reported.
 */
class BrokenProvidersTest {
  private static final RsmSettings SETTINGS = new RsmSettings(Map.of());

  private static ControllerTable table(RsmProvider... providers) {
    return new ControllerTable(ProviderScan.given(List.of(providers)), SETTINGS);
  }

  private static RsmException refusal(ControllerTable table, String name) {
    return assertThrows(RsmException.class, () -> table.get(name));
  }

  @Test
  void aServiceEntryWithoutItsClassIsReportedAndTheOthersStayInUse(@TempDir Path folder)
      throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(RsmProvider.class.getName()), "com.nobody.Nix\n");
    URL[] urls = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      RsmRegistry registry = RsmRegistry.builder().classLoader(loader).build();
      registry.getController("fake0").close();
      RsmExplanation why = registry.explain("fake0");
      assertEquals("fake", why.chosen());
      assertEquals(1, why.problems().size(), why::text);
      String file = "file:" + services.resolve(RsmProvider.class.getName());
      String problem = why.problems().get(0);
      assertTrue(problem.startsWith("com.nobody.Nix (named in " + file + "): "), why::text);
    }
  }

  @Test
  void aProviderThatFailsWhenAskedIsRefusedWithItsCause() {
    ControllerTable table = table(new Broken("unusable"), new FakeProvider());
    table.get("fake0").close();
    RsmException refused = refusal(table, "broken0");
    assertEquals(RsmReturn.CTLR_NOT_PRESENT, refused.code());
    assertTrue(refused.getMessage().contains("com/nobody/Absent"), refused::getMessage);
    assertEquals(1, table.ask(RsmProvider::id).size());
  }

  @Test
  void aliasOfAnAliasIsServedByNoProvider() {
    RsmSettings settings = new RsmSettings(Map.of("alias.a", "fake0", "alias.fake0", "fake1"));
    ControllerTable table =
        new ControllerTable(ProviderScan.given(List.of(new FakeProvider())), settings);
    RsmException refused = refusal(table, "a");
    assertEquals(RsmReturn.CTLR_NOT_PRESENT, refused.code());
    RsmExplanation why = table.explain("a");
    assertNull(why.chosen(), why::text);
    assertTrue(why.remedy().contains("set dat4j.rsm.alias.a to fake1"), why::text);
    table.get("fake0").close();
    assertEquals("fake", table.explain("fake0").chosen());
  }

  @Test
  void settingThatNobodyKnowsIsAProblemAndNoRefusal() {
    RsmSettings settings = new RsmSettings(Map.of("timeout", "5", "alias.a", "fake0"));
    ControllerTable table =
        new ControllerTable(ProviderScan.given(List.of(new FakeProvider())), settings);
    table.get("a").close();
    RsmExplanation why = table.explain("a");
    assertEquals("fake", why.chosen());
    assertEquals(1, why.problems().size(), why::text);
    assertTrue(why.problems().get(0).startsWith("setting dat4j.rsm.timeout: "), why::text);
    assertTrue(why.problems().get(0).contains("segmentid"), why::text);
  }

  @Test
  void theLimitationOfAProviderIsToldWithItsName() {
    Broken limited = new Broken("open");
    limited.limitation = "but the disc is slow: buy another";
    RsmExplanation why = table(limited).explain("broken0");
    assertEquals("broken", why.chosen());
    String reason = why.choice().orElseThrow().reason();
    assertEquals("it serves the name; but the disc is slow: buy another", reason);
  }

  @Test
  void aProviderThatFailsAtTheNamesLeavesTheOthersInUse() {
    ControllerTable table = table(new Broken("serves"), new FakeProvider());
    table.get("fake0").close();
    assertEquals("fake", table.explain("fake0").chosen(), () -> table.explain("fake0").text());
  }

  @Test
  void anErrorAtTheOpenIsARefusalThatKeepsItsCause() {
    ControllerTable table = table(new Broken("open"));
    for (int attempt = 0; attempt < 2; attempt++) {
      RsmException refused = refusal(table, "broken0");
      assertEquals(RsmReturn.CTLR_NOT_PRESENT, refused.code());
      assertSame(NoClassDefFoundError.class, refused.getCause().getClass());
    }
  }

  @Test
  void aProviderThatFailsAtTheTopologyIsLeftOutOfIt() {
    ControllerTable table = table(new Broken("topology"), new FakeProvider());
    List<InterconnectTopology> parts = table.ask(p -> p.topology(SETTINGS));
    assertEquals(1, parts.size());
    assertEquals(FakeProvider.NODE, parts.get(0).localNodeId());
  }

  @Test
  void aProviderThatRefusesItsTopologyIsOmittedAndExplained() {
    Broken refusing = new Broken("topology");
    refusing.thrown =
        new RsmException(RsmReturn.BAD_CONF, "Broken.topology", "file", "nodes", "name a file");
    ControllerTable both = table(refusing, new FakeProvider());
    List<InterconnectTopology> parts = both.ask(p -> p.topology(SETTINGS));
    assertEquals(1, parts.size());
    assertEquals(FakeProvider.NODE, parts.get(0).localNodeId());
    String why = both.explain("broken0").text();
    assertTrue(why.contains("it serves the name"), why);
    assertTrue(why.contains("file = nodes: name a file"), why);
    RsmException alone =
        assertThrows(RsmException.class, () -> table(refusing).ask(p -> p.topology(SETTINGS)));
    assertEquals(RsmReturn.BAD_CONF, alone.code());
  }

  @Test
  void withoutAnyProviderTheJarAndTheMergeAreNamed() {
    ControllerTable none =
        new ControllerTable(
            ProviderScan.discover(List.of(ClassLoader.getPlatformClassLoader())), SETTINGS);
    String message = refusal(none, "shm0").getMessage();
    assertTrue(message.contains("no provider of RSM was found"), message);
    assertTrue(message.contains("dat4j-rsm-provider-native"), message);
    assertTrue(message.contains("META-INF/services"), message);
  }

  @Test
  void aNameThatNobodyKnowsNamesTheServicesFile() {
    ControllerTable table = table(new FakeProvider());
    String message = refusal(table, "folder0").getMessage();
    assertTrue(message.contains("META-INF/services/" + RsmProvider.class.getName()), message);
    assertFalse(table.isServed("folder0"));
    assertTrue(table.isServed("fake0"));
    assertTrue(table(new Broken("unusable")).isServed("broken0"), "refused, but it knows the name");
  }

  @Test
  void aNameOfAProviderThatIsNotThereNamesItsJar() {
    String message = refusal(table(new FakeProvider()), "dattcp0").getMessage();
    assertTrue(message.contains("dat4j-rsm-provider-dat"), message);
    assertTrue(message.contains("fake: it does not know the name, it has fake0"), message);
  }

  @Test
  void aForeignContextClassLoaderDoesNotHideTheProvidersOfThisLoader() throws Exception {
    AtomicReference<RsmExplanation> found = new AtomicReference<>();
    Thread foreign = new Thread(() -> found.set(RsmRegistry.builder().build().explain("fake0")));
    foreign.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    foreign.start();
    foreign.join();
    assertEquals("fake", found.get().chosen(), found.get()::text);
  }

  @Test
  void theProcessDefaultIsKeptOnceItHasAProvider() {
    assertSame(Rsm.registry(), Rsm.registry());
  }

  @Test
  void anExplanationOpensNothing() {
    RsmExplanation why = table(new Broken("open")).explain("broken0");
    assertEquals("broken", why.chosen());
    assertNull(table(new Broken("unusable")).explain("broken0").chosen());
  }

  @Test
  void anAttemptTellsTheWholeCauseOfAFailedOpen() {
    ControllerTable table = table(new Broken("open"), new FakeProvider());
    RsmExplanation why = table.tryGet("broken0", c -> {});
    assertNull(why.chosen(), why::text);
    assertTrue(why.text().startsWith("\"broken0\" cannot be opened\n"), why::text);
    assertTrue(
        why.candidates().get(0).reason().contains("NoClassDefFoundError: com/nobody/Absent"),
        why::text);
    assertTrue(why.text().contains("fix: repair the provider"), why::text);
    assertEquals("fake", table.tryGet("fake0", RsmController::getAttr).chosen());
  }

  @Test
  void anAttemptTellsEachCauseAndTheRemedyOfARefusal() {
    Broken broken = new Broken("open");
    broken.thrown =
        new RsmException(
            RsmReturn.INSUFFICIENT_RESOURCES,
            "Broken.open",
            "device",
            "/dev/broken0",
            "load its driver",
            new IllegalStateException("first\nsecond", new IllegalStateException("deepest")));
    RsmExplanation why = table(broken).tryGet("broken0", c -> {});
    String reason = why.candidates().get(0).reason();
    assertTrue(reason.contains("device = /dev/broken0"), reason);
    assertTrue(reason.contains("second"), reason);
    assertTrue(reason.endsWith("caused by java.lang.IllegalStateException: deepest"), reason);
    assertEquals("load its driver", why.remedy());
  }

  @Test
  void anAttemptReportsFailuresOutsideTheOpen() {
    RsmExplanation why =
        table(new FakeProvider())
            .tryGet(
                "fake0",
                c -> {
                  throw new IllegalStateException("no attributes");
                });
    assertNull(why.chosen(), why::text);
    assertTrue(why.text().contains("no attributes"), why::text);
  }

  @Test
  void aProvidersFailureOutsideTheOpenIsARefusal() {
    for (String call : List.of("hosting", "adapter")) {
      ControllerTable table = table(new Broken(call));
      RsmException refused =
          assertThrows(
              RsmException.class,
              () -> {
                table.hosting("broken0");
                table.adapter("broken0");
              });
      assertTrue(refused.getMessage().contains("com/nobody/Absent"), refused::getMessage);
    }
  }

  /** Fails at one call, as a provider does whose library is missing. */
  private static final class Broken extends RsmProvider {
    private final String at;
    private String limitation;
    private Throwable thrown = new NoClassDefFoundError("com/nobody/Absent");

    Broken(String at) {
      this.at = at;
    }

    private void call(String name) {
      if (name.equals(at)) {
        if (thrown instanceof RsmException refusal) {
          throw refusal;
        }
        throw (Error) thrown;
      }
    }

    @Override
    public String id() {
      return "broken";
    }

    @Override
    public int spiVersion() {
      return SPI_VERSION;
    }

    @Override
    public boolean serves(String name) {
      call("serves");
      return name.startsWith("broken");
    }

    @Override
    public String unusable() {
      call("unusable");
      return null;
    }

    @Override
    public String limitation() {
      return limitation;
    }

    @Override
    public AbstractController open(String name, RsmSettings settings) {
      call("open");
      throw new AssertionError("only a broken open is asked for");
    }

    @Override
    public InterconnectTopology topology(RsmSettings settings) {
      call("topology");
      return new InterconnectTopology(1, List.of());
    }

    @Override
    public Hosting hosting(String name, RsmSettings settings) {
      call("hosting");
      return super.hosting(name, settings);
    }

    @Override
    public String adapter(String name) {
      call("adapter");
      return super.adapter(name);
    }

    @Override
    public List<SegmentInfo> segments(RsmSettings settings) {
      return List.of();
    }
  }
}
