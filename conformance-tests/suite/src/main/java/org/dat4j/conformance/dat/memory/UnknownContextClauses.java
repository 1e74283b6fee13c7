package org.dat4j.conformance.dat.memory;

import java.util.Arrays;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Srq;
import org.junit.jupiter.api.Test;

/**
 * Tests that a transfer fails when it names memory by an LMR or RMR context that was never issued.
 * Other tests use contexts of ended registrations.
 */
class UnknownContextClauses extends DatTest {
  private static final Set<Integer> REFUSALS =
      Set.of(DatReturn.PRIVILEGES_VIOLATION, DatReturn.PROTECTION_VIOLATION);
  private static final Set<DtoStatus> LOCAL = Set.of(DtoStatus.ERR_LOCAL_PROTECTION);
  private static final Set<DtoStatus> REMOTE = Set.of(DtoStatus.ERR_REMOTE_ACCESS);

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.16")
  void sendFromNowhere() {
    ConnectedPair pair = pair();
    int buffer = pair.far().register(size(), MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, size(), 1);
    RegisteredMemory region = pair.near().region(size());
    PostOutcome.Post post =
        () ->
            pair.ep()
                .postSend(
                    region.local() ^ RegisteredMemory.NEVER_ISSUED_BITS,
                    region.address(0),
                    size(),
                    2,
                    CompletionFlags.DEFAULT);
    clause("dat_ep_post_send.16")
        .ends(PostOutcome.of(pair.near().request(), post), REFUSALS, LOCAL);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_recv.18")
  void receiveToNowhere() {
    ConnectedPair pair = pair();
    int message = pair.far().register(size(), MemPriv.ALL, 0);
    RegisteredMemory region = pair.near().region(size());
    PostOutcome.Post post =
        () -> {
          int result =
              pair.ep()
                  .postRecv(
                      region.local() ^ RegisteredMemory.NEVER_ISSUED_BITS,
                      region.address(0),
                      size(),
                      1,
                      CompletionFlags.DEFAULT);
          pair.far().postSend(pair.farEp(), message, 0, 8, 2);
          return result;
        };
    clause("dat_ep_post_recv.18").ends(PostOutcome.of(pair.near().recv(), post), REFUSALS, LOCAL);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.21")
  void writeFromNowhere() {
    ConnectedPair pair = pair();
    int target = pair.far().register(size(), MemPriv.ALL, 0);
    RegisteredMemory region = pair.near().region(size());
    PostOutcome.Post post =
        () ->
            pair.ep()
                .postRdmaWrite(
                    region.local() ^ RegisteredMemory.NEVER_ISSUED_BITS,
                    region.address(0),
                    size(),
                    1,
                    pair.far().remote(target),
                    pair.far().base(target),
                    CompletionFlags.DEFAULT);
    clause("dat_ep_post_rdma_write.21")
        .ends(PostOutcome.of(pair.near().request(), post), REFUSALS, LOCAL);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.15")
  void writeToNowhere() {
    ConnectedPair pair = pair();
    int target = pair.far().register(size(), MemPriv.ALL, 0);
    RegisteredMemory source = pair.near().region(size());
    source.fill(0x66);
    int context = pair.far().remote(target) ^ RegisteredMemory.NEVER_ISSUED_BITS;
    clause("dat_ep_post_rdma_write.15")
        .ends(pair.write(source, 8, 2, context, pair.far().base(target)), REFUSALS, REMOTE);
    clause("dat_ep_post_rdma_write.15")
        .that(
            Arrays.equals(new byte[size()], pair.far().get(target, 0, size())),
            "no memory is changed");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.32")
  void readToNowhere() {
    ConnectedPair pair = pair();
    int source = pair.far().register(size(), MemPriv.ALL, 0);
    RegisteredMemory region = pair.near().region(size());
    PostOutcome.Post post =
        () ->
            pair.ep()
                .postRdmaRead(
                    region.local() ^ RegisteredMemory.NEVER_ISSUED_BITS,
                    region.address(0),
                    size(),
                    1,
                    pair.far().remote(source),
                    pair.far().base(source),
                    CompletionFlags.DEFAULT);
    clause("dat_ep_post_rdma_read.32")
        .ends(PostOutcome.of(pair.near().request(), post), REFUSALS, LOCAL);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.13")
  void readFromNowhere() {
    ConnectedPair pair = pair();
    int source = pair.far().register(size(), MemPriv.ALL, 0);
    int context = pair.far().remote(source) ^ RegisteredMemory.NEVER_ISSUED_BITS;
    clause("dat_ep_post_rdma_read.13")
        .ends(
            pair.read(pair.near().region(size()), 8, 2, context, pair.far().base(source)),
            REFUSALS,
            REMOTE);
  }

  @Test
  @SecondParty
  @Clauses("dat_srq_post_recv.10")
  void sharedReceiveToNowhere() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    DatPeer far = peer();
    ConnectedPair pair =
        ConnectedPair.connect(node, SrqFixture.endpoint(node, srq), far, far.createEp(0, -1, -1));
    int message = far.register(size(), MemPriv.ALL, 0);
    RegisteredMemory region = node.region(size());
    PostOutcome.Post post =
        () -> {
          int result =
              srq.postRecv(
                  region.local() ^ RegisteredMemory.NEVER_ISSUED_BITS,
                  region.address(0),
                  size(),
                  1);
          far.postSend(pair.farEp(), message, 0, 8, 2);
          return result;
        };
    clause("dat_srq_post_recv.10").ends(PostOutcome.of(node.recv(), post), REFUSALS, LOCAL);
  }
}
