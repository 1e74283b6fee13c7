package org.dat4j.conformance.dat.event;

import java.util.HashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoField;
import org.dat4j.dat.CnoParam;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProxyAgent;
import org.junit.jupiter.api.Test;

/**
 * Tests of CNOs, which wake a thread or call an agent when one of their EVDs has an event:
 * dat_cno_create, dat_cno_modify_agent, dat_cno_query and dat_cno_free.
 */
class CnoClauses extends DatTest {
  private static final int ATTEMPTS = 50;

  /** A proxy agent that remembers the EVDs it was called with. */
  private static final class Agent {
    private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    private final ProxyAgent proxy = evd -> calls.add(name(evd));

    private static String name(Evd evd) {
      return evd == null ? "null" : "EVD " + System.identityHashCode(evd);
    }

    private String next() throws InterruptedException {
      return calls.poll(TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS), TimeUnit.MICROSECONDS);
    }

    private boolean uncalled() throws InterruptedException {
      return calls.poll(SoftwareEvents.SHORT_MICROS, TimeUnit.MICROSECONDS) == null;
    }
  }

  @Test
  @Clauses({"dat_cno_create.01", "dat_cno_create.02", "dat_cno_create.03", "dat_cno_create.06"})
  void newCnoIsUnused() {
    Ia ia = open();
    Cno plain = ia.createCno(null);
    clause("dat_cno_create.01").that(plain != null, "a handle is given");
    clause("dat_cno_create.06").succeeds("free at once", plain::free);
    Cno withAgent = ia.createCno(new Agent().proxy);
    clause("dat_cno_create.02").that(withAgent != null, "a handle is given");
    clause("dat_cno_create.06").succeeds("free at once, with an agent", withAgent::free);
    ia.close();
    clause("dat_cno_create.03").throwsDat(DatReturn.INVALID_HANDLE, () -> ia.createCno(null));
  }

  @Test
  @Clauses({"dat_cno_create.07", "dat_cno_create.08"})
  void agentIsCalledOnceWithTheEvd() throws Exception {
    Ia ia = open();
    Agent agent = new Agent();
    Cno cno = ia.createCno(agent.proxy);
    Evd evd = SoftwareEvents.evd(ia, cno);
    clause("dat_cno_create.07").that(agent.uncalled(), "not called before a trigger");
    SoftwareEvents.post(evd, "one");
    clause("dat_cno_create.07").equal(Agent.name(evd), agent.next(), "EVD");
    SoftwareEvents.post(evd, "two");
    clause("dat_cno_create.08").that(agent.uncalled(), "not called by a second trigger");
    clause("dat_cno_create.08")
        .equal(null, cno.query(CnoField.ALL).agent(), "agent after its call");
    cno.modifyAgent(agent.proxy);
    SoftwareEvents.post(evd, "three");
    clause("dat_cno_create.08").equal(Agent.name(evd), agent.next(), "EVD after it was set");
  }

  @Test
  @Clauses("dat_cno_create.09")
  void triggerWithoutAgentWakesWaiters() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    SoftwareEvents.post(evd, "one");
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_create.09").returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
    clause("dat_cno_create.09").that(trigger.evd() == evd, "the waiter learns of the EVD");
  }

  @Test
  @Clauses("dat_cno_create.10")
  void concurrentCreationsAreDistinct() throws Exception {
    Ia ia = open();
    List<Cno> all = concurrently(4, () -> ia.createCno(null));
    clause("dat_cno_create.10").equal(4, new HashSet<>(all).size(), "distinct objects");
    CnoTrigger trigger = new CnoTrigger();
    for (Cno cno : all) {
      Evd evd = SoftwareEvents.evd(ia, cno);
      SoftwareEvents.post(evd, "one");
      clause("dat_cno_create.10").returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
      clause("dat_cno_create.10").that(trigger.evd() == evd, "each has its own EVD");
    }
  }

  @Test
  @Clauses({"dat_cno_modify_agent.01", "dat_cno_modify_agent.02", "dat_cno_modify_agent.03"})
  void agentIsSetAndCleared() throws Exception {
    Ia ia = open();
    Agent agent = new Agent();
    Agent other = new Agent();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    cno.modifyAgent(agent.proxy);
    clause("dat_cno_modify_agent.01")
        .that(cno.query(CnoField.ALL).agent() == agent.proxy, "the agent");
    cno.modifyAgent(other.proxy);
    clause("dat_cno_modify_agent.01")
        .that(cno.query(CnoField.ALL).agent() == other.proxy, "the next one");
    cno.modifyAgent(null);
    SoftwareEvents.post(evd, "one");
    clause("dat_cno_modify_agent.02").that(agent.uncalled(), "the first is not called");
    clause("dat_cno_modify_agent.02").that(other.uncalled(), "the second is not called");
    evd.free();
    cno.free();
    clause("dat_cno_modify_agent.03")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> cno.modifyAgent(agent.proxy));
  }

  @Test
  @Clauses("dat_cno_modify_agent.04")
  void triggerCallsTheAgentAndWakesTheWaiter() throws Exception {
    Ia ia = open();
    Agent agent = new Agent();
    Cno cno = ia.createCno(null);
    cno.modifyAgent(agent.proxy);
    Evd evd = SoftwareEvents.evd(ia, cno);
    CnoTrigger trigger = new CnoTrigger();
    BackgroundCall<Integer> waiter = background(() -> SoftwareEvents.await(cno, trigger));
    SoftwareEvents.seemsToWait(waiter);
    SoftwareEvents.post(evd, "one");
    clause("dat_cno_modify_agent.04").returns(DatReturn.SUCCESS, waiter.get());
    clause("dat_cno_modify_agent.04").that(trigger.evd() == evd, "the waiter's EVD");
    clause("dat_cno_modify_agent.04").equal(Agent.name(evd), agent.next(), "the agent's");
  }

  @Test
  @Clauses({"dat_cno_query.01", "dat_cno_query.02", "dat_cno_query.03", "dat_cno_query.04"})
  void queryTellsAdapterAndAgent() {
    Ia ia = open();
    Agent agent = new Agent();
    Cno cno = ia.createCno(agent.proxy);
    clause("dat_cno_query.01").succeeds("a full query", () -> cno.query(0x3));
    CnoParam param = cno.query(CnoField.ALL);
    clause("dat_cno_query.02").that(param.ia() == ia, "ia_handle");
    clause("dat_cno_query.02").that(param.agent() == agent.proxy, "agent of the creation");
    Agent next = new Agent();
    cno.modifyAgent(next.proxy);
    clause("dat_cno_query.02")
        .that(cno.query(CnoField.ALL).agent() == next.proxy, "agent set later");
    cno.modifyAgent(null);
    clause("dat_cno_query.02").equal(null, cno.query(CnoField.ALL).agent(), "null agent");
    clause("dat_cno_query.02")
        .equal(null, ia.createCno(null).query(CnoField.ALL).agent(), "null agent of the creation");
    for (int mask : new int[] {0x4, 0x8, 0x7, Integer.MIN_VALUE}) {
      clause("dat_cno_query.03").throwsDat(DatReturn.INVALID_PARAMETER, () -> cno.query(mask));
    }
    cno.free();
    clause("dat_cno_query.04").throwsDat(DatReturn.INVALID_HANDLE, () -> cno.query(CnoField.ALL));
  }

  @Test
  @Clauses({"dat_cno_free.01", "dat_cno_free.02", "dat_cno_free.03"})
  void usedCnoIsNotFreed() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    clause("dat_cno_free.03")
        .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_CNO_IN_USE, cno::free);
    SoftwareEvents.post(evd, "one");
    clause("dat_cno_free.03")
        .returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, new CnoTrigger()));
    evd.free();
    clause("dat_cno_free.01").succeeds("free after its EVD", cno::free);
    clause("dat_cno_free.02").throwsDat(DatReturn.INVALID_HANDLE, cno::free);
  }

  @Test
  @Clauses({"dat_cno_free.04", "dat_cno_free.05"})
  void waiterKeepsTheObjectAndCanBeReleased() throws Exception {
    Ia ia = open();
    for (int i = 0; i < ATTEMPTS; i++) {
      Cno cno = ia.createCno(null);
      CnoTrigger trigger = new CnoTrigger();
      BackgroundCall<Integer> waiter =
          background(() -> cno.await(DatConstants.TIMEOUT_INFINITE, trigger));
      SoftwareEvents.seemsToWait(waiter);
      if (freed(cno)) {
        // Nobody was inside: then the thread must have found a freed object.
        clause("dat_cno_free.04").throwsDat(DatReturn.INVALID_HANDLE, waiter::get);
        continue;
      }
      clause("dat_cno_free.04").that(!waiter.done(), "the wait goes on");
      Evd release = SoftwareEvents.evd(ia, null);
      release.modifyCno(cno);
      SoftwareEvents.post(release, "go");
      clause("dat_cno_free.05").returns(DatReturn.SUCCESS, waiter.get());
      clause("dat_cno_free.05").that(trigger.evd() == release, "the EVD that released it");
      release.modifyCno(null);
      clause("dat_cno_free.05").succeeds("free after the waiter has left", cno::free);
      return;
    }
    clause("dat_cno_free.04").that(false, "no free was refused, though a thread waits");
  }

  private boolean freed(Cno cno) {
    try {
      cno.free();
      return true;
    } catch (DatException refused) {
      clause("dat_cno_free.04")
          .equal(
              DatReturn.name(DatReturn.INVALID_STATE), DatReturn.name(refused.type()), "refusal");
      return false;
    }
  }
}
