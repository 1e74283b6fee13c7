package org.dat4j.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final int COLUMNS = 80;

  private static List<String> printed(List<List<String>> rows, int width) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    TextTable.print(rows, out, width);
    out.flush();
    return text.toString().lines().toList();
  }

  @Test
  void aLongTextIsBrokenBetweenWordsToFit() {
    assertEquals(
        List.of("name  meaning", "crc   ask for", "      a CRC"),
        printed(List.of(List.of("name", "meaning"), List.of("crc", "ask for a CRC")), 13));
  }

  @Test
  void columnsThatDoNotFitFollowBelowBesideTheFirstOne() {
    assertEquals(
        List.of("op    latency", "send  low", "", "op    bandwidth", "send  high"),
        printed(
            List.of(List.of("op", "latency", "bandwidth"), List.of("send", "low", "high")), 16));
  }

  @Test
  void manyColumnsFitIntoATerminal() {
    List<String> heading = new ArrayList<>();
    List<String> row = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      heading.add("column number " + i);
      row.add(i % 2 == 0 ? "123456" : "a cause of more than eighty characters ".repeat(3).strip());
    }
    printed(List.of(heading, row), COLUMNS)
        .forEach(line -> assertTrue(line.length() <= COLUMNS, line));
  }

  @Test
  void theWidthIsThatOfTheEnvironmentOrEighty() {
    assertEquals(120, TerminalDetection.width("120"));
    assertEquals(COLUMNS, TerminalDetection.width(null));
    assertEquals(COLUMNS, TerminalDetection.width("wide"));
    assertEquals(40, TerminalDetection.width("10"));
  }

  @Test
  void namesThatEndInADigitAreAlignedLeft() {
    assertEquals(
        List.of("adapter    size", "tcp0          8", "loopback0  1024"),
        printed(
            List.of(List.of("adapter", "size"), List.of("tcp0", "8"), List.of("loopback0", "1024")),
            COLUMNS));
  }

  @Test
  void numbersAreAlignedRightAndTextsLeft() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    TextTable.print(
        List.of(
            List.of("op", "us", "note"),
            List.of("send", "1.5", "fast"),
            List.of("rd", "10.25", ""),
            List.of("x", "-", "")),
        out);
    out.flush();
    assertEquals(
        List.of("op       us  note", "send    1.5  fast", "rd    10.25", "x         -"),
        text.toString().lines().toList());
  }
}
