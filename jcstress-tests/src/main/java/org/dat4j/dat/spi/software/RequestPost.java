package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DtoOp;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Requests of two posters are both found by the holder of the turn, each whole. */
@JCStressTest
@Outcome(
    id = {"57", "75"},
    expect = Expect.ACCEPTABLE,
    desc = "Both, in either order.")
@State
public class RequestPost {
  private final RequestQueue queue = new RequestQueue(new ContextTable<>(), null, 4, 1, 1);
  private long found;

  private void post(long cookie) {
    queue.post(DtoOp.SEND, null, 3, 4096, cookie, cookie, 0, 0, 0);
  }

  private void drain() {
    while (queue.next()) {
      long cookie = queue.cookie(queue.number());
      found = found * 10 + (cookie == queue.length() ? cookie : 9);
      queue.done();
    }
  }

  /** Posts. */
  @Actor
  public void first() {
    post(5);
  }

  /** Posts. */
  @Actor
  public void second() {
    post(7);
  }

  /** Takes all, as the holder of the turn. */
  @Arbiter
  public void holder(J_Result r) {
    drain();
    r.r1 = found;
  }
}
