package org.dat4j.conformance.dat.mutant;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.mutant.MutantSetCases;
import org.junit.jupiter.api.Test;

class DatMutantsTest extends MutantSetCases {
  private static final DatKit KIT = new DatKit();

  DatMutantsTest() {
    super(KIT, new DatMutants(KIT.catalogue(), KIT.index().checkedClauses()), DatPages.all(), 600);
  }

  @Test
  void aSideThatOnlyRsmHasIsRefused() {
    for (String side : List.of("below", "least0", "multiple")) {
      List<String> row = List.of("dat_page", "length", "arg0", "1", side, "", "");
      assertThrows(IllegalArgumentException.class, () -> DatLimit.of(row));
    }
  }
}
