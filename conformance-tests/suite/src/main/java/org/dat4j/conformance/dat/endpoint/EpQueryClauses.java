package org.dat4j.conformance.dat.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.EpStateTest;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.junit.jupiter.api.Test;

/**
 * Tests that dat_ep_query returns each endpoint parameter that its mask asks for, and the peer's
 * address in every state that has one.
 */
class EpQueryClauses extends EpStateTest {
  private static final List<EpState> WITH_PEER =
      List.of(
          EpState.PASSIVE_CONNECTION_PENDING,
          EpState.ACTIVE_CONNECTION_PENDING,
          EpState.CONNECTED,
          EpState.DISCONNECT_PENDING);

  private static final Map<Long, Function<EpParam, Object>> FIELDS =
      Map.ofEntries(
          Map.entry(EpField.IA_HANDLE, EpParam::ia),
          Map.entry(EpField.EP_STATE, EpParam::state),
          Map.entry(EpField.LOCAL_IA_ADDRESS_PTR, EpParam::localIaAddress),
          Map.entry(EpField.LOCAL_PORT_QUAL, EpParam::localPortQual),
          Map.entry(EpField.REMOTE_IA_ADDRESS_PTR, EpParam::remoteIaAddress),
          Map.entry(EpField.REMOTE_PORT_QUAL, EpParam::remotePortQual),
          Map.entry(EpField.PZ_HANDLE, EpParam::pz),
          Map.entry(EpField.RECV_EVD_HANDLE, EpParam::recvEvd),
          Map.entry(EpField.REQUEST_EVD_HANDLE, EpParam::requestEvd),
          Map.entry(EpField.CONNECT_EVD_HANDLE, EpParam::connectEvd),
          Map.entry(EpField.SRQ_HANDLE, param -> param.srq() == null),
          Map.entry(EpField.EP_ATTR_SERVICE_TYPE, param -> param.attr().serviceType()),
          Map.entry(EpField.EP_ATTR_MAX_MESSAGE_SIZE, param -> param.attr().maxMessageSize()),
          Map.entry(EpField.EP_ATTR_MAX_RDMA_SIZE, param -> param.attr().maxRdmaSize()),
          Map.entry(EpField.EP_ATTR_QOS, param -> param.attr().qos()),
          Map.entry(
              EpField.EP_ATTR_RECV_COMPLETION_FLAGS, param -> param.attr().recvCompletionFlags()),
          Map.entry(
              EpField.EP_ATTR_REQUEST_COMPLETION_FLAGS,
              param -> param.attr().requestCompletionFlags()),
          Map.entry(EpField.EP_ATTR_MAX_RECV_DTOS, param -> param.attr().maxRecvDtos()),
          Map.entry(EpField.EP_ATTR_MAX_REQUEST_DTOS, param -> param.attr().maxRequestDtos()),
          Map.entry(EpField.EP_ATTR_MAX_RECV_IOV, param -> param.attr().maxRecvIov()),
          Map.entry(EpField.EP_ATTR_MAX_REQUEST_IOV, param -> param.attr().maxRequestIov()),
          Map.entry(EpField.EP_ATTR_MAX_RDMA_READ_IN, param -> param.attr().maxRdmaReadIn()),
          Map.entry(EpField.EP_ATTR_MAX_RDMA_READ_OUT, param -> param.attr().maxRdmaReadOut()),
          Map.entry(EpField.EP_ATTR_SRQ_SOFT_HW, param -> param.attr().srqSoftHw()),
          Map.entry(EpField.EP_ATTR_MAX_RDMA_READ_IOV, param -> param.attr().maxRdmaReadIov()),
          Map.entry(EpField.EP_ATTR_MAX_RDMA_WRITE_IOV, param -> param.attr().maxRdmaWriteIov()),
          Map.entry(
              EpField.EP_ATTR_NUM_TRANSPORT_ATTR, param -> param.attr().transportSpecific().size()),
          Map.entry(
              EpField.EP_ATTR_TRANSPORT_SPECIFIC_ATTR, param -> param.attr().transportSpecific()),
          Map.entry(
              EpField.EP_ATTR_NUM_PROVIDER_ATTR, param -> param.attr().providerSpecific().size()),
          Map.entry(
              EpField.EP_ATTR_PROVIDER_SPECIFIC_ATTR, param -> param.attr().providerSpecific()));

  @Test
  @SecondParty
  @Clauses({"dat_ep_query.01", "dat_ep_query.02", "dat_ep_query.12"})
  void everyBitSelectsItsField() {
    ConnectedPair pair = pair();
    EpParam all = pair.ep().query(EpField.ALL);
    clause("dat_ep_query.01").that(all != null, "the full mask is answered");
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long mask = 1L << bit;
      Function<EpParam, Object> field = FIELDS.get(mask);
      if (field == null) {
        clause("dat_ep_query.02")
            .throwsDat(DatReturn.INVALID_PARAMETER, () -> pair.ep().query(mask));
      } else {
        clause("dat_ep_query.12")
            .equal(
                field.apply(all),
                field.apply(pair.ep().query(mask)),
                "field of 0x" + Long.toHexString(mask));
      }
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_query.06", "dat_ep_query.07", "dat_ep_query.08"})
  void peerIsDescribedInEveryStateThatHasOne() {
    for (EpState state : WITH_PEER) {
      Optional<StateSituation> found = situation(state);
      if (found.isEmpty()) {
        continue;
      }
      EpParam param = found.get().ep().query();
      byte[] peer = found.get().far().address();
      clause("dat_ep_query.08").that(param.localPortQual() != 0, "local_port_qual in " + state);
      if (state == EpState.ACTIVE_CONNECTION_PENDING) {
        clause("dat_ep_query.07")
            .address(
                peer,
                param.remoteIaAddress(),
                "remote address of a pending EP, given to the connect,");
      } else if (param.state() == state) {
        clause("dat_ep_query.06")
            .address(peer, param.remoteIaAddress(), "address of the peer's IA in " + state);
        clause("dat_ep_query.06").that(param.remotePortQual() != 0, "remote port in " + state);
      }
    }
  }
}
