package org.dat4j.tools.conform;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.conformance.report.TestResult;
import org.dat4j.tools.cli.BackendChoice;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.InterruptHandler;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.cli.VerdictColour;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code dat4j conform}: runs the conformance suite on an adapter or controller. */
@Command(
    name = "conform",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the conformance suite against an adapter.",
      "The last line is: N passed, N failed, N skipped (tests); after Ctrl-C also: N not run."
    },
    footer = {
      "",
      "Exit status: 0 conforms, 1 a failure, 2 a wrong command line, 130 interrupted.",
      "",
      "Example:",
      "  dat4j conform loopback0 --clauses 'dat_lmr_free.*' --report target/report"
    })
public final class ConformCommand implements Callable<Integer> {

  /** The file that stands for the standard output. */
  private static final String STANDARD_OUTPUT = "-";

  @Spec private CommandSpec command;

  @Mixin private BackendChoice backend;

  @Option(
      names = "--clauses",
      paramLabel = "PATTERN",
      description = "Ids of the clauses to check; * stands for anything. Default: all.")
  private String clauses;

  @Option(
      names = "--peer",
      paramLabel = "IA",
      description =
          "Adapter of the second party: runs the tests that need one."
              + " Default: the one under test, and all tests.")
  private String peer;

  @Option(names = "--two-jvms", description = "Run the second party in a JVM of its own.")
  private boolean twoJvms;

  @Option(
      names = "--mutant",
      paramLabel = "ID",
      description = "Put this known fault in front of the provider: the suite has to find it.")
  private String mutant;

  @Option(
      names = "--variant",
      paramLabel = "NAMES|SEED",
      description = {
        "Put a layer in front of the provider that uses these freedoms of the pages, or some",
        "that the seed chooses: the suite has to accept it."
      })
  private String variant;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Order and data of an earlier run. Default: a new one, printed.")
  private Long seed;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write conformance.json, conformance.html and JUnit XML there.")
  private Path report;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      arity = "0..1",
      fallbackValue = STANDARD_OUTPUT,
      description = {
        "Print the result as JSON, and texts on standard error.",
        "With a file, write the JSON there instead."
      })
  private String json;

  @Option(
      names = "--strict",
      description = "Demand the decided alternative where a page allows several.")
  private boolean strict;

  @Option(
      names = "--deep",
      description = {
        "Try many more combinations of size, number, attributes, moment and the like;",
        "takes up to 15 minutes."
      })
  private boolean deep;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Run N times, each with the next seed. The last line counts the runs.")
  private int repeat = 1;

  /** For the command line. */
  public ConformCommand() {}

  @Override
  public Integer call() {
    CommandLine line = command.commandLine();
    PrintWriter out = isPrinted() ? line.getErr() : line.getOut();
    ProgressBar progress = ProgressBar.orLines(line.getErr());
    if (variant != null && mutant != null) {
      throw new CommandUsageException("give --mutant or --variant, not both");
    }
    if (repeat < 1) {
      throw new CommandUsageException("--repeat is " + repeat + "; give 1 or more");
    }
    if (repeat > 1 && isPrinted()) {
      throw new CommandUsageException("--json prints one value; with --repeat name a file");
    }
    SuiteOptions first = options(0);
    if (repeat == 1) {
      return run(first, out, progress);
    }
    int clean = 0;
    for (int i = 0; i < repeat; i++) {
      int code = run(i == 0 ? first : options(first.seed() + i), out, progress);
      if (code == ExitCodes.INTERRUPTED) {
        return code;
      }
      clean += code == ExitCodes.OK ? 1 : 0;
    }
    out.println(repeat + " runs, " + (repeat - clean) + " with a failure");
    return clean == repeat ? ExitCodes.OK : ExitCodes.FAILURE;
  }

  private boolean isPrinted() {
    return STANDARD_OUTPUT.equals(json);
  }

  private int run(SuiteOptions options, PrintWriter out, ProgressBar progress) {
    SuiteRunner runner =
        new SuiteRunner(
            options, (result, done, total) -> finished(out, progress, result, done, total));
    out.println("seed " + options.seed());
    out.flush();
    InterruptHandler interrupts = new InterruptHandler(runner::cancel);
    try {
      SuiteResult result =
          runner.run(
              found -> {
                progress.clear();
                String closing = found.closingLine();
                for (String line : found.lines()) {
                  boolean last = line.equals(closing);
                  out.println(last ? VerdictColour.of(found.successful(), line) : line);
                }
                out.flush();
              });
      if (isPrinted()) {
        PrintWriter results = command.commandLine().getOut();
        results.println(Reports.json(result));
        results.flush();
      }
      if (result.cancelled()) {
        return ExitCodes.INTERRUPTED;
      }
      return result.successful() ? ExitCodes.OK : ExitCodes.FAILURE;
    } finally {
      interrupts.done();
    }
  }

  /** Makes the options of a run, with another seed unless it is 0. */
  private SuiteOptions options(long otherSeed) {
    SuiteOptions.Builder options = SuiteOptions.on(backend.ia());
    options.contract(backend.contract());
    if (clauses != null) {
      options.clauses(clauses);
    }
    options.peer(peer);
    if (twoJvms) {
      options.placement(Placement.TWO_JVMS);
    }
    if (backend.deviationFile() != null) {
      options.deviations(backend.deviationFile());
    }
    if (mutant != null) {
      options.mutant(mutant);
    }
    if (variant != null) {
      options.variant(variant);
    }
    if (otherSeed != 0) {
      options.seed(otherSeed);
    } else if (seed != null) {
      options.seed(seed);
    }
    if (strict) {
      options.profile(Profile.STRICT);
    }
    options.deep(deep);
    if (report != null) {
      options.reportDirectory(report);
    }
    if (json != null && !isPrinted()) {
      options.jsonFile(Path.of(json));
    }
    return options.build();
  }

  private static void finished(
      PrintWriter out, ProgressBar progress, TestResult result, int done, int total) {
    if (result.outcome() == TestResult.Outcome.FAILED) {
      progress.clear();
      out.println("failed " + result.name());
      out.println("    " + result.message().replace("\n", "\n    "));
      out.flush();
    }
    progress.show(result.name(), done, total);
  }
}
