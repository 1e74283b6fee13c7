package org.dat4j.conformance.dat.event;

import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.dat.fixture.Arrivals;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.Background;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.Test;

/** Tests of the events that an EVD with a CNO holds when dat_evd_enable ends its pause. */
class EvdEnableClauses extends DatTest {
  private static final String ID = "dat_evd_enable.07";

  @Test
  @Clauses(ID)
  void enableDoesNotNotifyOfEarlierEvents() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = Arrivals.dispatcher(ia, cno);
    for (int pause = 1; pause <= 2; pause++) {
      CnoTrigger trigger = new CnoTrigger();
      Background<Integer> waiter = background(() -> Arrivals.await(cno, trigger));
      Arrivals.seemsToWait(waiter);
      evd.disable();
      Arrivals.post(evd, "one");
      Arrivals.post(evd, "two");
      evd.enable();
      clause(ID).that(!waiter.done(), "the wait goes on after enable " + pause);
      Arrivals.post(evd, "three");
      clause(ID).returns(DatReturn.SUCCESS, waiter.get());
      clause(ID).that(trigger.evd() == evd, "the dispatcher of the notification");
      clause(ID).that(Arrivals.quiet(cno), "one notification, after enable " + pause);
      clause(ID).equal("one two three", Arrivals.drain(evd), "events");
    }
  }

  @Test
  @Clauses(ID)
  void enableDoesNotCallTheAgentForEarlierEvents() {
    Ia ia = open();
    AtomicInteger calls = new AtomicInteger();
    Cno cno = ia.createCno(evd -> calls.incrementAndGet());
    Evd evd = Arrivals.dispatcher(ia, cno);
    evd.disable();
    Arrivals.post(evd, "one");
    evd.enable();
    Cno other = ia.createCno(null);
    clause(ID).that(Arrivals.quiet(other), "a short wait on another CNO ends without a trigger");
    clause(ID).equal(0, calls.get(), "calls of the agent at the enable");
    clause(ID).equal("one", Arrivals.drain(evd), "events");
  }
}
