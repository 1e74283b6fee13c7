package org.dat4j.dat.spi;

import org.dat4j.dat.CompletionFlags;

/**
 * The rule by which completions wake a thread that waits on an EVD: the threshold of the wait, the
 * poster or the sender decides. An endpoint's completion flags name one model.
 */
public enum CompletionModel {
  /** Every completion counts towards the threshold of the wait. */
  THRESHOLD,
  /** The poster decides, completion by completion. */
  UNSIGNALLED,
  /** The sender of the message decides; receives only. */
  SOLICITED;

  /**
   * The model that completion flags name.
   *
   * @param flags a checked value of the endpoint's receive or request completion flags
   * @return the model; without any flag THRESHOLD
   */
  public static CompletionModel of(int flags) {
    return switch (flags) {
      case CompletionFlags.UNSIGNALLED -> UNSIGNALLED;
      case CompletionFlags.SOLICITED_WAIT -> SOLICITED;
      default -> THRESHOLD;
    };
  }
}
