package org.dat4j.dat.natives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link NativeCalls} in rounds and compares with the limits. A round is one JVM for each
 * call, beside that of its bare one, so that what else the machine does meets both; what counts is
 * the median of the rounds' ratios.
 */
public final class NativeCallLimits {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** What JMH itself allocates in an iteration shows as 0.01; an object a batch would be 0.5. */
  private static final double MOST_OCTETS = 0.1;

  private static final int ITERATIONS = 5;
  private static final TimeValue ITERATION = TimeValue.milliseconds(300);

  /** A call, the bare one it is compared with, and how many times as long it may take. */
  private record Subject(String call, String bare, double most) {}

  /** In the order of a round, where a bare call stands beside what is compared with it. */
  private static final List<String> ROUND =
      List.of("postSend", "bareFive", "dequeue", "bareTwo", "dequeueEmpty");

  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject("postSend", "bareFive", 1.5),
          new Subject("dequeue", "bareTwo", 1.3),
          new Subject("dequeueEmpty", "bareTwo", 1.3));

  /** Medians of one JVM's iterations: time and allocated octets of a call. */
  private record Figure(double nanos, double octets) {}

  private NativeCallLimits() {}

  /**
   * Measures, prints, and ends with status 1 if a limit is exceeded.
   *
   * @param args the number of rounds
   * @throws RunnerException if a call failed
   */
  public static void main(String[] args) throws RunnerException {
    int rounds = Integer.parseInt(args[0]);
    Map<String, List<Figure>> figures = new HashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (String call : ROUND) {
        figures.computeIfAbsent(call, c -> new ArrayList<>()).add(measure(call));
      }
    }
    boolean kept = true;
    for (Subject subject : SUBJECTS) {
      kept &= report(subject, figures.get(subject.call()), figures.get(subject.bare()));
    }
    if (!kept) {
      System.out.println("FAILED: a limit is exceeded");
      System.exit(1);
    }
  }

  /** One JVM. */
  private static Figure measure(String call) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("^\\Q" + NativeCalls.class.getName() + "." + call + "\\E$")
                    .forks(1)
                    .warmupIterations(ITERATIONS)
                    .warmupTime(ITERATION)
                    .measurementIterations(ITERATIONS)
                    .measurementTime(ITERATION)
                    .addProfiler(GCProfiler.class)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    RunResult result = results.iterator().next();
    return new Figure(
        result.getPrimaryResult().getStatistics().getPercentile(50),
        result.getSecondaryResults().get(ALLOCATED).getStatistics().getPercentile(50));
  }

  /** Prints a line; answers whether the limits are kept. */
  private static boolean report(Subject subject, List<Figure> calls, List<Figure> bare) {
    double[] ratios = new double[calls.size()];
    Arrays.setAll(ratios, i -> calls.get(i).nanos() / bare.get(i).nanos());
    double ratio = median(ratios);
    double octets = calls.stream().mapToDouble(Figure::octets).max().orElseThrow();
    boolean kept = ratio <= subject.most() && octets <= MOST_OCTETS;
    System.out.printf(
        Locale.ROOT,
        "%-12s %6.1f ns, %-8s %6.1f ns: %.2f x (%.2f-%.2f) of at most %.1f; %.3f B/op%s%n",
        subject.call(),
        median(nanos(calls)),
        subject.bare(),
        median(nanos(bare)),
        ratio,
        Arrays.stream(ratios).min().orElseThrow(),
        Arrays.stream(ratios).max().orElseThrow(),
        subject.most(),
        octets,
        kept ? "" : ": TOO MUCH");
    return kept;
  }

  private static double[] nanos(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::nanos).toArray();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
