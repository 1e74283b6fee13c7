package org.dat4j.conformance.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.ClauseKind;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.spi.Mutant;
import org.junit.jupiter.api.Test;

/** Checks of the mutants of a contract, the same for both. */
public abstract class MutantSetCases {
  private static final Pattern ID = Pattern.compile("[a-z]+(\\.[A-Za-z0-9_+-]+)+");

  private final ContractKit kit;
  private final MutantSet<?, ?> mutants;
  private final Set<String> pages;
  private final int atLeast;

  /**
   * @param pages the manual pages whose calls a mutant can change
   * @param atLeast how many mutants there are at least
   */
  protected MutantSetCases(
      ContractKit kit, MutantSet<?, ?> mutants, Set<String> pages, int atLeast) {
    this.kit = kit;
    this.mutants = mutants;
    this.pages = pages;
    this.atLeast = atLeast;
  }

  private Set<String> checked() {
    return kit.index().checkedClauses();
  }

  @Test
  public void eachMutantHasAReadableIdCheckedClausesAndWordsForItsChange() {
    for (Mutant mutant : mutants.all()) {
      assertTrue(ID.matcher(mutant.id()).matches(), mutant.id());
      assertTrue(!mutant.change().isBlank(), mutant.id());
      assertTrue(!mutant.clauses().isEmpty(), mutant.id());
      for (String clause : mutant.clauses()) {
        assertTrue(checked().contains(clause), () -> mutant.id() + ": no check of " + clause);
      }
      assertEquals(mutant, mutants.find(mutant.id()).orElseThrow());
      assertEquals(mutant.clauses(), kit.mutant(mutant.id()).orElseThrow().clauses());
    }
  }

  @Test
  public void severalHundredMutantsAreMade() {
    assertTrue(mutants.all().size() >= atLeast, () -> mutants.all().size() + " mutants");
  }

  @Test
  public void everyExcuseIsOfAMutantThatExists() {
    Set<String> left = new TreeSet<>(mutants.excuses().keySet());
    mutants.all().forEach(mutant -> left.remove(mutant.id()));
    assertEquals(Set.of(), left);
    mutants.excuses().forEach((id, reason) -> assertTrue(reason.length() > 20, id));
  }

  @Test
  public void theTablesNameOnlyClausesThatExist() {
    Set<String> named = new TreeSet<>(mutants.named());
    named.addAll(mutants.without());
    for (String id : named) {
      assertTrue(kit.catalogue().find(id).isPresent(), id);
    }
  }

  @Test
  public void everyReturnClauseWithACheckHasAMutant() {
    Set<String> broken = new HashSet<>();
    mutants.all().forEach(mutant -> broken.addAll(mutant.clauses()));
    Set<String> without = mutants.without();
    List<String> missing =
        kit.catalogue().all().stream()
            .filter(clause -> clause.kind() == ClauseKind.RETURN && clause.testable())
            .filter(clause -> checked().contains(clause.id()) && pages.contains(clause.page()))
            .map(Clause::id)
            .filter(id -> !without.contains(id) && !broken.contains(id))
            .toList();
    assertEquals(List.of(), missing, "clauses without a mutant; see returns.tsv");
  }
}
