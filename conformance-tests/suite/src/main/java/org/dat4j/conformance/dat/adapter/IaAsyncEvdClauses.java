package org.dat4j.conformance.dat.adapter;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EvdOverflow;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaParam;
import org.junit.jupiter.api.Test;

/**
 * Tests of an adapter's EVD for asynchronous errors, which dat_ia_open makes, takes from the
 * program, or shares with an earlier open of the adapter.
 */
class IaAsyncEvdClauses extends DatTest {
  private static final int LONGER = 100;

  /** Makes a node whose adapter is opened with an asynchronous EVD of another instance. */
  private AdapterFixture nodeWith(Evd async) {
    Ia ia = source().open(iaName(), ASYNC_QLEN, async);
    atEnd(ia::close);
    return node(ia);
  }

  /** Makes an EVD of a node overflow, which is an asynchronous error, and returns that EVD. */
  private Evd overflow(AdapterFixture node) {
    return new EvdOverflow(node, peer()).happen().evd();
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_open.15")
  void ownAsyncEvdCanBeResizedAndNotify() {
    AdapterFixture node = node();
    Evd async = node.ia().query().asyncEvd();
    clause("dat_ia_open.15").succeeds("resize", () -> async.resize(LONGER));
    clause("dat_ia_open.15")
        .that(async.query().evdQlen() >= LONGER, "it holds at least " + LONGER + " events");
    Cno cno = node.ia().createCno(null);
    clause("dat_ia_open.15").succeeds("modify_cno", () -> async.modifyCno(cno));
    clause("dat_ia_open.15").that(async.query().cno() == cno, "dat_evd_query reports the CNO");
    Evd small = overflow(node);
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_ia_open.15").returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
    clause("dat_ia_open.15").that(trigger.evd() == async, "the async EVD triggered");
    DatEvent event = AdapterFixture.await(async);
    clause("dat_ia_open.15").that(event.asyncObject() == small, "its event is still queued");
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_open.17")
  void givenEvdGetsTheErrorsOfTheInstance() {
    Ia owner = open();
    Evd async = owner.query().asyncEvd();
    AdapterFixture node = nodeWith(async);
    Evd small = overflow(node);
    DatEvent event = AdapterFixture.await(async);
    clause("dat_ia_open.17")
        .equal(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, event.number(), "event on the given EVD");
    clause("dat_ia_open.17").that(event.asyncObject() == small, "its object");
    clause("dat_ia_open.17").that(event.evd() == async, "the EVD it was taken from");
  }

  @Test
  @Clauses("dat_ia_open.20")
  void firstOpenCannotShare() {
    String unused = "unused-" + iaName();
    clause("dat_ia_open.20")
        .throwsDat(
            DatReturn.PROVIDER_NOT_FOUND, () -> source().registry().openIaSharingAsync(unused));
    Ia ia = null;
    try {
      ia = source().registry().openIaSharingAsync(iaName());
    } catch (DatException refused) {
      clause("dat_ia_open.20").equal(DatReturn.INVALID_HANDLE, refused.type(), "refusal");
    }
    if (ia != null) {
      atEnd(ia::close);
      clause("dat_ia_open.20").equal(null, ia.query().asyncEvd(), "async EVD of a first open");
    }
    clause("dat_ia_open.20").succeeds("an ordinary open", this::open);
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_open.19")
  @NoOtherCalls("the test closes the adapter")
  void laterOpenSharesTheEvdOutOfScope() {
    Ia owner = open();
    Ia sharing;
    try {
      sharing = source().registry().openIaSharingAsync(iaName());
    } catch (DatException refused) {
      clause("dat_ia_open.19").absent("DAT_EVD_ASYNC_EXISTS is refused: " + refused.getMessage());
      return;
    }
    atEnd(sharing::close);
    IaParam param = sharing.query();
    clause("dat_ia_open.19").that(param.asyncEvdOutOfScope(), "DAT_EVD_OUT_OF_SCOPE is reported");
    clause("dat_ia_open.19").equal(null, param.asyncEvd(), "async EVD");
    clause("dat_ia_open.19").that(!owner.query().asyncEvdOutOfScope(), "the owner's is in scope");
    Evd small = overflow(node(sharing));
    DatEvent event = AdapterFixture.await(owner.query().asyncEvd());
    clause("dat_ia_open.19").that(event.asyncObject() == small, "its errors reach the owner");
    sharing.close();
    clause("dat_ia_open.19")
        .succeeds("the owner's EVD afterwards", owner.query().asyncEvd()::query);
  }
}
