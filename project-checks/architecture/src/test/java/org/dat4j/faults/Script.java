package org.dat4j.faults;

import java.util.List;
import java.util.Set;

/** A life cycle whose calls are disturbed one after the other, each in a world of its own. */
interface Script extends AutoCloseable {

  /** A call, or several that belong together; undisturbed it succeeds. */
  interface Step {
    void run() throws Exception;
  }

  /**
   * A named step.
   *
   * @param name of the call
   * @param step what it does
   * @param mayHaveNoPlaces whether it may be one that allocates nothing
   */
  record Named(String name, Step step, boolean mayHaveNoPlaces) {
    Named(String name, Step step) {
      this(name, step, false);
    }
  }

  /** The exchange of others meanwhile. */
  interface Witness extends AutoCloseable {
    /** One exchange; throws when the others do not go on. */
    void exchange() throws Exception;

    /** Threads that no step disturbs: a fault in one of them would end the exchange. */
    default Set<Thread> threads() {
      return Set.of();
    }

    @Override
    void close();
  }

  /** The steps in their order, with new objects. */
  List<Named> steps();

  /** The next step is disturbed: it may wait without result, so it does not wait long. */
  default void disturb() {}

  /** After a disturbed step: every attempt has an outcome soon; throws when there is none. */
  default void settle() throws Exception {}

  /** Lets go of everything, whatever state it is in. */
  @Override
  void close();
}
