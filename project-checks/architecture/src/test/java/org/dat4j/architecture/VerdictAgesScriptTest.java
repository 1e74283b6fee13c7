package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of the page of backends tells which verdicts are older than their providers. */
class VerdictAgesScriptTest {
  private static final String PAGE = "docs/reference/backends.md";
  private static final Map<String, String> SOON = Map.of("DAT4J_TODAY", "2027-01-31");
  private static final String WARNING =
      "sources of `tcp0` changed after its verdict: dat-provider-tcp.";

  @TempDir Path folder;
  private ScriptClone clone;
  private String judged;

  @BeforeEach
  void copyTheScript() throws Exception {
    clone = ScriptClone.of(folder, "project-checks/verdict-ages");
    change("dat-provider-tcp/src/main/Tcp.java");
    change("dat-spi/src/main/Spi.java");
    judged = clone.commit();
    publish(judged, "0.2.0-SNAPSHOT");
    clone.commit();
  }

  private void change(String file) throws IOException {
    clone.write(file, "version " + System.nanoTime());
  }

  /** Writes the page with one verdict. */
  private void publish(String commit, String version) throws IOException {
    String page =
        """
        # Backends

        ## Verdicts

        | contract | backend | provider | dat4j | commit | last run | verdict | missing or failed |
        |---|---|---|---|---|---|---|---|
        | dat | tcp0 | tcp 0.1 of dat4j | VERSION | COMMIT | 2027-01-30 | conformant |  |

        ## Runs

        | contract | backend | run |
        |---|---|---|
        | dat | tcp0 | suite |
        """;
    clone.write(PAGE, page.replace("VERSION", version).replace("COMMIT", commit));
  }

  private void assertEnds(int status, String words, Map<String, String> day, String... options)
      throws Exception {
    ScriptClone.Ended ended = clone.run(day, options);
    assertEquals(status, ended.status(), ended.text());
    assertTrue(ended.text().contains(words), ended.text());
  }

  @Test
  void aVerdictAsNewAsItsSourcesHasNoWarning() throws Exception {
    change("dat-provider-tcp/src/test/TcpTest.java");
    change("dat-provider-ipc/src/main/Ipc.java");
    clone.commit();
    ScriptClone.Ended ended = clone.run(SOON);
    assertEquals("ok: 1 verdicts, 0 with a warning\n", ended.text());
    assertEquals(0, ended.status());
  }

  @Test
  void changedSourcesAreAWarningInTheLogAndOnThePage() throws Exception {
    String before = clone.read(PAGE);
    change("dat-provider-tcp/src/main/Tcp.java");
    clone.commit();
    assertEnds(0, "warning: " + WARNING + "\n", SOON);
    assertEquals(before, clone.read(PAGE));
    assertEnds(0, "1 with a warning", SOON, "--write");
    String written = clone.read(PAGE);
    assertTrue(written.contains("conformant |  |\n\n- Warning: " + WARNING + "\n\n## Runs\n"));
    assertEnds(0, "1 with a warning", SOON, "--write");
    assertEquals(written, clone.read(PAGE));
    change("dat-spi/src/main/Spi.java");
    clone.commit();
    assertEnds(0, "dat-provider-tcp, dat-spi.", SOON, "--write");
    assertFalse(clone.read(PAGE).contains(WARNING));
  }

  @Test
  void aWarningLeavesThePageWithItsReason() throws Exception {
    String before = clone.read(PAGE);
    change("dat-provider-tcp/src/main/Tcp.java");
    String commit = clone.commit();
    assertEnds(0, "1 with a warning", SOON, "--write");
    clone.write(PAGE, clone.read(PAGE).replace(judged, commit));
    assertEnds(0, "0 with a warning", SOON, "--write");
    assertEquals(before.replace(judged, commit), clone.read(PAGE));
  }

  @Test
  void aVerdictOlderThanSixtyDaysFails() throws Exception {
    assertEnds(0, "ok: ", Map.of("DAT4J_TODAY", "2027-03-31"));
    assertEnds(
        1,
        "FAILED: the verdict on dat tcp0 is 61 days old: run project-checks/backends\n",
        Map.of("DAT4J_TODAY", "2027-04-01"));
  }

  @Test
  void aVerdictWithoutCommitFailsUnlessThereIsARelease() throws Exception {
    publish("0123456789ab", "0.2.0-SNAPSHOT");
    assertEnds(0, "this clone lacks the commit 0123456789ab of the verdict on `tcp0`", SOON);
    publish("", "0.2.0-SNAPSHOT");
    assertEnds(1, "names neither a commit nor a release: version '0.2.0-SNAPSHOT'", SOON);
    publish("0123456789ab", "0.2.0");
    assertEnds(0, "the verdict on `tcp0` speaks for the release 0.2.0", SOON);
  }
}
