package org.dat4j.tools.certify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.report.CertificateLevel;
import org.dat4j.conformance.report.CertificateRules;
import org.dat4j.conformance.report.CertifiedRun.Kind;
import org.dat4j.conformance.report.HashList;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairResult;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.ProgressBar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertifyCommandTest {
  private static final String REMEDY = ": repeat it while the machine does nothing else";

  @TempDir Path folder;

  @Test
  void allRunsAreThoseThatACertificateDemands() {
    List<CertificationPart> parts = CertificationPart.all(7, false, false, true);
    assertEquals(10, parts.size());
    assertEquals("suite-one-jvm-seed-7", parts.get(0).folder());
    assertEquals("suite-two-jvms-seed-9", parts.get(5).folder());
    assertEquals(
        new CertificationPart(Kind.STEPPER, Placement.ONE_JVM, 7, 4, 1_000_000), parts.get(7));
    assertEquals("pairs", parts.get(8).folder());
    assertEquals("pairs-two-jvms", parts.get(9).folder());
    assertEquals(6, CertificationPart.all(7, false, true, true).size());
    assertEquals(3, CertificationPart.all(7, true, true, true).size());
  }

  @Test
  void aFolderWithOtherFilesIsLeftAlone() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");
    assertRefused("has other files and no plan.json", "loopback0");
    Files.delete(folder.resolve("notes.txt"));
    Files.writeString(folder.resolve("plan.json"), "{\"ia\": \"tcp0\"}");
    assertRefused("has the runs of another certification (ia differs)", "loopback0");
    Files.writeString(folder.resolve("plan.json"), "{\"ia\"");
    CommandRun run = CommandRun.of("certify", "loopback0", "--report", folder.toString());
    assertEquals(1, run.code());
    assertTrue(run.err().contains("plan.json cannot be read as JSON"), run::err);
  }

  @Test
  void aFolderInUseByAnotherProcessIsRefusedUntilThatIsKilled() throws Exception {
    interruptedStart();
    Process other = lockingProcess();
    try {
      assertEquals('x', other.getInputStream().read());
      assertRefused(folder + " is in use by another certify: wait for its end, ", "loopback0");
    } finally {
      other.destroyForcibly().waitFor();
    }
    interruptedStart();
  }

  @Test
  void aFolderInUseByThisProcessIsRefused() throws Exception {
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve("certify.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertTrue(lock.isValid());
      assertRefused(folder + " is in use by another certify", "loopback0");
    }
    interruptedStart();
  }

  /** Starts a process that locks the folder, writes one letter, and waits until it is killed. */
  private Process lockingProcess() throws IOException {
    Path program = folder.resolveSibling(folder.getFileName() + "-Locker.java");
    Files.writeString(
        program,
        """
        class Locker {
          public static void main(String[] file) throws Exception {
            try (var access = new java.io.RandomAccessFile(file[0], "rw");
                var lock = access.getChannel().lock()) {
              System.out.write('x');
              System.out.flush();
              System.in.read();
            }
          }
        }
        """);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            program.toString(),
            folder.resolve("certify.lock").toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void theContractOfANameThatOnlyRsmKnowsIsFound() throws IOException {
    Files.writeString(folder.resolve("plan.json"), "{\"ia\": \"shm0\", \"contract\": \"rsm\"}");
    assertRefused("has the runs of another certification (quick differs)", "shm0");
  }

  @Test
  void halfAReportOfAKilledStartIsLeftOutOfAnInterruptedOne() throws IOException {
    interruptedStart();
    Path half = folder.resolve("stepper-threads-4");
    Files.createDirectories(half);
    Files.writeString(half.resolve(ReportFolder.BUNDLE_JSON), "{");
    String said = interruptedStart();
    assertTrue(said.startsWith("left out: " + half + " has no SHA256SUMS"), said);
  }

  @Test
  void thePageStandsAloneWithClausesMutantsAndTwoAdapters() throws IOException {
    for (String name : List.of("suite-1", "suite-2", "peer-loopback0")) {
      String report = folder.resolve(name).toString();
      String seed = name.equals("suite-1") ? "1" : "2";
      CommandRun run =
          CommandRun.of(
              "conform",
              "loopback0",
              "--clauses",
              "dat_pz_free.*",
              "--seed",
              seed,
              "--report",
              report);
      assertEquals(0, run.code(), run::err);
    }
    Path matrix = folder.resolve("mutants/kill-matrix.json");
    Files.createDirectories(matrix.getParent());
    Files.writeString(
        matrix,
        """
        {"mutants": [
          {"id": "return.a", "clauses": ["dat_pz_free.01"], "killedBy": ["dat_pz_free.01"],
           "strength": "strong", "change": "returns another code", "excuse": ""},
          {"id": "return.b", "clauses": ["dat_pz_free.03"], "killedBy": [],
           "strength": "survivor", "change": "returns <nothing>", "excuse": "cannot be seen"}]}
        """);
    List<ReportFolder> reports =
        List.of(
            ReportFolder.read(folder.resolve("suite-1")),
            ReportFolder.read(folder.resolve("suite-2")));
    CertificateFiles.write(
        folder,
        reports,
        CertificateRules.judge(reports.stream().map(ReportFolder::run).toList(), LocalDate.MIN));
    String page = Files.readString(folder.resolve("certificate.html"));
    assertTrue(page.contains("<b>Declared absent:</b> dto_async_return_guaranteed"), page);
    assertTrue(page.contains("<td>max_message_size</td><td>2147483648</td>"), page);
    assertTrue(page.contains("<td>other_process</td>"), page);
    assertTrue(page.contains("<details class=\"c passed\" id=\"dat_pz_free.01\">"), page);
    assertTrue(page.contains("It has the worst outcome of 2 runs."), page);
    assertTrue(page.contains("All runs: passed, "), page);
    assertTrue(page.contains("--clauses 'dat_pz_free.01' --seed 1</code>"), page);
    assertTrue(page.contains("1 of 2 mutants were found (50.0 %)"), page);
    assertTrue(page.contains("returns &lt;nothing&gt;<br>Excuse: cannot be seen"), page);
    assertTrue(page.contains("<a href=\"#two-adapters\">Two adapters</a>"), page);
    assertFalse(page.matches("(?s).*(src=|https?://|<script|<link).*"), "external resource");
    assertEquals(List.of(), HashList.check(folder));
    Files.writeString(matrix, "{}");
    assertEquals(List.of(matrix + " was changed after the run"), HashList.check(folder));
  }

  @Test
  void thePageHasTheVerdictOnEachSecondPartyWithTheClausesThatFailed() throws IOException {
    Path suite = folder.resolve("suite");
    CommandRun run =
        CommandRun.of(
            "conform", "loopback0", "--clauses", "dat_pz_free.*", "--report", suite.toString());
    assertEquals(0, run.code(), run::err);
    String json =
        Files.readString(suite.resolve("conformance.json"))
            .replaceFirst("\"peer\": *\"loopback0\"", "\"peer\": \"other0\"")
            .replaceFirst("\"successful\": *true", "\"successful\": false")
            .replaceFirst("\"status\": *\"passed\"", "\"status\": \"failed\"");
    HashList.write(folder.resolve("peer-other0"), Map.of("conformance.json", json));
    List<ReportFolder> reports = List.of(ReportFolder.read(suite));
    CertificateFiles.write(
        folder,
        reports,
        CertificateRules.judge(reports.stream().map(ReportFolder::run).toList(), LocalDate.MIN));
    String page = Files.readString(folder.resolve("certificate.html"));
    assertTrue(page.matches("(?s).*<td>loopback0</td><td>passed, \\d+ clauses</td>.*"), page);
    assertTrue(page.matches("(?s).*<td>other0</td><td>failed, 1 of \\d+ clauses</td>.*"), page);
    assertTrue(page.contains("<li>loopback0 with other0: dat_pz_free.01</li>"), page);
  }

  /** Starts a certification that is ended before its first run; returns what it says. */
  private String interruptedStart() {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    Certification certification =
        new Certification(
            new Certification.Options("loopback0", "dat", null, true, null, folder),
            out,
            ProgressBar.on(out));
    certification.cancel();
    assertEquals(CertificateLevel.PARTIAL, certification.run().level());
    return said.toString();
  }

  @Test
  void wrongNamesAreRefusedInWords() {
    assertRefused("'nobody0' cannot be tested", "nobody0");
    assertRefused("contract 'verbs' is unknown", "loopback0", "--contract", "verbs");
    assertRefused("--deviations cannot be used", "loopback0", "--deviations", "nothing.tsv");
  }

  @Test
  void pairsOfWhichMostDidNotMeetLimitTheirRun() {
    assertEquals(List.of(), Certification.limits(pairs(1, 1, 0)));
    assertEquals(
        List.of("only 1 of 3 pairs met often enough" + REMEDY),
        Certification.limits(pairs(1, 2, 0)));
    assertEquals(
        List.of("4 pairs were not made", "only 0 of 2 pairs met often enough" + REMEDY),
        Certification.limits(pairs(0, 2, 4)));
  }

  @Test
  void aDifferenceOfTheStepperLeavesAHistoryThatCanBeReplayed() {
    StepOptions options = StepOptions.of("loopback0", 100, 1, 7);
    StepResult result =
        new StepResult(
            9, 0, false, "differs", 8, 0, 9, List.of(3L, 8L), List.of("call"), "class X {}");
    Map<String, String> files = Certification.stepFiles(options, result);
    assertEquals("class X {}", files.get("StepDifference.java"));
    assertEquals(
        List.of("# call", "# differs", "seed 7", "step 3", "step 8"),
        files.get("history.txt").lines().toList());
  }

  private static PairsResult pairs(int passed, int notMet, int left) {
    List<PairResult> pairs = new ArrayList<>();
    for (int i = 0; i < passed + notMet; i++) {
      Verdict verdict = i < passed ? Verdict.PASSED : Verdict.NOT_MET;
      pairs.add(
          new PairResult("evd/empty/" + i, "evd", verdict, 200, 0, 0, 0, 0, 0, null, 1, 1, 1));
    }
    PairOptions options = new PairOptions("loopback0", 200, 7, null, 0, Set.of(), null, false);
    return new PairsResult(options, "dat", pairs, left, false, 20);
  }

  private void assertRefused(String words, String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "certify";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 2] = "--report";
    all[all.length - 1] = folder.toString();
    CommandRun run = CommandRun.of(all);
    assertEquals(2, run.code(), run::out);
    assertTrue(run.err().contains(words), run::err);
  }
}
