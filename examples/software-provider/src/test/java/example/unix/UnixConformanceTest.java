package example.unix;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;

/** The conformance suite on unix0; each clause is one test. */
class UnixConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("unix0").build();
  }
}
