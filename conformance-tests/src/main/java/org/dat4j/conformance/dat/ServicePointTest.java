package org.dat4j.conformance.dat;

import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.Node;
import org.dat4j.conformance.dat.fixture.Party;
import org.dat4j.conformance.dat.fixture.Region;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;

/** Base of the tests of service points and requests. */
abstract class ServicePointTest extends DatTest {
  /** Tells of a rejection; which of the two events it is belongs to dat_cr_reject.02. */
  static boolean rejected(EventView event) {
    return event.number() == EventNumber.CONNECTION_EVENT_PEER_REJECTED
        || event.number() == EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED;
  }

  /** Answers a request and checks that the connection carries a message. */
  final void works(String id, Node node, Cr cr, Party far, int farEp) {
    carries(id, node, cr, node.ep(), false, far, farEp);
  }

  /**
   * Answers a request and checks that the connection carries a message.
   *
   * @param id the clause that demands it
   * @param ep the endpoint to accept on
   * @param own whether the request came with this endpoint
   */
  final void carries(String id, Node node, Cr cr, Ep ep, boolean own, Party far, int farEp) {
    Region region = node.region(64);
    ep.postRecv(region.local(), region.address(0), 64, 1, CompletionFlags.DEFAULT);
    cr.accept(own ? null : ep, null);
    clause(id).connection(Node.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    clause(id)
        .equal(
            EventNumber.CONNECTION_EVENT_ESTABLISHED,
            far.event(Party.CONNECT).number(),
            "event at the requester");
    int message = far.register(16, MemPriv.ALL, 0);
    far.postSend(farEp, message, 0, 16, 2);
    clause(id).completion(Node.await(node.recv()), ep, 1, DtoStatus.SUCCESS, 16);
    far.event(Party.REQUEST);
  }
}
