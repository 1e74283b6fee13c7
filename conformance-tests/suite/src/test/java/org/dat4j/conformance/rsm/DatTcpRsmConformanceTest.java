package org.dat4j.conformance.rsm;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.kernel.Profile;

/** The suite on RSM over TCP, in this JVM and a second one. */
class DatTcpRsmConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("dattcp0")
        .contract("rsm")
        .profile(Profile.STRICT)
        .seed(Long.getLong("test.seed", 1))
        .build();
  }
}
