package org.dat4j.conformance.mutant;

import java.util.List;
import java.util.function.Supplier;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.spi.Mutant;

/**
 * The definition of one mutant, a provider with one known fault: its id, the clauses that it
 * breaks, and how to make its fault.
 *
 * @param id stable name
 * @param clauses the clauses it breaks
 * @param change what it does, in words
 * @param needs what the backend has to declare so that it can have the fault
 * @param fault makes the fault, anew for each run
 * @param <F> a fault of the contract
 */
public record MutantRow<F>(
    String id, List<String> clauses, String change, CapabilityGate needs, Supplier<F> fault) {
  /**
   * A fault that every backend can have.
   *
   * @param id stable name
   * @param clauses the clauses it breaks
   * @param change what it does, in words
   * @param fault makes the fault
   */
  public MutantRow(String id, List<String> clauses, String change, Supplier<F> fault) {
    this(id, clauses, change, CapabilityGate.NOTHING, fault);
  }

  Mutant described(String excuse) {
    return new Mutant(id, clauses, change, needs, excuse);
  }
}
