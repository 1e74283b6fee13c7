package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.perf.BlockScheme.Block;
import org.dat4j.tools.perf.BlockScheme.Outcome;
import org.junit.jupiter.api.Test;

/** What is promised of which measurement, with numbers made up for the purpose. */
class FiguresTest {

  private static final int COUNT = 100;

  private static Trips trips(long nanos) {
    Trips trips = new Trips();
    for (int i = 0; i < COUNT; i++) {
      trips.record(nanos);
    }
    return trips;
  }

  static List<Map<String, Object>> of(
      Op op,
      int size,
      int window,
      boolean poll,
      long nanos,
      long limitNanos,
      long companionNanos,
      String crc,
      boolean pinned) {
    Spec spec = new Spec(op, size, window, poll, Limit.of(op, size, window, poll, false));
    Measurement.Content content =
        new Measurement.Content(
            COUNT,
            COUNT,
            COUNT * nanos,
            0,
            spec.stream() ? new Trips() : trips(nanos),
            spec.stream() ? new Trips() : trips(limitNanos),
            companionNanos == 0 ? Double.NaN : companionNanos);
    Block<Measurement.Content> block = new Block<>(limitNanos, nanos, content);
    Measurement measurement =
        new Measurement(spec, new Outcome<>(Collections.nCopies(3, block), 0, true));
    return Figures.of(measurement, crc, pinned);
  }

  private static List<Object> verdicts(List<Map<String, Object>> figures) {
    return figures.stream().map(figure -> figure.get("holds")).toList();
  }

  @Test
  void aMessageTakesAtMostATenthMoreThanABareOneAndItsTailThreeTimesAsLong() {
    assertEquals(
        List.of(true, true), verdicts(of(Op.SEND, 64, 1, true, 1100, 1000, 0, "on", false)));
    assertEquals(
        List.of(false, true), verdicts(of(Op.SEND, 64, 1, true, 1200, 1000, 0, "on", false)));
    assertEquals(
        List.of(false, false), verdicts(of(Op.SEND, 64, 1, true, 3100, 1000, 0, "on", false)));
  }

  @Test
  void aReadIsComparedWithAMessageThereAndBack() {
    List<Map<String, Object>> figures = of(Op.READ, 64, 1, true, 1300, 500, 1000, "on", false);
    assertEquals(List.of(true), verdicts(figures));
    assertEquals(1.3, figures.get(0).get("value"));
    assertEquals(List.of(false), verdicts(of(Op.READ, 64, 1, true, 1310, 1310, 1000, "on", false)));
  }

  @Test
  void waitingIsJudgedOnlyWhereItIsKnownWhereTheSidesRun() {
    assertEquals(List.of(), of(Op.SEND, 64, 1, false, 1000, 1000, 0, "on", false));
    assertEquals(List.of(true), verdicts(of(Op.SEND, 64, 1, false, 1000, 1000, 0, "on", true)));
    assertEquals(List.of(false), verdicts(of(Op.SEND, 64, 1, false, 1110, 1000, 0, "on", true)));
  }

  @Test
  void aStreamOfMessagesHasARateAndAShareOfTheBareOne() {
    assertEquals(
        List.of(true, true), verdicts(of(Op.SEND, 64, 256, true, 200, 50, 0, "on", false)));
    assertEquals(
        List.of(false, true), verdicts(of(Op.SEND, 64, 256, true, 201, 51, 0, "on", false)));
    assertEquals(
        List.of(true, false), verdicts(of(Op.SEND, 64, 256, true, 200, 49, 0, "on", false)));
  }

  @Test
  void theShareOfLongWritesDependsOnTheCrc() {
    int size = 1 << 20;
    assertEquals(List.of(true), verdicts(of(Op.WRITE, size, 16, true, 1250, 1000, 0, "on", false)));
    assertEquals(
        List.of(false), verdicts(of(Op.WRITE, size, 16, true, 1250, 1000, 0, "off", false)));
    assertEquals(
        List.of(true), verdicts(of(Op.WRITE, size, 16, true, 1110, 1000, 0, "off", false)));
  }

  @Test
  void nothingIsPromisedOfOtherAdaptersAndOtherSizes() {
    assertEquals(List.of(), of(Op.SEND, 64, 1, true, 1000, 1000, 0, null, false));
    assertEquals(List.of(), of(Op.SEND, 65, 1, true, 1000, 1000, 0, "on", false));
    assertEquals(List.of(), of(Op.WRITE, 4096, 16, true, 1000, 1000, 0, "on", false));
  }
}
