package org.dat4j.conformance.dat.transfer;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.IaAttr;
import org.junit.jupiter.api.Test;

/**
 * Tests that many Sends or RDMA Writes that are outstanding at once complete, even behind a Send
 * that waits for its Receive.
 */
class BurstClauses extends TransferTest {
  private static final Dimension<Integer> NUMBER =
      Dimension.number("number of requests", 1, 16, 63, 64, 65, 200);
  private static final Dimension<Integer> SIZE = SharedDimensions.magnitudes("size", 1, 5000);
  private static final Dimension<Boolean> WAITS =
      Dimension.moment("a Send in front of them waits for a Receive", false, true);
  private static final Dimension<TransferKind> KIND =
      Dimension.choice("transfer", TransferKind.SEND, TransferKind.RDMA_WRITE);

  /** Two endpoints with room for many transfers, and EVDs of their own. */
  private static final class BurstEndpoints {
    final Evd request;
    final Evd recv;
    final Ep near;
    final Ep far;

    BurstEndpoints(AdapterFixture node, AdapterFixture partner, int room) {
      request = node.ia().createEvd(room, null, EvdFlags.DTO);
      recv = partner.ia().createEvd(room, null, EvdFlags.DTO);
      EpAttr attr = node.attr().toBuilder().maxRequestDtos(room).build();
      near = node.ia().createEp(node.pz(), node.recv(), request, node.connect(), attr);
      EpAttr farAttr = partner.attr().toBuilder().maxRecvDtos(room).build();
      far =
          partner.ia().createEp(partner.pz(), recv, partner.request(), partner.connect(), farAttr);
      ConnectedPair.connect(node, near, partner, far);
    }
  }

  private Dimension<Integer> number() {
    int most = Math.min(room(node().limits()), room(partner().limits())) - 1;
    return NUMBER.where(number -> number <= most, "there is room for " + most);
  }

  private static int room(IaAttr limits) {
    return Math.min(limits.maxDtoPerEp(), limits.maxEvdQlen());
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.02", "dat_ep_post_rdma_write.02"})
  void requestsBehindASendThatWaitsComplete() throws Exception {
    boolean holds = pair().holdsASend();
    checkInSituations(
        this::behind,
        number(),
        SIZE,
        WAITS.where(waits -> holds || !waits, ConnectedPair.SEND_BREAKS),
        KIND);
  }

  private void behind(Situation situation) {
    int number = situation.get(NUMBER);
    int size = situation.get(SIZE);
    AdapterFixture node = node();
    AdapterFixture partner = partner();
    BurstEndpoints ends = new BurstEndpoints(node, partner, number + 1);
    RegisteredMemory source = node.region(size);
    RegisteredMemory target = partner.region(size);
    TransferKind kind = situation.get(KIND);
    boolean waits = situation.get(WAITS);
    String id = kind.clause("02", "02", "");
    byte[] data = data(size);
    source.put(0, data);
    int receives = kind == TransferKind.SEND ? number + 1 : 1;
    if (!waits) {
      receive(ends, target, receives);
    }
    ends.near.postSend(source.local(), source.address(0), size, 0, CompletionFlags.DEFAULT);
    for (int i = 1; i <= number; i++) {
      int result =
          kind == TransferKind.SEND
              ? ends.near.postSend(
                  source.local(), source.address(0), size, i, CompletionFlags.DEFAULT)
              : ends.near.postRdmaWrite(
                  source.local(),
                  source.address(0),
                  size,
                  i,
                  target.remote(),
                  target.address(0),
                  CompletionFlags.DEFAULT);
      if (waits && result != DatReturn.SUCCESS) {
        // A Send need not wait for a Receive (DAT-D11): where it has failed, nothing more is taken.
        DtoStatus first = AdapterFixture.await(ends.request).status();
        clause(id).that(first != DtoStatus.SUCCESS, "a refused post is behind a failed Send");
        return;
      }
      clause(id).returns(DatReturn.SUCCESS, result);
    }
    if (waits) {
      receive(ends, target, receives);
    }
    DatEvent first = AdapterFixture.await(ends.request);
    if (waits && first.status() != DtoStatus.SUCCESS) {
      // A Send need not wait for a Receive (DAT-D11).
      return;
    }
    clause("dat_ep_post_send.02").completion(first, ends.near, 0, DtoStatus.SUCCESS, size);
    for (int i = 1; i <= number; i++) {
      clause(id)
          .completion(AdapterFixture.await(ends.request), ends.near, i, DtoStatus.SUCCESS, size);
    }
    for (int i = 0; i < receives; i++) {
      clause("dat_ep_post_send.02")
          .completion(AdapterFixture.await(ends.recv), ends.far, i, DtoStatus.SUCCESS, size);
    }
    clause("dat_ep_post_send.02")
        .that(Arrays.equals(data, target.get(0, size)), "the bytes of the messages");
  }

  private static void receive(BurstEndpoints ends, RegisteredMemory into, int count) {
    for (int i = 0; i < count; i++) {
      ends.far.postRecv(into.local(), into.address(0), into.length(), i, CompletionFlags.DEFAULT);
    }
  }
}
