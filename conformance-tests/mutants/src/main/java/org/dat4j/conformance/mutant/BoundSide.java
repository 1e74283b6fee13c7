package org.dat4j.conformance.mutant;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.CapabilityGate;

/**
 * A kind of limit on a value of a call, such as largest or smallest, with the mutants that are made
 * for it.
 */
public enum BoundSide {
  /** The largest permitted value. */
  MOST(Change.TOO_LARGE, Change.MAX_REFUSED),
  /** The first value that is too large. */
  BELOW(Change.TOO_LARGE, Change.MAX_REFUSED),
  /** The permitted bits. */
  MASK(Change.TOO_LARGE, Change.MAX_REFUSED),
  /** The smallest permitted value. */
  LEAST(
      new Change(".least-1", ": too small is taken", true),
      new Change(".least+1", ": the least is refused", false)),
  /** The smallest permitted value; values below it have no code of their own. */
  LEAST0(new Change(".least+1", ": 0 is refused", false)),
  /** The value has to be a multiple. */
  MULTIPLE(new Change("", ": any value is taken", true)),
  /** The number of items that a queue must have room for. */
  CAPACITY(new Change("-1", ": one fewer fits", false)),
  /** A time limit: a mutant waits a quarter of it. */
  SHORTER(new Change(".quarter", " counts a quarter", true)),
  /** A number to wait for: a mutant waits for one less. */
  FEWER(new Change(".met-1", ": one fewer is enough", true));

  /**
   * One wrong treatment of a limit.
   *
   * @param suffix end of the mutant's id
   * @param words what it does, in words
   * @param accepts whether it accepts what is forbidden; otherwise it refuses what is permitted
   */
  private record Change(String suffix, String words, boolean accepts) {
    private static final Change TOO_LARGE = new Change("+1", ": too large is taken", true);
    private static final Change MAX_REFUSED = new Change("-1", ": the most is refused", false);
  }

  private final List<Change> changes;

  BoundSide(Change... changes) {
    this.changes = List.of(changes);
  }

  /**
   * Reads a side.
   *
   * @param word its name in a table
   * @param known the sides that the faults of the table's contract can have
   * @return the side
   * @throws IllegalArgumentException if there is none of that name, or it is not known
   */
  public static BoundSide parse(String word, Set<BoundSide> known) {
    BoundSide side = valueOf(word.toUpperCase(Locale.ROOT));
    if (!known.contains(side)) {
      throw new IllegalArgumentException("side '" + word + "': this contract has " + known);
    }
    return side;
  }

  /**
   * Makes the mutants of a limit.
   *
   * @param call the call that has the limit
   * @param argument its limited argument
   * @param clauses the clauses that a mutant breaks
   * @param needs what the backend has to declare
   * @param value makes the faults
   * @param out gets the mutants
   * @param <F> a fault of the contract
   */
  <F> void generate(
      String call,
      String argument,
      List<String> clauses,
      CapabilityGate needs,
      BoundedValue<F> value,
      Consumer<MutantRow<F>> out) {
    for (Change change : changes) {
      out.accept(
          new MutantRow<>(
              "bound." + call + "." + argument + change.suffix(),
              clauses,
              argument + " of " + call + change.words(),
              needs,
              () -> value.fault(change.accepts())));
    }
  }
}
