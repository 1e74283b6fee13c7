package org.dat4j.tools.soak;

import java.time.Duration;
import java.util.List;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Lmr;

/**
 * Messages over pairs of endpoints, one pair after the other, each completed at both ends before
 * the next is sent. For one thread.
 */
final class Traffic {

  /** Octets of a message. */
  static final int SIZE = 64;

  private static final int COMPLETIONS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<Ep> ends;
  private final Lmr out;
  private final Lmr in;
  private final Evd transfers;
  private final DatEvent event = new DatEvent();
  private int next;

  /**
   * Makes no traffic yet.
   *
   * @param ends connected, each with the next; all complete on the same dispatcher
   * @param out what is sent
   * @param in where it arrives
   * @param transfers where all complete
   */
  Traffic(List<Ep> ends, Lmr out, Lmr in, Evd transfers) {
    this.ends = ends;
    this.out = out;
    this.in = in;
    this.transfers = transfers;
  }

  /** Sends so many; what each took. */
  Cost run(int count) {
    int pairs = ends.size() / 2;
    Cost before = Cost.soFar();
    for (int i = 0; i < count; i++) {
      next = next + 1 < pairs ? next + 1 : 0;
      exchange(ends.get(2 * next), ends.get(2 * next + 1));
    }
    return Cost.ofEach(count, before);
  }

  private void exchange(Ep from, Ep to) {
    to.postRecv(in.lmrContext(), in.registeredAddress(), SIZE, 0, CompletionFlags.DEFAULT);
    from.postSend(out.lmrContext(), out.registeredAddress(), SIZE, 0, CompletionFlags.DEFAULT);
    for (int i = 0; i < COMPLETIONS; i++) {
      int result = transfers.await(PATIENCE.toMillis() * 1000, 1, event);
      if (result != DatReturn.SUCCESS || event.status() != DtoStatus.SUCCESS) {
        throw new IllegalStateException("a message did not arrive: " + result + ", " + event);
      }
    }
  }
}
