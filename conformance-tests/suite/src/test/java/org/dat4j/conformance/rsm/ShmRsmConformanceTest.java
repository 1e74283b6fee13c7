package org.dat4j.conformance.rsm;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.kernel.Profile;

/** The suite on a simulated interconnect of RSM. */
class ShmRsmConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("shm0")
        .contract("rsm")
        .profile(Profile.STRICT)
        .seed(Long.getLong("test.seed", 1))
        .build();
  }
}
