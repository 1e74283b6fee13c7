package example.latency;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;

/** The conformance suite on the layer over loopback0; each clause is one test. */
class LatencyConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("latency0").build();
  }
}
