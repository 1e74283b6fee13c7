package org.dat4j.tools.certify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.report.HashList;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @TempDir static Path reports;
  @TempDir Path folder;

  @BeforeAll
  static void reportOfTwoBackends() {
    for (String ia : List.of("loopback0", "tcp0")) {
      CommandRun run =
          CommandRun.of(
              "conform",
              ia,
              "--clauses",
              "dat_pz_create.*",
              "--seed",
              "7",
              "--report",
              reports.resolve(ia).toString());
      assertEquals(0, run.code(), run::err);
    }
  }

  private static CommandRun run(String command, Path... folders) {
    String[] words = new String[2 + folders.length];
    words[0] = "report";
    words[1] = command;
    for (int i = 0; i < folders.length; i++) {
      words[2 + i] = folders[i].toString();
    }
    return CommandRun.of(words);
  }

  private Path copy() throws IOException {
    Path copy = folder.resolve("copy");
    Files.createDirectories(copy);
    for (String name :
        List.of("conformance.json", "conformance.html", "TEST-conformance.xml", HashList.FILE)) {
      Files.copy(reports.resolve("tcp0").resolve(name), copy.resolve(name));
    }
    return copy;
  }

  @Test
  void oneRunIsPartialAndSaysWhatIsMissing() {
    CommandRun run = run("show", reports.resolve("tcp0"));
    assertEquals(0, run.code(), run::err);
    assertEquals("verdict: partial", run.out().lines().findFirst().orElseThrow());
    assertTrue(
        run.out().contains("missing: no whole run: suite; stepper; pairs of calls\n"), run::out);
    assertTrue(run.out().contains("(only the clauses dat_pz_create.*)"), run::out);
  }

  @Test
  void theMatrixHasBothBackendsAndTheirCapabilities() throws IOException {
    Path html = folder.resolve("backends.html");
    Path markdown = folder.resolve("backends.md");
    CommandRun run =
        CommandRun.of(
            "report",
            "merge",
            reports.toString(),
            "--html",
            html.toString(),
            "--markdown",
            markdown.toString());
    assertEquals(0, run.code(), run::err);
    assertTrue(run.out().matches("(?s).*dat +loopback0 +loopback .* +partial .*"), run::out);
    assertTrue(run.out().matches("(?s).*other_process +absent +yes\n.*"), run::out);
    String page = Files.readString(markdown);
    assertTrue(page.contains("| other_process | absent | yes |"), page);
    assertTrue(page.contains("| max_rdma_read_per_ep_in | 128 | 128 |"), page);
    assertTrue(page.contains("| crc |  | on |"), page);
    assertTrue(page.contains("| dat | tcp0 | suite, one-jvm, seed 7: "), page);
    assertTrue(Files.readString(html).contains("<td>other_process</td><td>absent</td>"));
  }

  @Test
  void theVerdictsNameTheVersionOfDat4j() throws IOException {
    CommandRun run = run("merge", reports);
    String[] words = run.out().lines().skip(1).findFirst().orElseThrow().split(" {2,}");
    String built = Files.readString(Path.of("pom.xml"));
    // Classes that are in no jar know the first two numbers only.
    assertTrue(words[3].matches("[0-9]+[.][0-9]+.*"), run::out);
    assertTrue(built.contains("<version>" + words[3]), run::out);
  }

  @Test
  void runsWithAnotherSecondPartyMakeATableOfTwoAdapters() throws IOException {
    assertFalse(run("merge", reports).out().contains("second party"));
    Path copy = copy();
    String json = Files.readString(copy.resolve("conformance.json"));
    rewrite(
        copy,
        json.replaceFirst("\"peer\": *\"tcp0\"", "\"peer\": \"other0\"")
            .replaceFirst("\"successful\": *true", "\"successful\": false"));
    CommandRun run = run("merge", reports, copy);
    assertTrue(run.out().matches("(?s).*second party +loopback0 +tcp0\n.*"), run::out);
    assertTrue(run.out().matches("(?s).*\nother0 +failed, [0-9]+ clauses\n.*"), run::out);
    assertTrue(run.out().matches("(?s).*\ntcp0 +passed, [0-9]+ clauses\n.*"), run::out);
  }

  @Test
  void theJsonOfAPairOfAdaptersNamesTheClausesThatFailed() throws IOException {
    Path copy = copy();
    String json = Files.readString(copy.resolve("conformance.json"));
    rewrite(
        copy,
        json.replaceFirst("\"peer\": *\"tcp0\"", "\"peer\": \"other0\"")
            .replaceFirst("\"status\": *\"passed\"", "\"status\": \"failed\""));
    String merged =
        Json.object(CommandRun.of("report", "merge", copy.toString(), "--json").out())
            .get("adapterPairs")
            .toString();
    assertTrue(merged.contains("contract=dat, backend=tcp0, peer=other0, verdict="), merged);
    assertTrue(merged.contains("failed=[dat_pz_create.01]"), merged);
  }

  @Test
  void twoReportsOfOneBackendAreComparedByClause() throws IOException {
    Path tcp = reports.resolve("tcp0");
    CommandRun same = run("compare", tcp, tcp);
    assertEquals(0, same.code(), same::err);
    assertTrue(same.out().endsWith(" clauses changed\n"), same::out);
    assertTrue(same.out().contains("\n0 of "), same::out);
    Path copy = copy();
    String json = Files.readString(copy.resolve("conformance.json"));
    rewrite(copy, json.replaceFirst("\"status\": *\"passed\"", "\"status\": \"failed\""));
    CommandRun worse = run("compare", tcp, copy);
    assertEquals(1, worse.code(), worse::err);
    assertTrue(worse.out().matches("(?s).*dat_pz_create.01 +passed +failed\n.*"), worse::out);
    assertTrue(worse.out().contains("before: partial, dat on tcp0, provider tcp "), worse::out);
    assertTrue(worse.out().contains("after: failed, dat on tcp0, provider tcp "), worse::out);
    assertTrue(worse.out().contains("\n1 of "), worse::out);
    assertEquals(0, run("compare", copy, tcp).code());
    String object =
        CommandRun.of("report", "compare", tcp.toString(), copy.toString(), "--json").out();
    assertEquals(
        "[{clause=dat_pz_create.01, before=passed, after=failed}]",
        Json.object(object).get("changed").toString());
  }

  @Test
  void reportsOfTwoBackendsAreNotCompared() {
    CommandRun run = run("compare", reports.resolve("loopback0"), reports.resolve("tcp0"));
    assertEquals(2, run.code());
    assertTrue(
        run.err().contains("the runs are dat on loopback0 and dat on tcp0: give those of one"),
        run::err);
    assertEquals(2, run("compare", reports, reports).code());
  }

  @Test
  void changedAndMissingFilesAreNamed() throws IOException {
    Path copy = copy();
    assertEquals(copy + ": 1 reports, as written\n", run("verify", copy).out());
    Files.writeString(copy.resolve("conformance.html"), "all is well");
    Files.delete(copy.resolve("TEST-conformance.xml"));
    CommandRun verified = run("verify", copy);
    assertEquals(1, verified.code());
    assertTrue(verified.out().contains("conformance.html was changed after the run"));
    assertTrue(verified.out().contains("TEST-conformance.xml is missing"));
    CommandRun shown = run("show", copy);
    assertEquals(1, shown.code());
    assertTrue(shown.err().contains("was changed after the run"), shown::err);
  }

  @Test
  void foreignNewerAndHalfWrittenReportsAreRefusedInWords() throws IOException {
    assertRefused(folder, "there is no report in");
    assertRefused(folder.resolve("nothing"), "is no folder");
    Path copy = copy();
    Files.delete(copy.resolve(HashList.FILE));
    assertRefused(copy, "its run was killed before the end");
    String json = Files.readString(copy.resolve("conformance.json"));
    rewrite(copy, json.replaceFirst("\"version\": \\d+", "\"version\": 99"));
    assertRefused(copy, "use a newer dat4j");
    rewrite(copy, json.substring(0, json.length() / 2));
    assertRefused(copy, "cannot be read as JSON");
    rewrite(copy, "{}");
    assertRefused(copy, "the member 'version' is missing");
  }

  private static void rewrite(Path copy, String json) {
    HashList.write(copy, Map.of("conformance.json", json));
  }

  private static void assertRefused(Path folder, String words) {
    CommandRun run = run("show", folder);
    assertEquals(1, run.code());
    assertTrue(run.err().contains(words), run::err);
  }
}
