package org.dat4j.conformance.kernel;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.dat4j.conformance.catalogue.Clause;

/**
 * Base of the suite's assertions, each bound to the clause that it decides. Each call executes one
 * check and records it for the clause; a failed check does not throw, so that the remaining clauses
 * of a test are decided too. Thread-safe.
 */
public class Check {
  private final TestRecord record;
  private final Clause clause;
  private final Profile profile;
  private final boolean silent;

  /**
   * Takes over the binding of another instance; for subclasses that add checks of a contract.
   *
   * @param binding what {@link ClauseTest#clause} of the kernel returned
   */
  protected Check(Check binding) {
    this(binding, false);
  }

  /**
   * Takes over a binding, or only what it says about the run. A scene that several tests share
   * checks everything it passes and records, for each test, what that test declares.
   *
   * @param binding what {@link ClauseTest#clause} of the kernel returned
   * @param silent whether checks are carried out without being recorded
   */
  protected Check(Check binding, boolean silent) {
    this.record = binding.record;
    this.clause = binding.clause;
    this.profile = binding.profile;
    this.silent = silent;
  }

  Check(TestRecord record, Clause clause, Profile profile) {
    this.record = record;
    this.clause = clause;
    this.profile = profile;
    this.silent = false;
  }

  /**
   * Records one executed check.
   *
   * @param holds whether it held
   * @param message what was found and what was expected; asked only on failure
   * @return {@code holds}
   */
  protected final boolean record(boolean holds, Supplier<String> message) {
    return record(holds, false, message);
  }

  /**
   * Records one executed check that may have met a time limit.
   *
   * @param holds whether it held
   * @param ofTimeLimit whether a failure says no more than that a time limit has passed
   * @param message what was found and what was expected; asked only on failure
   * @return {@code holds}
   */
  protected final boolean record(boolean holds, boolean ofTimeLimit, Supplier<String> message) {
    if (!silent) {
      record.executed(clause.id(), holds ? null : message.get(), ofTimeLimit);
    }
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
   * Checks that something happened within its time. The test runs again if this does not hold while
   * the machine stands still.
   *
   * @param holds whether it happened in time
   * @param message what it says, in words that make sense when it does not hold
   * @return {@code holds}
   */
  public final boolean inTime(boolean holds, String message) {
    return record(holds, true, () -> "does not hold: " + message);
  }

  /**
   * Checks that something happened within its time, without which the rest of the test makes no
   * sense.
   *
   * @param holds whether it happened in time
   * @param message what it says, in words that make sense when it does not hold
   */
  public final void requireInTime(boolean holds, String message) {
    if (!inTime(holds, message)) {
      throw new CheckFailure(message);
    }
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
   * Checks a choice that the contract leaves to the provider; under the strict profile the decided
   * alternative is demanded.
   *
   * @param what what was looked at
   * @param actual what was found
   * @param allowed what the contract allows
   * @return whether it is one of them
   */
  public final boolean decided(String what, String actual, String... allowed) {
    boolean holds =
        strict() ? actual.equals(clause.strict()) : Arrays.asList(allowed).contains(actual);
    return record(
        holds,
        () ->
            what
                + " is "
                + actual
                + ", expected "
                + (strict() ? clause.strict() : String.join(" or ", allowed)));
  }

  /**
   * Records that this machine cannot try the clause, such as without the right to change users. It
   * then counts as not run.
   *
   * @param reason what the machine lacks
   */
  public final void cannotBeTried(String reason) {
    if (!silent) {
      record.absent(clause.id(), reason);
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
    if (silent) {
      return;
    }
    if (clause.optional().isPresent() && !strict()) {
      record.absent(clause.id(), reason);
    } else {
      record(false, () -> "is not optional here, but " + reason);
    }
  }
}
