package org.dat4j.conformance.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.ContractIndexTest;
import org.junit.jupiter.api.Test;

class DatIndexTest extends ContractIndexTest {
  DatIndexTest() {
    super(new DatKit(), DatTest.class);
  }

  @Test
  void everyTestableClauseOfACompletePageHasACheck() {
    Set<String> pages = new HashSet<>();
    TsvReader.resource(DatKit.class, "dat-pages.tsv", List.of("page"))
        .forEach(row -> pages.add(row.fields().get(0)));
    assertFalse(pages.isEmpty());
    Set<String> unknown = new HashSet<>(pages);
    catalogue.all().stream().map(Clause::page).forEach(unknown::remove);
    assertEquals(Set.of(), unknown, "pages of the list that no clause is of");
    assertEquals(
        List.of(),
        withoutCheck(catalogue.all().stream().filter(c -> pages.contains(c.page()))),
        "clauses of complete pages without a check");
  }
}
