package org.dat4j.conformance.dat.transfer;

import java.util.Set;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.DtoStatus;
import org.junit.jupiter.api.Test;

/**
 * Tests that an RDMA Read or Write that runs past the end of the remote memory is refused, however
 * long it is.
 */
class OutOfBoundsRdmaClauses extends TransferTest {
  private static final Dimension<Integer> SIZE =
      SharedDimensions.sizes("size of the memory", 1, 1 << 19);
  private static final Dimension<Integer> EXCESS =
      SharedDimensions.magnitudes("bytes too many", 1, 1 << 17);

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.14")
  void readOfEachSizeThatEndsOutsideIsRefused() throws Exception {
    checkOutside(TransferKind.RDMA_READ);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.16")
  void writeOfEachSizeThatEndsOutsideIsRefused() throws Exception {
    checkOutside(TransferKind.RDMA_WRITE);
  }

  private void checkOutside(TransferKind kind) throws Exception {
    long most = node().attr().maxRdmaSize();
    checkInSituations(
        situation -> (long) situation.get(SIZE) + situation.get(EXCESS) <= most,
        situation -> outside(kind, situation),
        SIZE,
        EXCESS);
  }

  private void outside(TransferKind kind, Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(SIZE);
    int length = size + situation.get(EXCESS);
    RegisteredMemory region = pair.near().region(length);
    Remote there = remote(pair, size);
    PostOutcome outcome =
        kind == TransferKind.RDMA_READ
            ? pair.read(region, length, 1, there.context(), there.base())
            : pair.write(region, length, 1, there.context(), there.base());
    clause(kind.clause("", "16", "14")).ends(outcome, AT_POST, Set.of(DtoStatus.ERR_REMOTE_ACCESS));
  }
}
