package org.dat4j.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;
import org.junit.jupiter.api.Test;

class ReportsTest {

  private static final OperatingPoint LATENCY = OperatingPoint.pingPong(64, 1);
  private static final OperatingPoint RATE = OperatingPoint.stream(64, 256);

  private static Sample trips(double nanos) {
    return new Sample(
        1000, (long) (1000 * nanos), 2_000_000, 0, Map.of(50.0, nanos, 99.0, 2 * nanos));
  }

  private static Results results() {
    Measured latency =
        new Measured(
            LATENCY,
            "usual",
            List.of(trips(8000), trips(6000), trips(20_000)),
            "run <it> | here",
            "");
    Measured rate =
        new Measured(
            RATE,
            "usual",
            List.of(new Sample(3_000_000, 1_000_000_000, 0, -1, Map.of())),
            "run",
            "");
    return new Results(
        Map.of("processor", "a <fast> one"),
        3,
        List.of(LATENCY, RATE),
        List.of(
            new Results.PeerResult(
                "one", "dat4j", "sockets", "", Map.of(LATENCY, latency, RATE, rate), Map.of()),
            new Results.PeerResult(
                "four", "Java", "sockets", "", Map.of(LATENCY, latency), Map.of()),
            new Results.PeerResult(
                "two", "C", "sockets", "not installed: apt-get install two", Map.of(), Map.of()),
            new Results.PeerResult(
                "three", "Java", "sockets", "", Map.of(), Map.of(LATENCY, "it ended"))));
  }

  @Test
  void medianIsTheMiddleOfAnOddNumberAndTheMeanOfTwo() {
    assertEquals(new Spread(2, 1, 9), Spread.of(List.of(9.0, 1.0, 2.0)));
    assertEquals(new Spread(3, 1, 9), Spread.of(List.of(9.0, 1.0, 2.0, 4.0)));
    assertTrue(Double.isNaN(Spread.of(List.of(Double.NaN)).median()));
  }

  @Test
  void valueIsHalfARoundTripOrARate() {
    assertEquals(4, Measured.value(LATENCY, trips(8000)), 1e-9);
    assertEquals(3, Measured.value(RATE, new Sample(3, 1000, 0, 0, Map.of())), 1e-9);
  }

  @Test
  void numbersHaveTheDigitsThatCount() {
    assertEquals("0.24", Numbers.text(0.2444));
    assertEquals("15", Numbers.text(15.4));
    assertEquals("123", Numbers.text(123.4));
    assertEquals("-", Numbers.text(Double.NaN));
  }

  @Test
  void tableHasFiguresAndEveryPeerThatIsMissing() {
    String page = ComparisonMarkdownReport.text(results());
    // The rate has one sample: the run was ended.
    assertTrue(page.contains("1 to 3 rounds with the least"), page);
    assertTrue(page.contains("| one | 4 [3-10]; p99 8 | 3 |"), page);
    assertTrue(page.contains("| two | everything | not installed: apt-get install two |"), page);
    assertTrue(page.contains("| three | 64 B send, half a round trip | it ended |"), page);
    assertTrue(page.contains("run <it> | here"), page);
  }

  @Test
  void pageHasPlotsAndStandsAlone() {
    String page = ComparisonHtmlReport.text(results());
    assertTrue(page.contains("aria-label=\"64 B send, half a round trip\""), page);
    assertTrue(page.contains("a &lt;fast&gt; one"), page);
    assertTrue(page.contains("two: not installed: apt-get install two"), page);
    assertFalse(page.contains("<script") || page.contains("src=") || page.contains("href="), page);
  }

  @Test
  void barsOfPeersFarApartHaveDifferentLengths() {
    List<Results.PeerResult> peers =
        List.of(peerWith("best", 200), peerWith("slow", 8000), peerWith("slower", 16_000));
    String picture = BarPlot.of(peers, LATENCY).svg();
    List<Double> lengths =
        Pattern.compile("width=\"([0-9.]+)\" height=\"14\"")
            .matcher(picture)
            .results()
            .map(bar -> Double.valueOf(bar.group(1)))
            .toList();
    assertEquals(3, lengths.size(), picture);
    assertTrue(lengths.get(0) > 0, picture);
    assertTrue(lengths.get(0) < lengths.get(1) && lengths.get(1) < lengths.get(2), picture);
  }

  private static Results.PeerResult peerWith(String name, double nanos) {
    Measured measured = new Measured(LATENCY, "usual", List.of(trips(nanos)), "run", "");
    return new Results.PeerResult(name, "Java", "sockets", "", Map.of(LATENCY, measured), Map.of());
  }

  @Test
  void axisOfOneValueHasTicks() {
    Axis axis = Axis.of(List.of(5.0));
    assertEquals(List.of(5.0, 10.0), axis.ticks());
    assertEquals(0.5, axis.share(5), 1e-9);
  }

  @Test
  void longAxisHasPowersOfTenOnly() {
    assertEquals(
        List.of(1.0, 10.0, 100.0, 1000.0, 10_000.0), Axis.of(List.of(1.0, 12_000.0)).ticks());
  }

  @Test
  void jsonHasEachSample() {
    String text = ComparisonJsonReport.text(results());
    assertTrue(text.contains("\"median\" : 4.0"), text);
    assertTrue(text.contains("not installed"), text);
  }
}
