package org.dat4j.conformance.dat;

import java.util.Map;
import org.dat4j.conformance.ConformanceSuite;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.VariedKindsDemand;
import org.dat4j.conformance.dimension.DimensionKind;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.report.SuiteResult;

/** The way a vendor runs the suite, here for the loopback provider in the strict profile. */
class LoopbackConformanceTest extends ConformanceSuite {
  @Override
  protected SuiteOptions options() {
    return SuiteOptions.on("loopback0")
        .profile(Profile.STRICT)
        .seed(Long.getLong("test.seed", 1))
        .build();
  }

  /** The clauses that are not varied yet, by kind, rounded up; lower these with new checks. */
  private static final Map<DimensionKind, Integer> NOT_YET =
      Map.of(
          DimensionKind.SIZE,
          5,
          DimensionKind.OCCURRENCE,
          320,
          DimensionKind.NUMBER,
          70,
          DimensionKind.ATTRIBUTES,
          150,
          DimensionKind.MOMENT,
          45,
          DimensionKind.OTHER_SIDE,
          40);

  @Override
  protected void examine(SuiteResult result) {
    VariedKindsDemand.check(result, NOT_YET);
  }
}
