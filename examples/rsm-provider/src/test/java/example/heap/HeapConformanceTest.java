package example.heap;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;

/** The conformance suite on the controller heap0; each clause is one test. */
class HeapConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("heap0").contract("rsm").build();
  }
}
