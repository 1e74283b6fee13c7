package org.dat4j.conformance.stepper.pairs;

/**
 * The objects on which a stepper makes a pair, two calls at once, in the state in which the calls
 * find them. Made anew for each step by the thread of the run.
 *
 * @param <M> the model of these objects
 */
public interface PairScene<M> extends AutoCloseable {
  /** Makes the model of the objects as they are before the calls. */
  M model();

  /** Looks at the objects after the calls: takes their events and asks for their states. */
  void look();

  /**
   * Compares what {@link #look} saw with a model that followed the calls.
   *
   * @return what differs; null if nothing does
   */
  String differs(M model);

  /** Frees the objects, whatever state they are in. */
  @Override
  void close();
}
