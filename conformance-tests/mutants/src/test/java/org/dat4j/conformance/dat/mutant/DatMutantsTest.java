package org.dat4j.conformance.dat.mutant;

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
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.spi.Mutant;
import org.junit.jupiter.api.Test;

class DatMutantsTest {
  private static final Pattern ID = Pattern.compile("[a-z]+(\\.[A-Za-z0-9_+-]+)+");

  private final DatKit kit = new DatKit();
  private final DatMutants mutants = new DatMutants(kit.catalogue(), kit.index().checkedClauses());

  @Test
  void eachMutantHasAReadableIdCheckedClausesAndWordsForItsChange() {
    Set<String> checked = new HashSet<>();
    kit.index().entries().forEach(entry -> checked.addAll(entry.clauses()));
    for (Mutant mutant : mutants.all()) {
      assertTrue(ID.matcher(mutant.id()).matches(), mutant.id());
      assertTrue(!mutant.change().isBlank(), mutant.id());
      assertTrue(!mutant.clauses().isEmpty(), mutant.id());
      for (String clause : mutant.clauses()) {
        assertTrue(checked.contains(clause), () -> mutant.id() + ": no check of " + clause);
      }
      assertEquals(mutant, mutants.find(mutant.id()).orElseThrow());
    }
  }

  @Test
  void severalHundredMutantsAreMade() {
    assertTrue(mutants.all().size() >= 600, () -> mutants.all().size() + " mutants");
  }

  @Test
  void everyExcuseIsOfAMutantThatExists() {
    Set<String> left = new TreeSet<>(mutants.excuses().keySet());
    mutants.all().forEach(mutant -> left.remove(mutant.id()));
    assertEquals(Set.of(), left);
    mutants.excuses().forEach((id, reason) -> assertTrue(reason.length() > 20, id));
  }

  @Test
  void theTablesNameOnlyClausesThatExist() {
    for (String id : mutants.named()) {
      assertTrue(kit.catalogue().find(id).isPresent(), id);
    }
  }

  @Test
  void aSideThatOnlyRsmHasIsRefused() {
    for (String side : List.of("below", "least0", "multiple")) {
      assertThrows(IllegalArgumentException.class, () -> DatLimit.of("arg0", "1", side));
    }
  }

  @Test
  void everyReturnClauseWithACheckHasAMutant() {
    Set<String> checked = new HashSet<>();
    kit.index().entries().forEach(entry -> checked.addAll(entry.clauses()));
    Set<String> broken = new HashSet<>();
    mutants.all().forEach(mutant -> broken.addAll(mutant.clauses()));
    Set<String> pages = DatPages.all();
    Set<String> without = mutants.without();
    List<String> missing =
        kit.catalogue().all().stream()
            .filter(clause -> clause.kind() == ClauseKind.RETURN)
            .filter(clause -> !without.contains(clause.id()))
            .filter(clause -> checked.contains(clause.id()) && pages.contains(clause.page()))
            .map(Clause::id)
            .filter(id -> !broken.contains(id))
            .toList();
    assertEquals(List.of(), missing, "clauses without a mutant; see returns.tsv");
  }
}
