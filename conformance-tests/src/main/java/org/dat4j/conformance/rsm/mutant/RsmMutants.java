package org.dat4j.conformance.rsm.mutant;

import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.kernel.TestIndex;
import org.dat4j.conformance.mutant.MutantSet;
import org.dat4j.conformance.rsm.fixture.RsmSource;

/** All mutants of the RSM contract, made from the catalogue and from tables. Immutable. */
public final class RsmMutants {
  private final MutantSet<Fault> mutants;
  private final Set<String> without;

  /**
   * Makes the mutants.
   *
   * @param catalogue the contract
   * @param index the checks there are
   */
  public RsmMutants(Catalogue catalogue, TestIndex index) {
    mutants = new MutantSet<>(index, RsmMutants.class);
    ReturnMutants returns = new ReturnMutants();
    without = returns.without();
    returns.generate(mutants.clauses(catalogue), mutants::add);
    StateMutants.generate(mutants::add);
    BoundMutants.generate(mutants::add);
    FieldMutants.generate(mutants::add);
    RuleMutants.generate(mutants::add);
  }

  /**
   * Gives the mutants.
   *
   * @return ids, descriptions and excuses
   */
  public MutantSet<?> all() {
    return mutants;
  }

  /** Ids of clauses whose codes need no mutant, with a reason in the table. */
  Set<String> without() {
    return without;
  }

  /**
   * Puts a mutant in front of what a source makes.
   *
   * @param id its id
   * @param source where the provider's registries come from
   * @return the source of the mutated registries; the caller closes it
   */
  public RsmSource inFrontOf(String id, RsmSource source) {
    return new FaultySource(source, mutants.fault(id, () -> Fault.NONE));
  }
}
