package example.engine;

import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;

/** The conformance suite on engine0; each clause is one test. */
class EngineConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("engine0").build();
  }
}
