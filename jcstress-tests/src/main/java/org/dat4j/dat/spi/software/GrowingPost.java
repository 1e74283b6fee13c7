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

/**
 * Requests of two posters that find the few slots full, while the holder of the turn takes from
 * them: none is lost or overwritten, and each poster's are in order.
 */
@JCStressTest
@Outcome(
    id = {"1113456", "1113546", "1113564", "1115346", "1115364", "1115634"},
    expect = Expect.ACCEPTABLE,
    desc = "All, each poster's in order.")
@State
public class GrowingPost {
  private final RequestQueue queue = new RequestQueue(new ContextTable<>(), null, 8, 1, 1);
  private long found;

  /** Leaves one of the few slots free. */
  public GrowingPost() {
    for (int i = 0; i < 3; i++) {
      post(1);
    }
  }

  private void post(long cookie) {
    queue.post(DtoOp.SEND, null, 3, 4096, cookie, cookie, 0, 0, 0);
  }

  private void drain() {
    while (queue.next()) {
      long cookie = queue.cookie(queue.number());
      found = found * 10 + (cookie == queue.length() ? cookie : 9);
      queue.done();
      queue.complete();
    }
  }

  /** Posts. */
  @Actor
  public void first() {
    post(3);
    post(4);
  }

  /** Posts, and takes what is there meanwhile, as the holder of the turn. */
  @Actor
  public void second() {
    post(5);
    drain();
    post(6);
  }

  /** Takes the rest. */
  @Arbiter
  public void rest(J_Result r) {
    drain();
    r.r1 = found;
  }
}
