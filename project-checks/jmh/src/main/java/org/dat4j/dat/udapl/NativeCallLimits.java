package org.dat4j.dat.udapl;

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
 * Runs the JMH benchmark {@link NativeCalls} in rounds, and fails when calls of the backend native
 * are too much slower than bare JNA calls, or allocate. A round is one JVM for each call, beside
 * that of its bare one. What counts is the ratio of their fastest rounds: what else the machine
 * does only adds to a time, and a call that became slower is slower in its fastest round as well.
 * Of the allocated bytes the median of the rounds counts: an object of each call is in nearly all
 * of them, foreign work in a few. While a limit is exceeded, more rounds are measured: a busy
 * machine may leave no round undisturbed.
 */
public final class NativeCallLimits {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** What JMH itself allocates in an iteration shows as 0.01; an object a batch would be 0.5. */
  private static final double MAX_BYTES = 0.1;

  /** The most times that the rounds are measured; again only while a limit is exceeded. */
  private static final int ATTEMPTS = 3;

  private static final int ITERATIONS = 5;
  private static final TimeValue ITERATION = TimeValue.milliseconds(200);

  /** A call, the bare one it is compared with, and how many times as long it may take. */
  private record Subject(String call, String bare, double most) {}

  /** The calls in the order of a round, in which a bare call is next to those compared with it. */
  private static final List<String> ROUND =
      List.of("postSend", "bareFive", "dequeue", "bareTwo", "dequeueEmpty");

  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject("postSend", "bareFive", 1.5),
          new Subject("dequeue", "bareTwo", 1.3),
          new Subject("dequeueEmpty", "bareTwo", 1.3));

  /** Medians of one JVM's iterations: time and allocated bytes of a call. */
  private record Figure(double nanos, double bytes) {}

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
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      measure(rounds, figures);
      if (report(figures)) {
        return;
      }
      System.out.println("a limit is exceeded after " + attempt * rounds + " rounds");
    }
    System.exit(1);
  }

  /** Measures all calls in rounds and adds their figures. */
  private static void measure(int rounds, Map<String, List<Figure>> figures)
      throws RunnerException {
    for (int round = 0; round < rounds; round++) {
      for (String call : ROUND) {
        figures.computeIfAbsent(call, c -> new ArrayList<>()).add(measure(call));
      }
    }
  }

  /** Prints a line for each subject; answers whether all limits are kept. */
  private static boolean report(Map<String, List<Figure>> figures) {
    boolean kept = true;
    for (Subject subject : SUBJECTS) {
      kept &= report(subject, figures.get(subject.call()), figures.get(subject.bare()));
    }
    return kept;
  }

  /** Measures a call in a JVM of its own. */
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
    double ratio = fastest(calls) / fastest(bare);
    double bytes = median(calls.stream().mapToDouble(Figure::bytes).toArray());
    boolean kept = ratio <= subject.most() && bytes <= MAX_BYTES;
    System.out.printf(
        Locale.ROOT,
        "%-12s %6.1f ns, %-8s %6.1f ns: %.2f x (rounds %.2f-%.2f) of at most %.1f; %.3f B/op%s%n",
        subject.call(),
        fastest(calls),
        subject.bare(),
        fastest(bare),
        ratio,
        Arrays.stream(ratios).min().orElseThrow(),
        Arrays.stream(ratios).max().orElseThrow(),
        subject.most(),
        bytes,
        kept ? "" : ": TOO MUCH");
    return kept;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double fastest(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::nanos).min().orElseThrow();
  }
}
