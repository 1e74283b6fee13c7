package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Concurrency test of an endpoint's request queue: the requests that two threads post are both
 * found, each with all its fields.
 */
@JCStressTest
@Outcome(
    id = {"57", "75"},
    expect = Expect.ACCEPTABLE,
    desc = "Both, in either order.")
@State
public class RequestPost {
  private final Requests requests = new Requests(4);

  /** Posts. */
  @Actor
  public void first() {
    requests.post(5);
  }

  /** Posts. */
  @Actor
  public void second() {
    requests.post(7);
  }

  /** Takes all, as the holder of the turn. */
  @Arbiter
  public void holder(J_Result r) {
    r.r1 = requests.drain();
  }
}
