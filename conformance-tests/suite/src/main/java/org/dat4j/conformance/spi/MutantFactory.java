package org.dat4j.conformance.spi;

import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;

/**
 * Service by which the suite gets the mutants of one contract (faulty providers that test the suite
 * itself), found by the service loader.
 *
 * @param <S> the type from which the tests of the contract get what they test
 */
public interface MutantFactory<S> {
  /**
   * Tells which contract the mutants are for.
   *
   * @return the type from which its tests get what they test
   */
  Class<S> sourceType();

  /**
   * Makes the mutants.
   *
   * @param catalogue the contract
   * @param checked ids of the clauses that have a check; only they get mutants
   * @return the mutants
   */
  Mutants<S> create(Catalogue catalogue, Set<String> checked);
}
