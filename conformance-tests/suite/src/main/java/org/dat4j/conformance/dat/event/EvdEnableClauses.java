package org.dat4j.conformance.dat.event;

import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.Test;

/**
 * Tests that dat_evd_enable does not notify the CNO of events that came to the EVD while it was
 * disabled.
 */
class EvdEnableClauses extends DatTest {
  private static final String ID = "dat_evd_enable.07";

  @Test
  @Clauses(ID)
  void enableDoesNotNotifyOfEarlierEvents() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    for (int pause = 1; pause <= 2; pause++) {
      CnoTrigger trigger = new CnoTrigger();
      BackgroundCall<Integer> waiter = background(() -> SoftwareEvents.await(cno, trigger));
      SoftwareEvents.seemsToWait(waiter);
      evd.disable();
      SoftwareEvents.post(evd, "one");
      SoftwareEvents.post(evd, "two");
      evd.enable();
      clause(ID).that(!waiter.done(), "the wait goes on after enable " + pause);
      SoftwareEvents.post(evd, "three");
      clause(ID).returns(DatReturn.SUCCESS, waiter.get());
      clause(ID).that(trigger.evd() == evd, "the EVD of the notification");
      clause(ID).that(SoftwareEvents.quiet(cno), "one notification, after enable " + pause);
      clause(ID).equal("one two three", SoftwareEvents.drain(evd), "events");
    }
  }

  @Test
  @Clauses(ID)
  void enableDoesNotCallTheAgentForEarlierEvents() {
    Ia ia = open();
    AtomicInteger calls = new AtomicInteger();
    Cno cno = ia.createCno(evd -> calls.incrementAndGet());
    Evd evd = SoftwareEvents.evd(ia, cno);
    evd.disable();
    SoftwareEvents.post(evd, "one");
    evd.enable();
    Cno other = ia.createCno(null);
    clause(ID)
        .that(SoftwareEvents.quiet(other), "a short wait on another CNO ends without a trigger");
    clause(ID).equal(0, calls.get(), "calls of the agent at the enable");
    clause(ID).equal("one", SoftwareEvents.drain(evd), "events");
  }
}
