package org.dat4j.conformance;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.catalogue.CatalogueException;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.kernel.ProgressListener;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.report.FileNotWrittenException;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.conformance.report.TestResult;

/**
 * Command-line program that runs the conformance suite without the project's launcher, on machines
 * that have only a JDK and the class path. The last line of its output is {@code N passed, N
 * failed, N skipped}.
 */
public final class SuiteMain {
  /** Exit code of a run without failure. */
  public static final int OK = 0;

  /** Exit code of a run with a failure. */
  public static final int FAILURE = 1;

  /** Exit code when the run could not start as asked. */
  public static final int USAGE = 2;

  private static final long CANCEL_WAIT_MILLIS = 60_000;

  private static final String HELP =
      """
      usage: SuiteMain IA [--contract dat|rsm] [--clauses PATTERN] [--seed N]
                       [--profile normal|strict] [--placement one-jvm|two-jvms]
                       [--deviations FILE] [--mutant ID] [--variant NAMES|SEED]
                       [--report DIR] [--json FILE] [--verbose]
      Every wait is stretched by -Ddat4j.timefactor=N.
      """;

  private SuiteMain() {}

  /**
   * Runs the suite and ends the process with {@link #OK}, {@link #FAILURE} or {@link #USAGE}.
   *
   * @param arguments see the usage text
   */
  public static void main(String[] arguments) {
    int code = run(arguments, System.out, System.err);
    System.out.flush();
    Runtime.getRuntime().exit(code);
  }

  /**
   * Runs the suite as {@link #main} does, without ending the process. An interrupt by the operator
   * ends the run early with partial results.
   *
   * @param arguments see the usage text
   * @param out where results go
   * @param err where complaints go
   * @return the exit code
   */
  public static int run(String[] arguments, PrintStream out, PrintStream err) {
    SuiteRunner runner;
    try {
      SuiteOptions options = parse(arguments);
      boolean verbose = verbose(arguments);
      out.println("seed " + options.seed() + ", time factor " + TimeFactor.value());
      runner = new SuiteRunner(options, progress(out, verbose));
    } catch (UsageException e) {
      err.println(e.getMessage());
      err.print(HELP);
      return USAGE;
    }
    CountDownLatch ended = new CountDownLatch(1);
    Thread onExit = new Thread(() -> cancel(runner, ended), "suite-cancel");
    Runtime.getRuntime().addShutdownHook(onExit);
    try {
      SuiteResult result = runner.run(found -> found.lines().forEach(out::println));
      return result.successful() ? OK : FAILURE;
    } catch (UsageException | CatalogueException e) {
      err.println(e.getMessage());
      return USAGE;
    } catch (FileNotWrittenException e) {
      err.println(e.getMessage());
      return FAILURE;
    } finally {
      ended.countDown();
      removeHook(onExit);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook is what waits for this method; nothing is left to remove.
    }
  }

  private static void cancel(SuiteRunner runner, CountDownLatch ended) {
    runner.cancel();
    try {
      ended.await(TimeFactor.micros(CANCEL_WAIT_MILLIS), TimeUnit.MICROSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean verbose(String[] arguments) {
    return List.of(arguments).contains("--verbose");
  }

  private static SuiteOptions parse(String[] arguments) {
    if (arguments.length == 0 || arguments[0].startsWith("-")) {
      throw new UsageException("the first argument is the name of an interface adapter");
    }
    SuiteOptions.Builder options = SuiteOptions.on(arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      String name = arguments[i];
      if (name.equals("--verbose")) {
        continue;
      }
      if (i + 1 == arguments.length) {
        throw new UsageException("option " + name + " is unknown or lacks its value");
      }
      apply(options, name, arguments[++i]);
    }
    return options.build();
  }

  private static void apply(SuiteOptions.Builder options, String name, String value) {
    switch (name) {
      case "--contract" -> options.contract(value);
      case "--clauses" -> options.clauses(value);
      case "--seed" -> options.seed(number(name, value));
      case "--profile" -> options.profile(profile(value));
      case "--placement" -> options.placement(Placement.of(value));
      case "--deviations" -> options.deviations(Path.of(value));
      case "--mutant" -> options.mutant(value);
      case "--variant" -> options.variant(value);
      case "--report" -> options.reportDirectory(Path.of(value));
      case "--json" -> options.jsonFile(Path.of(value));
      default -> throw new UsageException("option " + name + " is unknown");
    }
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new UsageException(name + " is '" + value + "'; give a decimal number", e);
    }
  }

  private static Profile profile(String value) {
    for (Profile profile : Profile.values()) {
      if (profile.label().equals(value)) {
        return profile;
      }
    }
    throw new UsageException("--profile is '" + value + "'; give normal or strict");
  }

  private static ProgressListener progress(PrintStream out, boolean verbose) {
    return new ProgressListener() {
      @Override
      public void started(String test) {
        if (verbose) {
          out.println("begin " + test);
        }
      }

      @Override
      public void again(String test, long millis, String message) {
        out.println("again " + test + ": the machine stood still for " + millis + " ms meanwhile");
        out.println("    " + message.replace("\n", "\n    "));
      }

      @Override
      public void finished(TestResult result, int done, int total) {
        line(out, verbose, result, done, total);
      }
    };
  }

  private static void line(
      PrintStream out, boolean verbose, TestResult result, int done, int total) {
    boolean worthIt = result.outcome() == TestResult.Outcome.FAILED;
    if (verbose || worthIt) {
      out.printf(
          Locale.ROOT,
          "[%d/%d] %s %s (%d ms)%n",
          done,
          total,
          result.outcome().name().toLowerCase(Locale.ROOT),
          result.name(),
          result.nanos() / 1_000_000);
      if (!result.message().isEmpty()) {
        out.println("    " + result.message().replace("\n", "\n    "));
      }
    }
  }
}
