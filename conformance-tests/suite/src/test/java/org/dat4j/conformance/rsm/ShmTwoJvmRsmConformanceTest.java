package org.dat4j.conformance.rsm;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.Profile;
import org.junit.jupiter.api.Tag;

/** The suite on a simulated interconnect of RSM, the importers in a JVM of their own. */
@Tag("long")
class ShmTwoJvmRsmConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("shm0")
        .contract("rsm")
        .profile(Profile.STRICT)
        .placement(Placement.TWO_JVMS)
        .seed(Long.getLong("test.seed", 1))
        .build();
  }
}
