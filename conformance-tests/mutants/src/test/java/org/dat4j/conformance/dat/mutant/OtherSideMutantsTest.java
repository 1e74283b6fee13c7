package org.dat4j.conformance.dat.mutant;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.report.SuiteResult;
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
    SuiteResult result =
        SuiteRunner.run(
            SuiteOptions.on("loopback0")
                .profile(Profile.STRICT)
                .mutant(mutant)
                .clauses(clause)
                .seed(1)
                .build());
    assertFalse(result.successful(), mutant);
    String reason =
        result.clauses().stream()
            .filter(each -> each.id().equals(clause))
            .findFirst()
            .orElseThrow()
            .reason();
    assertTrue(reason.contains(state), reason);
    assertFalse(reason.contains("state of the other side idle"), reason);
  }
}
