package org.dat4j.conformance.dat.mutant;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of long transfers only, in checks that ask for no length in particular. */
class LengthMutantsTest {
  @ParameterizedTest
  @CsvSource({
    "above.4096.access.send.local.freed, dat_lmr_free.08",
    "above.4096.access.srq.local.zone, dat_srq_post_recv.09",
    "above.4096.access.write.remote.window-privilege, dat_rmr_bind.18"
  })
  void faultOfLongTransfersIsFoundInTheSurroundings(String mutant, String clause) {
    String reason = MutantReason.of(mutant, clause, true);
    assertTrue(reason.contains("bytes of memory and of transfers"), mutant + ": " + reason);
  }
}
