package org.dat4j.conformance.mutant;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.dat4j.conformance.catalogue.Clause;

/**
 * A way in which a mutant (a provider with one known fault) falsifies the answer to a call: false
 * success, wrong code, or false refusal.
 */
public enum AnswerChange {
  /** A call that must be refused, or a transfer that must fail, succeeds. */
  FORGET("return"),
  /**
   * A call that must be refused, or a transfer that must fail, gets a code that no page names for
   * it.
   */
  CODE("code"),
  /** A call that must succeed is refused. */
  REFUSE("return");

  private final String family;

  AnswerChange(String family) {
    this.family = family;
  }

  /**
   * Makes the mutant of a clause that tells the answer of calls.
   *
   * @param clause the clause
   * @param calls the names of the calls
   * @param answers the names of the answers that it tells; none for success
   * @param fault makes the fault
   * @param <F> a fault of the contract
   * @return the mutant
   */
  public <F> MutantRow<F> mutant(
      Clause clause, Set<String> calls, List<String> answers, Supplier<F> fault) {
    String told = String.join(", ", answers);
    String change =
        switch (this) {
          case FORGET -> "success instead of " + told;
          case CODE -> "another code instead of " + told;
          case REFUSE -> "refused instead of success";
        };
    return new MutantRow<>(
        family + "." + clause.id(),
        List.of(clause.id()),
        String.join(", ", calls) + ": " + change,
        fault);
  }
}
