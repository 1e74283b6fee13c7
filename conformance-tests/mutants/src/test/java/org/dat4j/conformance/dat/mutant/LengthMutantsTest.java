package org.dat4j.conformance.dat.mutant;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.report.SuiteResult;
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
    SuiteResult result =
        SuiteRunner.run(
            SuiteOptions.on("loopback0")
                .profile(Profile.STRICT)
                .mutant(mutant)
                .clauses(clause)
                .deep(true)
                .seed(1)
                .build());
    String reason =
        result.clauses().stream()
            .filter(each -> each.id().equals(clause))
            .findFirst()
            .orElseThrow()
            .reason();
    assertTrue(reason.contains("bytes of memory and of transfers"), mutant + ": " + reason);
  }
}
