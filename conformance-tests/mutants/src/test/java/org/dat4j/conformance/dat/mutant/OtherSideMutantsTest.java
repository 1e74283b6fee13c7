package org.dat4j.conformance.dat.mutant;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults that show only while the other side is busy, or after it has gone. */
class OtherSideMutantsTest {
  @ParameterizedTest
  @CsvSource({
    "busy.other-side.memory.last.WRITE, dat_ep_post_rdma_write.03, busy",
    "busy.other-side.access.read.remote.range-high, dat_ep_post_rdma_read.14, busy",
    "busy.other-side.fence.SEND-none, dat_ep_post_send.25, busy",
    "busy.other-side.fence.WRITE-none, dat_ep_post_rdma_write.25, busy",
    "gone.free.event.cookie.FLUSHED, dat_evd_create.13, its end was freed",
    "gone.close.silent.dat_ep_reset, dat_ep_reset.01, its adapter was closed"
  })
  void mutantFailsOnlyInItsOtherSideState(String mutant, String clause, String state) {
    String reason = MutantReason.of(mutant, clause, false);
    assertTrue(reason.contains(state), reason);
    assertFalse(reason.contains("state of the other side idle"), reason);
  }
}
