package org.dat4j.conformance.spi;

import java.util.Optional;
import java.util.Set;

/**
 * All mutants of one contract (providers with one known fault); any one can be put in front of a
 * provider to test the suite. Thread-safe.
 *
 * @param <S> the type from which the tests of the contract get what they test
 */
public interface Mutants<S> {
  /**
   * Beginning of the ids of honest variants, which use freedoms of the pages and break no clause.
   */
  String HONEST = "honest:";

  /**
   * Lists the mutants that can be run.
   *
   * @return their ids
   */
  Set<String> ids();

  /**
   * Describes a mutant.
   *
   * @param id one of {@link #ids}
   * @return the mutant, or empty if there is none of that name
   */
  Optional<Mutant> find(String id);

  /**
   * Puts a mutant in front of what a source makes.
   *
   * @param id one of {@link #ids}
   * @param source where the provider's objects come from
   * @param target name of the adapter or controller under test
   * @return the source of the mutated objects; the caller closes it
   */
  S inFrontOf(String id, S source, String target);
}
