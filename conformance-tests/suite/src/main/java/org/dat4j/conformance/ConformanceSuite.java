package org.dat4j.conformance;

import java.util.stream.Stream;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.Status;
import org.dat4j.conformance.report.SuiteResult;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * JUnit base class that runs the whole conformance suite among a vendor's own tests: extend it and
 * name the interface adapter in {@link #options}. Each clause appears as one dynamic test with its
 * id as name.
 *
 * <p>The system properties {@code dat4j.conformance.ia}, {@code .clauses}, {@code .seed}, {@code
 * .placement}, {@code .deviations} and {@code .report} change the options of one run, such as
 * {@code mvn test -Ddat4j.conformance.clauses=dat_lmr_free.09}.
 */
public abstract class ConformanceSuite {
  /** For subclasses. */
  protected ConformanceSuite() {}

  /**
   * Says what to run.
   *
   * @return the options, usually {@code SuiteOptions.on("name").build()}
   */
  protected abstract SuiteOptions options();

  /**
   * Gets the result of the run before its clauses become tests, for further demands on it.
   *
   * @param result what the run found
   */
  protected void examine(SuiteResult result) {}

  /**
   * Runs the suite.
   *
   * @return one dynamic test per clause that was decided, and one for the run as a whole
   */
  @TestFactory
  final Stream<DynamicTest> clauses() {
    SuiteResult result = SuiteRunner.run(options().changedBy(System::getProperty));
    examine(result);
    Stream<DynamicTest> clauses =
        result.clauses().stream()
            .filter(c -> c.status() != Status.UNTESTED && c.status() != Status.UNTESTABLE)
            .map(c -> DynamicTest.dynamicTest(c.id(), () -> report(result, c)));
    DynamicTest run =
        DynamicTest.dynamicTest(
            "run: " + result.closingLine(),
            () -> Assertions.assertTrue(result.successful(), () -> summary(result)));
    return Stream.concat(clauses, Stream.of(run));
  }

  private static void report(SuiteResult result, ClauseResult clause) {
    if (clause.status() == Status.FAILED) {
      Assertions.fail(
          clause.requirement()
              + "\n"
              + clause.reason()
              + "\nrepeat: "
              + result.reproduce(clause.id()));
    }
    Assumptions.assumeFalse(
        clause.status() == Status.NOTRUN || clause.status() == Status.DEVIATION, clause.reason());
  }

  private static String summary(SuiteResult result) {
    return "seed " + result.seed() + ", " + result.counts() + ", problems " + result.problems();
  }
}
