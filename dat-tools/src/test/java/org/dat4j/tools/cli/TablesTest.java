package org.dat4j.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {

  @Test
  void numbersAreAlignedRightAndTextsLeft() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    Tables.print(
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
