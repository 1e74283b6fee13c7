package org.dat4j.conformance.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.dat4j.conformance.report.TestResult;
import org.dat4j.conformance.report.TestResult.Outcome;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * JUnit listener that turns the ends of tests into the suite's test results, and notes which tests
 * have to run again. A monitor guards it: while the tests' thread reports to it, the run's thread
 * looks for a test without end.
 */
final class RunListener implements TestExecutionListener {
  private final RunContext run;
  private final ClauseVerdicts verdicts;
  private final ProgressListener progress;
  private final int total;
  private final Map<String, Long> started = new HashMap<>();
  private final Map<String, TestResult> results = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final Set<String> again = new LinkedHashSet<>();
  private final LongUnaryOperator pause;
  private final Map<String, List<String>> attempts = new HashMap<>();
  private boolean last;

  /** The test that runs, null between two. */
  private MethodSource current;

  /** Counts the tests that have begun. */
  private long testNumber;

  private boolean isGivenUp;

  /**
   * Makes a listener.
   *
   * @param pause longest pause of the machine since a {@link System#nanoTime()}, 0 for none
   */
  RunListener(
      RunContext run,
      ClauseVerdicts verdicts,
      ProgressListener progress,
      int total,
      LongUnaryOperator pause) {
    this.pause = pause;
    this.run = run;
    this.verdicts = verdicts;
    this.progress = progress;
    this.total = total;
  }

  /** {@return the number of the test that runs, 1 for the first; 0 between two tests} */
  synchronized long testNumber() {
    return current == null ? 0 : testNumber;
  }

  /**
   * Fails a test, as it has no end; later reports count for nothing.
   *
   * @param test its number
   * @param calls in which its thread is
   * @return false if it has ended meanwhile
   */
  synchronized boolean giveUp(long test, String calls) {
    if (testNumber() != test) {
      return false;
    }
    isGivenUp = true;
    String name = name(current);
    String reason =
        "the test has no end, also when interrupted: the backend does not return from a call. The"
            + " thread is in "
            + calls;
    problems.add("the run ended with " + name + ", which has no end");
    long nanos = System.nanoTime() - started.get(name);
    TestRecord record = run.record(name).orElse(null);
    if (record == null) {
      add(current, Outcome.FAILED, nanos, reason, List.of());
    } else {
      record.close(reason);
      add(current, Outcome.FAILED, nanos, record.failureText(), record.failedIds());
    }
    return true;
  }

  /** Returns results by {@code SimpleClass.method}, in order of execution. */
  synchronized Map<String, TestResult> results() {
    return new LinkedHashMap<>(results);
  }

  synchronized List<String> problems() {
    return List.copyOf(problems);
  }

  /**
   * Takes the tests that have no result, as the machine stood still while they failed.
   *
   * @param lastTime whether the next run of a test decides in any case
   */
  synchronized Set<String> takeAgain(boolean lastTime) {
    Set<String> taken = Set.copyOf(again);
    again.clear();
    last = lastTime;
    return taken;
  }

  static Optional<MethodSource> method(TestIdentifier test) {
    return test.isTest()
        ? test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast)
        : Optional.empty();
  }

  static String name(MethodSource method) {
    String type = method.getClassName();
    return type.substring(type.lastIndexOf('.') + 1) + "." + method.getMethodName();
  }

  @Override
  public synchronized void executionStarted(TestIdentifier test) {
    if (isGivenUp) {
      return;
    }
    method(test)
        .ifPresent(
            source -> {
              current = source;
              testNumber++;
              progress.started(name(source));
              started.put(name(source), System.nanoTime());
            });
  }

  @Override
  public synchronized void executionSkipped(TestIdentifier test, String reason) {
    if (isGivenUp) {
      return;
    }
    if (test.isContainer()) {
      problems.add("all tests of " + test.getDisplayName() + " were skipped: " + reason);
    }
    Outcome outcome = reason.equals(RunContext.CANCELLED) ? Outcome.NOT_RUN : Outcome.SKIPPED;
    method(test).ifPresent(source -> add(source, outcome, 0, reason, List.of()));
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (isGivenUp) {
      return;
    }
    Optional<MethodSource> source = method(test);
    if (source.isEmpty()) {
      result
          .getThrowable()
          .ifPresent(e -> problems.add(test.getDisplayName() + ": " + CheckFailure.describe(e)));
      return;
    }
    current = null;
    String name = name(source.get());
    long nanos = System.nanoTime() - started.getOrDefault(name, System.nanoTime());
    String unattributed = unattributed(result);
    TestRecord record = run.record(name).orElse(null);
    if (record == null) {
      add(source.get(), Outcome.FAILED, nanos, "did not start: " + unattributed, List.of());
      return;
    }
    record.close(unattributed);
    String failures = record.failureText();
    Outcome outcome =
        failures.isEmpty()
            ? Outcome.PASSED
            : verdicts.allDeviate(record.failedIds()) ? Outcome.DEVIATION : Outcome.FAILED;
    long stood =
        outcome == Outcome.FAILED && !last && record.hasOnlyTimeLimits() ? longestPauseIn(name) : 0;
    if (stood > 0) {
      again.add(name);
      long millis = TimeUnit.NANOSECONDS.toMillis(stood);
      attempts
          .computeIfAbsent(name, key -> new ArrayList<>())
          .add("the machine stood still for " + millis + " ms, failed: " + failures);
      progress.again(name, millis, failures);
      return;
    }
    add(source.get(), outcome, nanos, failures, record.failedIds());
  }

  private long longestPauseIn(String name) {
    return started.containsKey(name) ? pause.applyAsLong(started.get(name)) : 0;
  }

  private static String unattributed(TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
      return null;
    }
    Throwable failure =
        result.getThrowable().orElseGet(() -> new IllegalStateException("ended without a cause"));
    List<String> texts = new ArrayList<>();
    if (!(failure instanceof CheckFailure)) {
      texts.add(CheckFailure.describe(failure));
    }
    for (Throwable later : failure.getSuppressed()) {
      texts.add(CheckFailure.describe(later));
    }
    return texts.isEmpty() ? null : String.join("; ", texts);
  }

  private void add(
      MethodSource source, Outcome outcome, long nanos, String message, List<String> failed) {
    String type = source.getClassName();
    TestResult result =
        new TestResult(
            type.substring(type.lastIndexOf('.') + 1),
            source.getMethodName(),
            outcome,
            nanos,
            message,
            failed,
            List.copyOf(attempts.getOrDefault(name(source), List.of())));
    results.put(result.name(), result);
    progress.finished(result, results.size(), total);
  }
}
