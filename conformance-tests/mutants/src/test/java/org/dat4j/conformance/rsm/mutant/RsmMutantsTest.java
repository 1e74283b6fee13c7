package org.dat4j.conformance.rsm.mutant;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.dat4j.conformance.mutant.MutantSetCases;
import org.dat4j.conformance.rsm.RsmKit;
import org.junit.jupiter.api.Test;

class RsmMutantsTest extends MutantSetCases {
  private static final RsmKit KIT = new RsmKit();

  RsmMutantsTest() {
    super(KIT, new RsmMutants(KIT.catalogue(), KIT.index().checkedClauses()), RsmPages.all(), 900);
  }

  @Test
  void aSideThatOnlyDatHasIsRefused() {
    for (String side : List.of("mask", "capacity", "fewer")) {
      List<String> row = List.of("f", "length", "arg0", "1", side, "", "", "1");
      assertThrows(IllegalArgumentException.class, () -> RsmLimit.of(row));
    }
  }
}
