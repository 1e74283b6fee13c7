package org.dat4j.conformance.kernel;

import java.util.Objects;
import java.util.function.Supplier;
import org.dat4j.conformance.catalogue.Clause;

/**
 * Checks bound to one clause. Each call executes one check and records it for the clause; a failed
 * check does not throw, so that the remaining clauses of a test are decided too. Thread-safe.
 */
public class Check {
  private final TestRecord record;
  private final Clause clause;
  private final Profile profile;

  /**
   * Takes over the binding of another instance; for subclasses that add checks of a contract.
   *
   * @param binding what {@link ClauseTest#clause} of the kernel returned
   */
  protected Check(Check binding) {
    this(binding.record, binding.clause, binding.profile);
  }

  Check(TestRecord record, Clause clause, Profile profile) {
    this.record = record;
    this.clause = clause;
    this.profile = profile;
  }

  /**
   * Records one executed check.
   *
   * @param holds whether it held
   * @param message what was found and what was expected; asked only on failure
   * @return {@code holds}
   */
  protected final boolean record(boolean holds, Supplier<String> message) {
    record.executed(clause.id(), holds ? null : message.get());
    return holds;
  }

  /**
   * Returns the clause.
   *
   * @return the catalogue row this binding belongs to
   */
  protected final Clause clause() {
    return clause;
  }

  /**
   * Tells whether the decided alternative is demanded.
   *
   * @return true under the strict profile if the clause has one
   */
  protected final boolean strict() {
    return profile == Profile.STRICT && !clause.strict().isEmpty();
  }

  /**
   * Checks a condition.
   *
   * @param holds the condition
   * @param message what it says, in words that make sense when it does not hold
   * @return {@code holds}
   */
  public final boolean that(boolean holds, String message) {
    return record(holds, () -> "does not hold: " + message);
  }

  /**
   * Checks a number.
   *
   * @param expected what the contract demands
   * @param actual what was found
   * @param what what the number is
   * @return whether both are equal
   */
  public final boolean equal(long expected, long actual, String what) {
    return record(expected == actual, () -> what + " is " + actual + ", expected " + expected);
  }

  /**
   * Checks a value.
   *
   * @param expected what the contract demands
   * @param actual what was found
   * @param what what the value is
   * @return whether both are equal
   */
  public final boolean equal(Object expected, Object actual, String what) {
    return record(
        Objects.equals(expected, actual), () -> what + " is " + actual + ", expected " + expected);
  }

  /**
   * Checks a condition without which the rest of the test makes no sense.
   *
   * @param holds the condition
   * @param message what it says, in words that make sense when it does not hold
   */
  public final void require(boolean holds, String message) {
    if (!that(holds, message)) {
      throw new CheckFailure(message);
    }
  }

  /**
   * Records that the backend uses a freedom the contract gives, so that the clause does not apply.
   * Only an optional clause has that freedom, and none under the strict profile when the catalogue
   * decides the alternative; otherwise this is a failed check.
   *
   * @param reason what was observed
   */
  public final void absent(String reason) {
    if (clause.optional().isPresent() && !strict()) {
      record.absent(clause.id(), reason);
    } else {
      record(false, () -> "is not optional here, but " + reason);
    }
  }
}
