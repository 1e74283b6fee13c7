package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Concurrency test of an endpoint's request queue that grows: of the requests that two threads post
 * none is lost or overwritten. Its first few slots are nearly full at the beginning, and one of the
 * threads also takes requests. Each thread's requests stay in order.
 */
@JCStressTest
@Outcome(
    id = {"1113456", "1113546", "1113564", "1115346", "1115364", "1115634"},
    expect = Expect.ACCEPTABLE,
    desc = "All, each poster's in order.")
@State
public class GrowingPost {
  private final Requests requests = new Requests(8);

  /** Leaves one of the few slots free. */
  public GrowingPost() {
    for (int i = 0; i < 3; i++) {
      requests.post(1);
    }
  }

  /** Posts. */
  @Actor
  public void first() {
    requests.post(3);
    requests.post(4);
  }

  /** Posts, and takes what is there meanwhile, as the holder of the turn. */
  @Actor
  public void second() {
    requests.post(5);
    requests.drain();
    requests.post(6);
  }

  /** Takes the rest. */
  @Arbiter
  public void rest(J_Result r) {
    r.r1 = requests.drain();
  }
}
