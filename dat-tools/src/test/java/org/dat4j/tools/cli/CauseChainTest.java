package org.dat4j.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.junit.jupiter.api.Test;

class CauseChainTest {
  private static final DatException REFUSAL =
      new DatException(
          DatReturn.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE, "open", "call", "0x4", "load a driver");

  @Test
  void aCauseThatTheMessageDoesNotNameIsListed() {
    Exception outer = new Exception("it failed", new IOException("no file"));
    assertEquals(List.of("java.io.IOException: no file"), CauseChain.beyondMessage(outer));
    Exception namedAll = new Exception("it failed: no file", new IOException("no file"));
    assertEquals(List.of(), CauseChain.beyondMessage(namedAll));
  }

  @Test
  void aRefusalWithSeparateReasonAndRemedyInTheMessageIsNotRepeated() {
    String reason = "DAT_INTERNAL_ERROR: open: call = 0x4";
    Exception apart = new Exception("refused: " + reason + "\nfix: load a driver", REFUSAL);
    assertEquals(List.of(), CauseChain.beyondMessage(apart));
    Exception withoutRemedy = new Exception("refused: " + reason, REFUSAL);
    assertEquals(List.of(REFUSAL.toString()), CauseChain.beyondMessage(withoutRemedy));
  }
}
