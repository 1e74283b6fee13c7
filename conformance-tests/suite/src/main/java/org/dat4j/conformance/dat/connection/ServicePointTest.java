package org.dat4j.conformance.dat.connection;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;

/**
 * Base class of the tests of DAT service points and connection requests; checks that a connection
 * carries data.
 */
public abstract class ServicePointTest extends DatTest {
  /** Makes a test. */
  protected ServicePointTest() {}

  /**
   * Recognizes a rejection; the choice between the two events belongs to dat_cr_reject.02.
   *
   * @param event any connection event
   * @return whether it is a rejection
   */
  protected static boolean rejected(EventView event) {
    return event.number() == EventNumber.CONNECTION_EVENT_PEER_REJECTED
        || event.number() == EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED;
  }

  /**
   * Accepts a request on a new endpoint and checks that the connection carries a message.
   *
   * @param id the clause that demands it
   * @param node the accepting adapter
   * @param cr the request
   * @param far the requester
   * @param farEp its endpoint
   */
  protected final void works(String id, AdapterFixture node, Cr cr, DatPeer far, int farEp) {
    carries(id, node, cr, node.ep(), false, far, farEp);
  }

  /**
   * Accepts a request and checks that the connection carries a message.
   *
   * @param id the clause that demands it
   * @param node the accepting adapter
   * @param cr the request
   * @param ep the endpoint to accept on
   * @param own whether the request came with this endpoint
   * @param far the requester
   * @param farEp its endpoint
   */
  protected final void carries(
      String id, AdapterFixture node, Cr cr, Ep ep, boolean own, DatPeer far, int farEp) {
    RegisteredMemory region = node.region(64);
    ep.postRecv(region.local(), region.address(0), 64, 1, CompletionFlags.DEFAULT);
    cr.accept(own ? null : ep, null);
    clause(id)
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    clause(id)
        .equal(
            EventNumber.CONNECTION_EVENT_ESTABLISHED,
            far.event(DatPeer.CONNECT).number(),
            "event at the requester");
    int message = far.register(16, MemPriv.ALL, 0);
    far.postSend(farEp, message, 0, 16, 2);
    clause(id).completion(AdapterFixture.await(node.recv()), ep, 1, DtoStatus.SUCCESS, 16);
    far.event(DatPeer.REQUEST);
  }
}
