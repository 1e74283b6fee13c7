package org.dat4j.rsm;

/**
 * The flags for posting RSM signals, by {@link RsmSegment#post} or after the transfers of a {@link
 * ScatGath}.
 */
public final class SignalFlags {
  /** No flag. */
  public static final int NONE = 0;

  /** {@code RSM_IMPLICIT_SIGPOST}: a vector that succeeds completely posts one signal. */
  public static final int IMPLICIT_SIGPOST = 0x01;

  /** {@code RSM_SIGPOST_NO_ACCUMULATE}: the signal is dropped where one is pending. */
  public static final int NO_ACCUMULATE = 0x02;

  private SignalFlags() {}
}
