package org.dat4j.conformance.dat.connection;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests of public service points (PSPs) where the provider, not the program, makes the endpoint for
 * each connection request.
 */
class PspProviderClauses extends ServicePointTest {

  /** A node, and a request that came with an endpoint of the provider. */
  private final class Supplied {
    private final AdapterFixture node = node();
    private final Psp psp = node.ia().createPspAny(node.cr(), PspFlags.PROVIDER);
    private final AdapterFixture asking = partner();
    private final Ep requester = asking.ep();
    private final Cr cr;
    private final Ep ep;

    private Supplied() {
      ConnectedPair.connect(requester, node.ia().address().getAddress(), psp.connQual(), null);
      cr = AdapterFixture.await(node.cr()).cr();
      ep = cr.query().localEp();
    }
  }

  @Test
  @Refuses({"dat_psp_create.15", "dat_psp_create.16", "dat_psp_create.17", "dat_psp_create.18"})
  void endpointsOfTheProviderAreRefused() {
    AdapterFixture node = node();
    for (String id :
        new String[] {
          "dat_psp_create.15", "dat_psp_create.16", "dat_psp_create.17", "dat_psp_create.18"
        }) {
      clause(id)
          .throwsDat(
              DatReturn.MODEL_NOT_SUPPORTED,
              () -> node.ia().createPspAny(node.cr(), PspFlags.PROVIDER));
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_psp_create.15", "dat_psp_create.16", "dat_psp_create.17", "dat_psp_create.18"})
  void requestComesWithAnEndpointToBeConfigured() {
    Supplied supplied = new Supplied();
    Ep ep = supplied.ep;
    clause("dat_psp_create.15").require(ep != null, "the request has a local EP");
    clause("dat_psp_create.15")
        .equal(EpState.TENTATIVE_CONNECTION_PENDING, ep.getStatus().state(), "its state");
    clause("dat_psp_create.15").throwsDat(DatReturn.INVALID_STATE, ep::free);
    EpParam param = ep.query(EpField.ALL);
    clause("dat_psp_create.16").equal(null, param.pz(), "PZ");
    clause("dat_psp_create.16").equal(null, param.recvEvd(), "EVD of Receives");
    clause("dat_psp_create.16").equal(null, param.requestEvd(), "EVD of requests");
    clause("dat_psp_create.16").equal(null, param.connectEvd(), "EVD of connections");
    EpAttr wanted = supplied.requester.query(EpField.ALL).attr();
    EpAttr given = param.attr();
    clause("dat_psp_create.17")
        .equal(wanted.maxMessageSize(), given.maxMessageSize(), "max_message_size");
    clause("dat_psp_create.17").equal(wanted.maxRdmaSize(), given.maxRdmaSize(), "max_rdma_size");
    clause("dat_psp_create.17")
        .that(given.maxRdmaReadIn() >= wanted.maxRdmaReadOut(), "max_rdma_read_in is enough");
    clause("dat_psp_create.17")
        .that(given.maxRecvDtos() > 0 && given.maxRequestDtos() > 0, "it can transfer");
    AdapterFixture node = supplied.node;
    EpParam parts =
        new EpParam(
            node.ia(),
            EpState.TENTATIVE_CONNECTION_PENDING,
            null,
            0,
            null,
            0,
            node.pz(),
            node.recv(),
            node.request(),
            node.connect(),
            null,
            given);
    clause("dat_psp_create.18")
        .succeeds(
            "dat_ep_modify of PZ and EVDs",
            () ->
                ep.modify(
                    EpField.PZ_HANDLE
                        | EpField.RECV_EVD_HANDLE
                        | EpField.REQUEST_EVD_HANDLE
                        | EpField.CONNECT_EVD_HANDLE,
                    parts));
    clause("dat_psp_create.18").succeeds("accept", () -> supplied.cr.accept(null, null));
    clause("dat_psp_create.18")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    clause("dat_psp_create.18").equal(EpState.CONNECTED, ep.getStatus().state(), "state of the EP");
    clause("dat_psp_create.18")
        .connection(
            AdapterFixture.await(supplied.asking.connect()),
            EventNumber.CONNECTION_EVENT_ESTABLISHED,
            supplied.requester);
  }

  @Test
  @SecondParty
  @Clauses("dat_psp_create.15")
  void rejectTakesTheEndpointBack() {
    AdapterFixture node = node();
    Psp psp = node.ia().createPspAny(node.cr(), PspFlags.PROVIDER);
    DatPeer far = peer();
    requestConnection(far, node.ia(), psp.connQual());
    Cr cr = AdapterFixture.await(node.cr()).cr();
    clause("dat_psp_create.15").that(cr.query().localEp() != null, "the request has a local EP");
    cr.reject();
    EventView event = far.event(DatPeer.CONNECT);
    clause("dat_psp_create.15")
        .equal(EventNumber.CONNECTION_EVENT_PEER_REJECTED, event.number(), "event at requester");
  }
}
