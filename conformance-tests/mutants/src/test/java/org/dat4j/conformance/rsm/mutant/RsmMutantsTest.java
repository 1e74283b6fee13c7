package org.dat4j.conformance.rsm.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.ClauseKind;
import org.dat4j.conformance.rsm.RsmKit;
import org.dat4j.conformance.spi.Mutant;
import org.junit.jupiter.api.Test;

class RsmMutantsTest {
  private static final Pattern ID = Pattern.compile("[a-z]+(\\.[A-Za-z0-9_+-]+)+");

  private final RsmKit kit = new RsmKit();
  private final RsmMutants mutants = new RsmMutants(kit.catalogue(), kit.index().checkedClauses());

  private Set<String> checked() {
    Set<String> checked = new HashSet<>();
    kit.index().entries().forEach(entry -> checked.addAll(entry.clauses()));
    return checked;
  }

  @Test
  void eachMutantHasAReadableIdCheckedClausesAndWordsForItsChange() {
    Set<String> checked = checked();
    for (Mutant mutant : mutants.all()) {
      assertTrue(ID.matcher(mutant.id()).matches(), mutant.id());
      assertTrue(!mutant.change().isBlank(), mutant.id());
      assertTrue(!mutant.clauses().isEmpty(), mutant.id());
      for (String clause : mutant.clauses()) {
        assertTrue(checked.contains(clause), () -> mutant.id() + ": no check of " + clause);
      }
      assertEquals(mutant, mutants.find(mutant.id()).orElseThrow());
      assertEquals(mutant.clauses(), kit.mutant(mutant.id()).orElseThrow().clauses());
    }
  }

  @Test
  void severalHundredMutantsAreMade() {
    assertTrue(mutants.all().size() >= 800, () -> mutants.all().size() + " mutants");
  }

  @Test
  void everyExcuseIsOfAMutantThatExists() {
    Set<String> left = new TreeSet<>(mutants.excuses().keySet());
    mutants.all().forEach(mutant -> left.remove(mutant.id()));
    assertEquals(Set.of(), left);
    mutants.excuses().forEach((id, reason) -> assertTrue(reason.length() > 20, id));
  }

  @Test
  void aSideThatOnlyDatHasIsRefused() {
    for (String side : List.of("mask", "capacity", "fewer")) {
      assertThrows(IllegalArgumentException.class, () -> RsmLimit.of("f", "arg0", "1", side, "1"));
    }
  }

  @Test
  void theTablesNameOnlyClausesThatExist() {
    Set<String> named = new TreeSet<>(mutants.named());
    named.addAll(mutants.without());
    for (String id : named) {
      assertTrue(kit.catalogue().find(id).isPresent(), id);
    }
  }

  @Test
  void everyReturnClauseWithACheckHasAMutant() {
    Set<String> checked = checked();
    Set<String> broken = new HashSet<>();
    mutants.all().forEach(mutant -> broken.addAll(mutant.clauses()));
    Set<String> pages = RsmPages.all();
    List<String> missing =
        kit.catalogue().all().stream()
            .filter(clause -> clause.kind() == ClauseKind.RETURN && clause.testable())
            .filter(clause -> checked.contains(clause.id()) && pages.contains(clause.page()))
            .map(Clause::id)
            .filter(id -> !broken.contains(id))
            .toList();
    assertEquals(List.of(), missing, "clauses without a mutant; see returns.tsv");
  }
}
