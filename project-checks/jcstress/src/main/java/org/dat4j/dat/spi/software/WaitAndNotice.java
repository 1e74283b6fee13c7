package org.dat4j.dat.spi.software;

import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Concurrency test of an EVD with a CNO: an event at a wait's end goes to the waiter or the CNO,
 * never to both. Two events arrive while a thread waits: the CNO is not told of one that the waiter
 * took or counted, and is told of one that it left.
 */
@JCStressTest
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "The waiter knows both.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The object knows the second.")
@State
public class WaitAndNotice {
  private static final long LIMIT_MICROS = 5_000_000;
  private static final Ia IA =
      DatRegistry.builder().config("", "stress test").build().openIa("loopback0");

  private final Cno cno = IA.createCno(null);
  private final Evd evd = IA.createEvd(2, cno, EvdFlags.SOFTWARE);

  /** Waits for one event. */
  @Actor
  public void waiter(II_Result r) {
    DatEvent event = new DatEvent();
    if (evd.await(LIMIT_MICROS, 1, event) == DatReturn.SUCCESS) {
      r.r1 = 1 + event.more();
    }
  }

  /** Posts two once somebody waits. */
  @Actor
  public void poster() {
    DatEvent event = new DatEvent().setSoftware(this);
    while (!((WatchedEvd) evd).condition().isWaited()) {
      Thread.onSpinWait();
    }
    evd.postSe(event);
    evd.postSe(event);
  }

  /** Asks the object. */
  @Arbiter
  public void after(II_Result r) {
    r.r2 = cno.await(0, new CnoTrigger()) == DatReturn.SUCCESS ? 1 : 0;
    evd.close();
    cno.close();
  }
}
