package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The perf command on loopback, end to end. The machine may be busy, so a run may honestly have no
 * result; what it says then is checked as well.
 */
class PerfLoopbackTest {

  private static final int TRIES = 5;

  private static List<Map<String, Object>> results(CommandRun run) throws IOException {
    boolean none = run.err().contains("no result for");
    assertEquals(none ? ExitCodes.FAILURE : ExitCodes.OK, run.code(), run::err);
    List<?> list = JSON.std.listFrom(run.out());
    @SuppressWarnings("unchecked")
    List<Map<String, Object>> results = (List<Map<String, Object>>) (List<?>) list;
    return results;
  }

  @Test
  void theJsonHasTheFieldsOfItsDescriptionInTheirOrder() throws IOException {
    CommandRun run = CommandRun.of("perf", "loopback0", "--iterations", "220", "--json");
    Map<String, Object> result = results(run).get(0);
    assertEquals(
        List.of(
            "ia",
            "op",
            "size",
            "window",
            "wait",
            "ops_verified",
            "latency_us",
            "limit",
            "ratio_to_limit",
            "bandwidth_GBps",
            "messages_per_s",
            "allocated_B_per_op",
            "histogram_file"),
        List.copyOf(result.keySet()));
    assertEquals(
        List.of("p50", "p99", "p999"),
        List.copyOf(((Map<?, ?>) result.get("latency_us")).keySet()));
    Map<?, ?> baseline = (Map<?, ?>) result.get("limit");
    assertEquals(List.of("what", "p50", "p99", "GBps"), List.copyOf(baseline.keySet()));
    assertEquals("loopback0", result.get("ia"));
    assertEquals("send", result.get("op"));
    assertEquals(64, result.get("size"));
    assertEquals(1, result.get("window"));
    assertEquals("poll", result.get("wait"));
    assertEquals("cross-thread flag, half round trip", baseline.get("what"));
    assertNull(baseline.get("GBps"));
    assertNull(result.get("histogram_file"));
  }

  @ParameterizedTest
  @CsvSource({
    "send, 1, 1, poll",
    "send, 20, 1, poll",
    "send, 5000, 1, await",
    "send, 64, 5, poll",
    "send, 3, 2, await",
    "send, 65536, 3, poll",
    "write, 64, 1, poll",
    "write, 3, 1, await",
    "write, 300000, 1, poll",
    "write, 100, 7, poll",
    "read, 64, 1, poll",
    "read, 5, 1, await",
    "read, 300000, 1, poll",
    "read, 100, 7, await"
  })
  void everyOperationIsVerified(String op, int size, int window, String wait) throws IOException {
    CommandRun run = PerfRuns.of("app0", op, size, window, wait, 110);
    Map<String, Object> result = results(run).get(0);
    int verified = (Integer) result.get("ops_verified");
    int blocks = verified / (op.equals("write") && window > 1 ? window : 10);
    assertTrue(blocks >= 1 && blocks <= 11, () -> verified + " verified");
    if (run.code() == ExitCodes.OK) {
      assertEquals(11, blocks);
      assertNotNull(result.get("ratio_to_limit"));
      assertTrue((Double) result.get("messages_per_s") > 0);
      Object p50 = ((Map<?, ?>) result.get("latency_us")).get("p50");
      Object bandwidth = ((Map<?, ?>) result.get("limit")).get("GBps");
      assertEquals(window > 1, p50 == null);
      assertEquals(window == 1, bandwidth == null);
    }
  }

  /** Whatever its window has to do with how many messages complete with one event. */
  @ParameterizedTest
  @CsvSource({"4, poll", "6, await", "8, poll", "18, poll", "20, await", "64, poll", "100, await"})
  void aStreamBringsEachMessage(int window, String wait) throws IOException {
    CommandRun run = PerfRuns.of("app0", "send", 64, window, wait, 11 * 333);
    int verified = (Integer) results(run).get(0).get("ops_verified");
    assertTrue(verified > 0 && verified % 333 == 0, () -> verified + " verified");
  }

  @Test
  void severalSizesGiveSeveralResultsAndHistograms(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("latency.hgrm");
    CommandRun run =
        CommandRun.of(
            "perf",
            "loopback0",
            "--size",
            "8,16",
            "--iterations",
            "110",
            "--histogram",
            file.toString(),
            "--json");
    List<Map<String, Object>> results = results(run);
    assertEquals(2, results.size());
    for (Map<String, Object> result : results) {
      Path written = Path.of((String) result.get("histogram_file"));
      assertEquals(folder.resolve("latency-" + result.get("size") + ".hgrm"), written);
      assertTrue(Files.readString(written).contains("#[Mean"));
    }
  }

  @Test
  void peopleGetATableWithPlacementAndLimit() {
    CommandRun run = CommandRun.of("perf", "loopback0", "--iterations", "110");
    List<String> lines = run.out().lines().toList();
    assertTrue(lines.get(0).startsWith("loopback0: two threads of one JVM, not pinned, "));
    assertTrue(lines.get(1).contains("p50 us"), run::out);
    assertTrue(lines.get(2).startsWith("send "), run::out);
    assertEquals("baseline: cross-thread flag, half round trip", lines.get(3));
    assertEquals(4, lines.size());
  }

  @Test
  void nothingIsAllocatedPerOperation() throws IOException {
    // Other threads of the test's JVM allocate now and then; one object per operation is 16 bytes,
    // every time.
    double least = Double.MAX_VALUE;
    for (int i = 0; i < TRIES && least >= 8; i++) {
      CommandRun run = CommandRun.of("perf", "loopback0", "--iterations", "22000", "--json");
      Map<String, Object> result = results(run).get(0);
      least = Math.min(least, (Double) result.get("allocated_B_per_op"));
    }
    assertTrue(least < 8, least + " B/op");
  }
}
