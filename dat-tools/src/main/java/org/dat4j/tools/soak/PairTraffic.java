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
 * The messages that {@code dat4j soak} sends over its connected pairs of endpoints in turn. A
 * number of pairs have a message in flight at a time; both ends complete it before the next pairs
 * send. For one thread.
 */
final class PairTraffic {

  /** Bytes of a message. */
  static final int SIZE = 64;

  /** Completions of a message: of its Send and of its Receive. */
  static final int COMPLETIONS = 2;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<Ep> ends;
  private final int together;
  private final Lmr out;
  private final Lmr in;
  private final Evd transfers;
  private final DatEvent event = new DatEvent();
  private int next;

  /**
   * Makes no traffic yet.
   *
   * @param ends connected, each with the next; all complete on the same EVD
   * @param together pairs with a message in flight at a time
   * @param out memory to send from
   * @param in memory to receive into
   * @param transfers EVD of all completions
   */
  PairTraffic(List<Ep> ends, int together, Lmr out, Lmr in, Evd transfers) {
    this.ends = ends;
    this.together = together;
    this.out = out;
    this.in = in;
    this.transfers = transfers;
  }

  /**
   * Sends messages and measures the processor time of each. Their number is rounded up to a
   * multiple of {@code together}.
   */
  ThreadCpuTime run(int count) {
    ThreadCpuTime before = ThreadCpuTime.soFar();
    long sent = 0;
    for (; sent < count; sent += together) {
      for (int i = 0; i < together; i++) {
        next = 2 * (next + 1) < ends.size() ? next + 1 : 0;
        send(ends.get(2 * next), ends.get(2 * next + 1));
      }
      complete();
    }
    return ThreadCpuTime.ofEach(sent, before);
  }

  private void send(Ep from, Ep to) {
    to.postRecv(in.lmrContext(), in.registeredAddress(), SIZE, 0, CompletionFlags.DEFAULT);
    from.postSend(out.lmrContext(), out.registeredAddress(), SIZE, 0, CompletionFlags.DEFAULT);
  }

  private void complete() {
    for (int i = 0; i < COMPLETIONS * together; i++) {
      int result = transfers.await(PATIENCE.toMillis() * 1000, 1, event);
      if (result != DatReturn.SUCCESS || event.status() != DtoStatus.SUCCESS) {
        throw new IllegalStateException("a message did not arrive: " + result + ", " + event);
      }
    }
  }
}
