package org.dat4j.conformance.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.dimension.DimensionKind;
import org.dat4j.conformance.rsm.RsmKit;
import org.junit.jupiter.api.Test;

class LeftOutKindsTest {
  private static final String HEADER = "clauses\tabout\tkinds\treason\n";

  private static LeftOutKinds table(String rows) {
    return LeftOutKinds.of(
        "test", TsvReader.read(new StringReader(HEADER + rows), "test", LeftOutKinds.COLUMNS));
  }

  private static Clause clause(String id) {
    return new DatKit().catalogue().get(id);
  }

  @Test
  void firstMatchingRowHasTheReason() {
    LeftOutKinds table =
        table("dat_pz_*\t*\tsize, number\tno bytes\n*\treturn\tsize\tone code\n*\t*\t*\tother\n");
    assertEquals(
        Optional.of("no bytes"), table.reason(clause("dat_pz_query.01"), DimensionKind.SIZE));
    assertEquals(
        Optional.of("one code"), table.reason(clause("dat_lmr_free.01"), DimensionKind.SIZE));
    assertEquals(Optional.of("other"), table.reason(clause("dat_lmr_free.07"), DimensionKind.SIZE));
    assertEquals(
        Optional.empty(),
        table("dat_pz_*\t*\tsize\tno bytes\n")
            .reason(clause("dat_pz_query.01"), DimensionKind.OTHER_SIDE));
  }

  @Test
  void rowThatNamesSomethingUnknownIsRefused() {
    for (String row : List.of("*\tcolour\tsize\twhy\n", "*\t*\tcolour\twhy\n", "*\t*\tsize\t \n")) {
      CatalogueException refused = assertThrows(CatalogueException.class, () -> table(row));
      assertTrue(refused.getMessage().startsWith("test:2"), refused.getMessage());
    }
  }

  @Test
  void eachRowIsAboutAClauseForWhichNoEarlierRowHasAReason() {
    List<Clause> all = new ArrayList<>(new DatKit().catalogue().all());
    all.addAll(new RsmKit().catalogue().all());
    List<LeftOutKinds.Reason> rows = LeftOutKinds.suite().rows();
    List<Integer> idle = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      LeftOutKinds.Reason row = rows.get(i);
      List<LeftOutKinds.Reason> earlier = rows.subList(0, i);
      boolean used =
          all.stream()
              .filter(Clause::testable)
              .anyMatch(
                  clause ->
                      row.kinds().stream()
                          .anyMatch(
                              kind ->
                                  row.matches(clause, kind)
                                      && earlier.stream()
                                          .noneMatch(each -> each.matches(clause, kind))));
      if (!used) {
        idle.add(row.line());
      }
    }
    assertEquals(List.of(), idle, "lines that give no reason");
  }
}
