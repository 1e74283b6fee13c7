package org.dat4j.conformance.dat;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.kernel.Profile;

/** The way a vendor runs the suite, here for the loopback provider in the strict profile. */
class LoopbackConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("loopback0")
        .profile(Profile.STRICT)
        .seed(Long.getLong("test.seed", 1))
        .build();
  }
}
