package org.dat4j.conformance.dat;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.Profile;
import org.junit.jupiter.api.Tag;

/** The suite on the TCP provider, the second party in a JVM of its own. */
@Tag("long")
class TcpTwoJvmConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("tcp0")
        .profile(Profile.STRICT)
        .placement(Placement.TWO_JVMS)
        .seed(Long.getLong("test.seed", 1))
        .build();
  }
}
