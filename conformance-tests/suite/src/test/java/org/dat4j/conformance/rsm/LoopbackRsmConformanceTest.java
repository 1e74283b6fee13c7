package org.dat4j.conformance.rsm;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.kernel.Profile;

/** The suite on the loopback controller of RSM. */
class LoopbackRsmConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("loopback")
        .contract("rsm")
        .profile(Profile.STRICT)
        .seed(Long.getLong("test.seed", 1))
        .build();
  }
}
