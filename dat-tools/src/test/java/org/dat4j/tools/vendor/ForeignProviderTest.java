package org.dat4j.tools.vendor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.spi.BuildInfo;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of the commands about a vendor's providers that are on the class path. */
class ForeignProviderTest {
  private static final List<String> LINES =
      List.of(
          "info --json",
          "info",
          "why vendor0",
          "why vendor1",
          "why vendor1 --json",
          "conform vendor1",
          "debug why vendor1",
          "debug conform vendor1",
          "perf vendor1",
          "soak vendor1 --pairs 1",
          "perf vendorrsm0",
          "soak vendorrsm0",
          "conform vendorrsm9",
          "conform loopback7",
          "step vendorrsm9",
          "certify vendorrsm9",
          "mutants vendorrsm9",
          "step vendor1",
          "rsm why vendorrsm0",
          "rsm why vendorrsm0 --json",
          "rsm attrs vendorrsm0",
          "rsm perf vendorrsm0",
          "conform vendorrsm0 --contract rsm",
          "conform vendor0 --clauses dat_ia_query.01 --json FOLDER/result.json",
          "conform loopback --contract rsm --clauses rsm_get_controller.01 --json FOLDER/rsm.json",
          "rsm attrs loopback");

  @TempDir private static Path folder;

  private static List<?> runs;

  @BeforeAll
  static void runAll() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(DatProvider.class.getName()), VendorProvider.class.getName());
    Files.writeString(
        services.resolve(RsmProvider.class.getName()),
        VendorRsmProvider.class.getName() + "\n" + UnusableRsmProvider.class.getName());
    List<String> options = new ArrayList<>();
    options.add("-cp");
    options.add(folder + File.pathSeparator + System.getProperty("java.class.path"));
    for (String key : List.of("dat4j.conf", "dat4j.rsm.domain")) {
      options.add("-D" + key + "=" + System.getProperty(key));
    }
    String[] arguments =
        LINES.stream()
            .map(line -> line.replace("FOLDER", folder.toString()))
            .toArray(String[]::new);
    try (ChildJvm jvm = new ChildJvm(List.of(), options, VendorMain.class, arguments)) {
      String text = jvm.rest();
      runs = (List<?>) Json.object(text.substring(text.indexOf("{\"runs\""))).get("runs");
    }
  }

  private static CommandRun run(String line) {
    Map<?, ?> run = (Map<?, ?>) runs.get(LINES.indexOf(line));
    return new CommandRun(
        (Integer) run.get("code"), run.get("out").toString(), run.get("err").toString());
  }

  private static Map<?, ?> entry(String ia) {
    return ((List<?>) Json.object(run("info --json").out()).get("entries"))
        .stream()
            .map(e -> (Map<?, ?>) e)
            .filter(e -> e.get("ia").equals(ia))
            .findFirst()
            .orElseThrow();
  }

  private static void assertWholeCause(String text) {
    for (String part :
        List.of("card = 1", "the bus says:", "slot 1 is empty", "java.io.IOException: EIO")) {
      assertTrue(text.contains(part), () -> part + " is missing in " + text);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"perf vendorrsm0", "soak vendorrsm0"})
  void commandsOfDatNameThoseForAController(String line) {
    CommandRun run = run(line);
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains("'vendorrsm0' is a controller of RSM"), run.err());
    assertTrue(run.err().contains("dat4j rsm perf vendorrsm0"), run.err());
  }

  @Test
  void mistakenNameOfDatIsNotExplainedAsOneOfRsm() {
    CommandRun run = run("conform loopback7");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains("loopback7"), run.err());
    assertFalse(run.err().contains("As a controller of RSM"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"conform", "step", "certify", "mutants"})
  void everyCommandThatTestsABackendTellsWhyAControllerIsRefused(String command) {
    CommandRun run = run(command + " vendorrsm9");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains("As an adapter of DAT, \"vendorrsm9\" is not in"), run.err());
    assertTrue(run.err().contains("card 9 is missing: put it in"), run.err());
  }

  @Test
  void infoTellsTheWholeCauseOfAFailedOpen() {
    Map<?, ?> entry = entry("vendor1");
    assertEquals(false, entry.get("available"));
    assertWholeCause(entry.get("reason").toString());
    assertEquals("put a second card in", entry.get("remedy"));
    assertNull(entry.get("ia_attributes"));
    String text = run("info").out();
    assertWholeCause(text);
    assertTrue(text.contains("\nvendor1, vendor2 do not open:\n"), text);
    assertTrue(text.contains("  fix: put a second card in\n"), text);
    assertEquals(2, text.split("slot 1 is empty", -1).length, "told once");
  }

  @Test
  void infoPrintsTheVendorsDescription() {
    Map<?, ?> entry = entry("vendor0");
    assertEquals("vendor", entry.get("provider"));
    assertEquals("Acme", entry.get("vendor"));
    assertEquals("7.3", entry.get("version"));
    assertEquals("Acme.7.3", entry.get("provider_version"));
    assertEquals("Acme", ((Map<?, ?>) entry.get("ia_attributes")).get("vendor_name"));
    Map<?, ?> provider = (Map<?, ?>) entry.get("provider_attributes");
    assertEquals(7, provider.get("provider_version_major"));
    assertEquals(3, provider.get("provider_version_minor"));
    String line =
        run("info")
            .out()
            .lines()
            .filter(l -> l.strip().startsWith("vendor0 "))
            .findFirst()
            .orElse("");
    assertTrue(line.matches(" *vendor0 +vendor +Acme +7\\.3 .*"), run("info")::out);
  }

  @Test
  void infoTellsTheVersionOfTheBuildForOwnProviders() {
    for (String ia : List.of("loopback0", "tcp0")) {
      Map<?, ?> entry = entry(ia);
      assertEquals(BuildInfo.VENDOR, entry.get("vendor"));
      assertEquals(BuildInfo.version(), entry.get("version"));
      assertEquals(BuildInfo.VENDOR + "." + BuildInfo.version(), entry.get("provider_version"));
      assertEquals(BuildInfo.VENDOR, ((Map<?, ?>) entry.get("ia_attributes")).get("vendor_name"));
      Map<?, ?> provider = (Map<?, ?>) entry.get("provider_attributes");
      assertEquals(
          BuildInfo.version(),
          provider.get("provider_version_major") + "." + provider.get("provider_version_minor"));
    }
  }

  @Test
  void aReportOfTheSuiteNamesTheProvider() throws Exception {
    assertEquals(
        "vendor 7.3 of Acme",
        Json.object(Files.readString(folder.resolve("result.json"))).get("provider"));
    assertTrue(
        Files.readString(folder.resolve("rsm.json")).contains("\"provider\": \"shm"),
        "the provider of the loopback controller");
  }

  @Test
  void theDescriptionOfARsmVendorIsPrinted() {
    String why = run("rsm why vendorrsm0").out();
    assertTrue(why.contains("provider vendor 7.3 of Acme: "), why);
    Map<String, Object> map = Json.object(run("rsm why vendorrsm0 --json").out());
    Map<?, ?> candidate =
        ((List<?>) map.get("candidates"))
            .stream()
                .map(c -> (Map<?, ?>) c)
                .filter(c -> c.get("provider").equals("vendor"))
                .findFirst()
                .orElseThrow();
    assertEquals("Acme", candidate.get("vendor"));
    assertEquals("7.3", candidate.get("version"));
    assertTrue(
        run("rsm attrs loopback").out().contains("provider "), run("rsm attrs loopback")::out);
  }

  @Test
  void whyOpensTheNamedAdapter() {
    assertEquals(0, run("why vendor0").code(), run("why vendor0")::out);
    CommandRun why = run("why vendor1");
    assertEquals(1, why.code(), why::out);
    assertTrue(why.out().startsWith("\"vendor1\" cannot be opened\n"), why::out);
    assertWholeCause(why.out());
    assertTrue(why.out().contains("fix: put a second card in"), why::out);
    CommandRun json = run("why vendor1 --json");
    assertEquals(1, json.code(), json::out);
    Map<String, Object> map = Json.object(json.out());
    assertNull(map.get("chosen"));
    Map<?, ?> candidate = (Map<?, ?>) ((List<?>) map.get("candidates")).get(0);
    assertEquals("refused", candidate.get("verdict"));
    assertWholeCause(candidate.get("reason").toString());
    assertEquals("put a second card in", candidate.get("remedy"));
  }

  @Test
  void rsmWhyOpensTheNamedController() {
    CommandRun why = run("rsm why vendorrsm0");
    assertEquals(1, why.code(), why::out);
    assertTrue(why.out().startsWith("\"vendorrsm0\" cannot be opened\n"), why::out);
    assertWholeCause(why.out());
    assertTrue(why.out().contains("fix: put a second card in"), why::out);
    Map<String, Object> map = Json.object(run("rsm why vendorrsm0 --json").out());
    assertNull(map.get("chosen"));
    assertEquals("put a second card in", map.get("remedy"));
    assertWholeCause(map.get("candidates").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "conform vendor1",
        "perf vendor1",
        "soak vendor1 --pairs 1",
        "step vendor1",
        "rsm attrs vendorrsm0",
        "rsm perf vendorrsm0",
        "conform vendorrsm0 --contract rsm"
      })
  void eachCommandTellsTheWholeCauseOfAFailedOpen(String line) {
    CommandRun run = run(line);
    assertTrue(run.code() == 1 || run.code() == 2, run::err);
    assertWholeCause(run.err());
    assertTrue(run.err().contains("put a second card in"), run::err);
    assertTrue(!run.err().contains("\tat "), run::err);
  }

  @ParameterizedTest
  @ValueSource(strings = {"debug why vendor1", "debug conform vendor1"})
  void stackTraceOfAFailedOpenIsPrintedOnRequest(String line) {
    CommandRun run = run(line);
    assertTrue(run.err().contains("\tat " + VendorProvider.class.getName() + ".openIa"), run::err);
    assertTrue(run.err().contains("Caused by: java.io.IOException: EIO"), run::err);
  }
}
