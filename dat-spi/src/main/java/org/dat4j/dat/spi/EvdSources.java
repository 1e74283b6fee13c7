package org.dat4j.dat.spi;

import org.dat4j.dat.DatException;

/**
 * The streams of events that feed one EVD, with the check whether another one may join them. All
 * completion streams of an EVD follow one model, and streams of other kinds go with the threshold
 * model only. As requests cannot be solicited, solicited receives thereby have their EVD to
 * themselves. Changed under {@link AbstractIa#sourceLock()}.
 */
final class EvdSources {

  private final AbstractEvd evd;
  private CompletionModel model;
  private int completions;
  private int others;
  private volatile boolean controlled;

  /**
   * Makes the record of a new EVD.
   *
   * @param evd the EVD that the sources feed
   * @param software whether the consumer may post events of its own
   */
  EvdSources(AbstractEvd evd, boolean software) {
    this.evd = evd;
    this.others = software ? 1 : 0;
  }

  /** Whether single completions decide about waking a waiter. */
  boolean controlled() {
    return controlled;
  }

  /** A stream of completions joins; position is that of the argument that says so. */
  void joinCompletions(String where, int position, CompletionModel wanted) {
    if (completions > 0 && model != wanted) {
      throw refusal(where, position, wanted, "other completions there follow " + model);
    }
    if (wanted != CompletionModel.THRESHOLD && others > 0) {
      throw refusal(where, position, wanted, "events of other kinds go there too");
    }
    completions++;
    model = wanted;
    controlled = wanted != CompletionModel.THRESHOLD;
  }

  /** A stream of other events joins. */
  void joinOther(String where, int position) {
    if (controlled) {
      throw refusal(
          where, position, CompletionModel.THRESHOLD, "completions there follow " + model);
    }
    others++;
  }

  private DatException refusal(String where, int position, CompletionModel wanted, String why) {
    return Errors.parameter(
        where, position, evd.toString(), wanted, why + "; use another EVD for this stream");
  }

  void leaveCompletions() {
    if (--completions == 0) {
      controlled = false;
    }
  }

  void leaveOther() {
    others--;
  }
}
