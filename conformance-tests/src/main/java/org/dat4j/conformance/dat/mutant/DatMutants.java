package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.kernel.TestIndex;
import org.dat4j.conformance.mutant.MutantSet;

/**
 * All mutants of the DAT contract. They are made from the catalogue and from tables; a clause
 * without a check has none, and gets its own as soon as it has a check. Immutable.
 */
public final class DatMutants {
  private final MutantSet<Fault> mutants;
  private final Set<String> without;

  /**
   * Makes the mutants.
   *
   * @param catalogue the contract
   * @param index the checks there are
   */
  public DatMutants(Catalogue catalogue, TestIndex index) {
    mutants = new MutantSet<>(index, DatMutants.class);
    ReturnMutants returns = new ReturnMutants();
    without = returns.without();
    returns.generate(mutants.clauses(catalogue), mutants::add);
    EpMutants.generate(mutants::add);
    EvdMutants.generate(mutants::add);
    EventMutants.generate(mutants::add);
    BoundMutants.generate(mutants::add);
    MemoryMutants.generate(mutants::add);
    CallMutants.generate(mutants::add);
  }

  /**
   * Lists the mutants.
   *
   * @return their descriptions, in the order of the tables, without {@link MutantSet#NONE}
   */
  public List<Mutant> all() {
    return mutants.all();
  }

  /**
   * Lists what can be run.
   *
   * @return {@link MutantSet#NONE} and the ids of all mutants
   */
  public Set<String> ids() {
    return mutants.ids();
  }

  /**
   * Finds a mutant.
   *
   * @param id its id
   * @return its description, or empty; {@link MutantSet#NONE} stands for all clauses
   */
  public Optional<Mutant> find(String id) {
    return mutants.find(id);
  }

  /** Ids of clauses whose codes need no mutant, with a reason in the table. */
  Set<String> without() {
    return without;
  }

  /** Ids of clauses that the tables name, checked or not. */
  Set<String> named() {
    return mutants.named();
  }

  /**
   * Lists what the table of survivors says.
   *
   * @return reason by id of the mutant
   */
  public Map<String, String> excuses() {
    return mutants.excuses();
  }

  /**
   * Puts a mutant in front of the adapters of a source.
   *
   * @param id its id
   * @param source where the provider's adapters come from
   * @param adapter name of the adapter under test
   * @return the source of the mutated adapters; the caller closes it
   */
  public IaSource inFrontOf(String id, IaSource source, String adapter) {
    return new FaultySource(source, adapter, mutants.fault(id, () -> new Fault() {}));
  }
}
