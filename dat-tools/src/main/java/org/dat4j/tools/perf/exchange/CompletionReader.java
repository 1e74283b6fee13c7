package org.dat4j.tools.perf.exchange;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;

/**
 * Takes the completions of a {@code perf} run from its EVDs, by polling or by waiting, and fails at
 * an unsuccessful one. For one thread; allocates nothing.
 */
public final class CompletionReader {

  /** Microseconds that one wait lasts before the stop signal is checked. */
  private static final long WAIT_MICROS = 100_000;

  private final boolean poll;
  private final SpinDeadline deadline;
  private final DatEvent event = new DatEvent();

  /**
   * Makes a reader.
   *
   * @param poll whether to poll; otherwise it waits
   * @param deadline time limit of one completion
   */
  public CompletionReader(boolean poll, SpinDeadline deadline) {
    this.poll = poll;
    this.deadline = deadline;
  }

  /**
   * Takes the next completion of an EVD.
   *
   * @param evd the EVD
   * @return the completion, valid until the next call
   */
  public DatEvent next(Evd evd) {
    deadline.renew();
    if (poll) {
      while (evd.dequeue(event) != DatReturn.SUCCESS) {
        deadline.spin();
      }
    } else {
      int outcome;
      while ((outcome = evd.await(WAIT_MICROS, 1, event)) != DatReturn.SUCCESS) {
        if (outcome != DatReturn.TIMEOUT_EXPIRED) {
          throw new StalledException("a wait ended with " + DatReturn.name(outcome));
        }
        deadline.check();
      }
    }
    if (event.status() != DtoStatus.SUCCESS) {
      throw failed();
    }
    return event;
  }

  /**
   * Takes the next completion and refuses one with another cookie.
   *
   * @param evd the EVD
   * @param cookie of the request
   * @return the completion, valid until the next call
   */
  public DatEvent next(Evd evd, long cookie) {
    next(evd);
    if (event.cookie() != cookie) {
      throw new StalledException("expected the completion with cookie " + cookie + ": " + event);
    }
    return event;
  }

  /** Takes the completion of a Receive and refuses another cookie or length. */
  void received(Evd evd, long cookie, long length) {
    next(evd, cookie);
    if (event.transferredLength() != length) {
      throw new StalledException("expected a message of " + length + " bytes: " + event);
    }
  }

  /**
   * Refuses a post that failed: the queues are as long as the measurement needs.
   *
   * @param outcome what the post returned
   */
  public static void posted(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new StalledException("a post was refused with " + DatReturn.name(outcome));
    }
  }

  private StalledException failed() {
    String what =
        event.number() == EventNumber.DTO_COMPLETION_EVENT ? "a transfer failed: " : "unexpected: ";
    return new StalledException(what + event);
  }
}
