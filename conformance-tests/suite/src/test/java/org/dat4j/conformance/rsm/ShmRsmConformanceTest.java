package org.dat4j.conformance.rsm;

import java.util.Map;
import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.VariedKindsDemand;
import org.dat4j.conformance.dimension.DimensionKind;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.report.SuiteResult;

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

  /** The clauses that are not varied yet, by kind, rounded up; lower these with new checks. */
  private static final Map<DimensionKind, Integer> NOT_YET =
      Map.of(
          DimensionKind.SIZE,
          10,
          DimensionKind.OCCURRENCE,
          40,
          DimensionKind.NUMBER,
          1,
          DimensionKind.ATTRIBUTES,
          5,
          DimensionKind.MOMENT,
          12,
          DimensionKind.OTHER_SIDE,
          10);

  @Override
  protected void examine(SuiteResult result) {
    VariedKindsDemand.check(result, NOT_YET);
  }
}
