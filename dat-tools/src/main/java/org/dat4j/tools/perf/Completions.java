package org.dat4j.tools.perf;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;

/**
 * Takes completions, by polling or by waiting, and refuses whatever is not a success. For one
 * thread; allocates nothing.
 */
final class Completions {

  /** How long a wait lasts before it looks whether the run is to end, in microseconds. */
  private static final long WAIT_MICROS = 100_000;

  private final boolean poll;
  private final Patience patience;
  private final DatEvent event = new DatEvent();

  Completions(boolean poll, Patience patience) {
    this.poll = poll;
    this.patience = patience;
  }

  /** Takes the next completion of a dispatcher; valid until the next call. */
  DatEvent next(Evd evd) {
    patience.renew();
    if (poll) {
      while (evd.dequeue(event) != DatReturn.SUCCESS) {
        patience.spin();
      }
    } else {
      int outcome;
      while ((outcome = evd.await(WAIT_MICROS, 1, event)) != DatReturn.SUCCESS) {
        if (outcome != DatReturn.TIMEOUT_EXPIRED) {
          throw new StalledException("a wait ended with " + DatReturn.name(outcome));
        }
        patience.look();
      }
    }
    if (event.status() != DtoStatus.SUCCESS) {
      throw failed();
    }
    return event;
  }

  /** Takes the next completion and refuses one with another cookie. */
  DatEvent next(Evd evd, long cookie) {
    next(evd);
    if (event.cookie() != cookie) {
      throw new StalledException("expected the completion with cookie " + cookie + ": " + event);
    }
    return event;
  }

  /** Takes the completion of a receive and refuses another cookie or length. */
  void received(Evd evd, long cookie, long length) {
    next(evd, cookie);
    if (event.transferredLength() != length) {
      throw new StalledException("expected a message of " + length + " octets: " + event);
    }
  }

  /** Refuses a post that found no room: the queues are made as long as the measurement needs. */
  static void posted(int outcome) {
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
