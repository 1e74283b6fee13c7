package org.dat4j.conformance.rsm.stepper.sides;

/**
 * The side that exports a segment in the RSM stepper's pairs (two calls at once), with its memory:
 * on a controller of this JVM or of the second JVM. It serves one scene after the other. Used by
 * one thread at a time. Calls of a pair return their code.
 */
public interface ExportSide {
  /** Marks memory that was withdrawn from importers. */
  long CANARY = 0x7F7F7F7F7F7F7F7FL;

  /** What puts write. */
  long PUT = 0x3333333333333333L;

  /** The bytes of a segment: enough that calls meet a transfer. */
  int LENGTH = 1 << 18;

  /**
   * Makes and publishes a segment.
   *
   * @param rebind whether it may be rebound
   * @return its id
   */
  int make(boolean rebind);

  /** Withdraws the segment, and marks its memory once the call has returned. */
  int unpublish();

  /** Destroys the segment, and marks its memory once the call has returned. */
  int destroy();

  /** Binds the segment to its second memory. */
  int rebind();

  int republish();

  /** Posts a signal to the importers. */
  int post();

  /** Waits for a signal, for a moment. */
  int await();

  /** Returns the last eight bytes of the first memory and of the second. */
  long[] memory();

  /**
   * Takes the signals that are left.
   *
   * @param owed signals still expected
   * @return signals taken; -1 if the segment was destroyed
   */
  int signals(int owed);

  void close();
}
