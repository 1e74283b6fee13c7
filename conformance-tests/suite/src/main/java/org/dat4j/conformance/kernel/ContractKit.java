package org.dat4j.conformance.kernel;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.spi.Mutant;

/**
 * The parts by which the suite's runner tests one contract, DAT or RSM: its clauses, tests and
 * mutants, and how to open the backend under test.
 */
public interface ContractKit {
  /**
   * Names the contract.
   *
   * @return {@code dat} or {@code rsm}
   */
  String contract();

  /**
   * Returns the clauses.
   *
   * @return the catalogue
   */
  Catalogue catalogue();

  /**
   * Returns the tests.
   *
   * @return the compiled index
   */
  TestIndex index();

  /**
   * Lists the mutants that can be run.
   *
   * @return their ids
   */
  Set<String> mutants();

  /**
   * Describes a mutant.
   *
   * @param id one of {@link #mutants}
   * @return the mutant, or empty if there is none of that name
   */
  default Optional<Mutant> mutant(String id) {
    return mutants().contains(id)
        ? Optional.of(new Mutant(id, List.of("*"), "not described", CapabilityGate.NOTHING, ""))
        : Optional.empty();
  }

  /**
   * Opens a target.
   *
   * @param target what to test
   * @return the environment of the run
   * @throws UsageException if the target cannot be tested that way; the message says why
   */
  Environment open(Target target);
}
