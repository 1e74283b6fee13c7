package org.dat4j.tools.step;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.report.AtomicFileWriter;
import org.dat4j.conformance.report.PairReport;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.spi.Mutants;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairRun;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.spi.StepRun;
import org.dat4j.tools.cli.BackendChoice;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.InterruptHandler;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.cli.VerdictColour;
import org.dat4j.tools.cli.VerdictOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j step}: runs the stepper, which makes random calls on an adapter or
 * controller and compares each answer with a model.
 */
@Command(
    name = "step",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes random calls, right and wrong, on an adapter and compares every answer"
          + " with a model written from the man pages alone.",
      "With --deviations it leaves out what the model relies on of those clauses."
    },
    footer = {
      "",
      "Exit status: 0 no difference, 1 a difference, 2 a wrong command line, 130 interrupted.",
      "",
      "Examples:",
      "  dat4j step loopback0 --calls 1000000",
      "  dat4j step loopback0 --calls 1000000 --threads 4",
      "  dat4j step loopback0 --replay history.txt",
      "  dat4j step shm0 --calls 1000000",
      "  dat4j step loopback0 --pairs --report target/pairs",
      "  dat4j step ipc0 --pairs --two-jvms --seconds 60"
    })
public final class StepCommand implements Callable<Integer> {
  /** The Java program that repeats a difference, in the folder of the report. */
  public static final String PROGRAM = "StepDifference.java";

  @Spec private CommandSpec command;

  @Mixin private BackendChoice backend;

  @Mixin private VerdictOutput output;

  @Option(
      names = "--calls",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Calls to make. Default: ${DEFAULT-VALUE}.")
  private long calls;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "Threads that make them on the same objects. Default: ${DEFAULT-VALUE}.",
        "1: every answer is checked. More: only what holds in every order of the calls."
      })
  private int threads;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The calls of an earlier run. Default: a new one, printed.")
  private Long seed;

  @Option(
      names = "--from",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of the first step. Default: ${DEFAULT-VALUE}.")
  private long from;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Make the steps of a history that an earlier run wrote.")
  private Path replay;

  @Option(
      names = "--steps",
      paramLabel = "N",
      split = ",",
      description = {
        "Make these steps, as the last line of an earlier run names them.",
        "With --pairs: how often each pair is made. Default: 200."
      })
  private List<Long> steps = List.of();

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "Write the history of a difference there instead of printing it.")
  private Path history;

  @Option(
      names = "--without",
      paramLabel = "NAME",
      split = ",",
      description = {
        "Calls to leave out (as ep_reset), and capabilities that the adapter lacks (as",
        "exact_private_data where a library pads private data). Calls of an absent",
        "capability, such as srq, are still made and must be refused."
      })
  private Set<String> without = Set.of();

  @Option(
      names = "--mutant",
      paramLabel = "ID",
      description = "Put this known fault in front of the provider: it has to be found.")
  private String mutant;

  @Option(
      names = "--variant",
      paramLabel = "NAMES|SEED",
      description = {
        "Put a layer in front of the provider that uses these freedoms of the pages, or some",
        "that the seed chooses: the model has to accept it."
      })
  private String variant;

  @Option(
      names = "--pairs",
      description = {
        "Make every two related calls at once, each time with another offset of the second",
        "one; answers, events and states have to be those of one order."
      })
  private boolean pairs;

  @Option(
      names = "--two-jvms",
      description = {
        "With --pairs: make one call of each pair in a second JVM,",
        "on the peer, the service point or the exported segment."
      })
  private boolean twoJvms;

  @Option(
      names = "--only",
      paramLabel = "PATTERN",
      description = "With --pairs: only pairs with such a name, as 'evd/empty/*'.")
  private String only;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = {
        "With --pairs: begin no further pair after N seconds.",
        "The seed decides which pairs come first."
      })
  private Integer seconds;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = {
        "With --pairs: write pairs.json and pairs.html there.",
        "Otherwise: write StepDifference.java there, a program that repeats a difference."
      })
  private Path report;

  private String contract;

  /** For the command line. */
  public StepCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = output.texts();
    if (pairs) {
      return pairs(out);
    }
    if (only != null || seconds != null || twoJvms) {
      throw new CommandUsageException("--only, --seconds and --two-jvms go with --pairs");
    }
    StepOptions options = options();
    sayController(out);
    out.println(StepHistory.SEED + options.seed());
    out.flush();
    ProgressBar progress = ProgressBar.on(command.commandLine().getErr());
    long total = options.calls();
    StepRun stepper =
        SuiteRunner.stepper(contract)
            .prepare(options, made -> progress.show("calls", Math.min(made, total), total));
    InterruptHandler interrupts = new InterruptHandler(stepper::cancel);
    try {
      long start = System.nanoTime();
      StepResult result = stepper.run();
      progress.clear();
      double duration = (System.nanoTime() - start) / 1e9;
      print(options, result, duration, out);
      output.print(() -> StepHistory.members(options, contract, result, duration));
      return exitCode(result.agrees(), result.cancelled());
    } finally {
      interrupts.done();
    }
  }

  private int pairs(PrintWriter out) {
    PairOptions options = pairOptions();
    sayController(out);
    out.println(StepHistory.SEED + options.seed());
    out.flush();
    ProgressBar progress = ProgressBar.on(command.commandLine().getErr());
    PairRun run =
        SuiteRunner.stepper(contract)
            .preparePairs(options, (made, all) -> progress.show("pairs", made, all));
    InterruptHandler interrupts = new InterruptHandler(run::cancel);
    try {
      long start = System.nanoTime();
      PairsResult result = run.run();
      progress.clear();
      if (report != null) {
        Reports.writePairs(result, report);
        out.println("report: " + report.resolve("pairs.html"));
      }
      PairsOutput.print(result, (System.nanoTime() - start) / 1e9, out);
      output.print(() -> PairReport.members(result));
      return exitCode(result.agrees(), result.cancelled());
    } finally {
      interrupts.done();
    }
  }

  /** Says that the name was taken for a controller's: it may be that of an adapter, misspelt. */
  private void sayController(PrintWriter out) {
    if (contract.equals("rsm")) {
      out.println("# " + backend.ia() + " is a controller of RSM");
    }
  }

  private static int exitCode(boolean agrees, boolean cancelled) {
    if (!agrees) {
      return ExitCodes.FAILURE;
    }
    return cancelled ? ExitCodes.INTERRUPTED : ExitCodes.OK;
  }

  /** Returns the seed that the user gave, or a new one. */
  private long chosenSeed() {
    return seed == null ? System.nanoTime() >>> 4 : seed;
  }

  private PairOptions pairOptions() {
    checkContract();
    for (String other : List.of("--replay", "--history", "--threads", "--from", "--calls")) {
      if (command.commandLine().getParseResult().hasMatchedOption(other)) {
        throw new CommandUsageException("--pairs goes without " + other);
      }
    }
    if (steps.size() > 1 || steps.stream().anyMatch(n -> n < 1 || n > Integer.MAX_VALUE)) {
      throw new CommandUsageException("--steps with --pairs is one number, 1 or more");
    }
    if (seconds != null && seconds < 1) {
      throw new CommandUsageException("--seconds is 1 or more");
    }
    return new PairOptions(
        backend.ia(),
        steps.isEmpty() ? PairOptions.USUAL_STEPS : steps.get(0).intValue(),
        chosenSeed(),
        only,
        seconds == null ? 0 : seconds,
        leftOut(),
        layer(),
        twoJvms);
  }

  private void checkContract() {
    contract = backend.contract();
    if (!contract.equals("dat") && !contract.equals("rsm")) {
      throw new CommandUsageException("--contract is dat or rsm");
    }
  }

  /** Returns the id of the layer before the provider, after a check that there is one. */
  private String layer() {
    if (variant != null && mutant != null) {
      throw new CommandUsageException("give --mutant or --variant, not both");
    }
    String layer = variant == null ? mutant : Mutants.HONEST + variant;
    if (layer != null) {
      SuiteRunner.mutant(SuiteRunner.kit(contract), layer);
    }
    return layer;
  }

  private StepOptions options() {
    checkContract();
    if (calls < 1 || threads < 1 || from < 0) {
      throw new CommandUsageException("--calls and --threads are at least 1, --from at least 0");
    }
    if (steps.stream().anyMatch(step -> step < 0) || replay != null && !steps.isEmpty()) {
      throw new CommandUsageException("--steps are 0 or more, and not both with --replay");
    }
    long number = chosenSeed();
    List<Long> again = new ArrayList<>(steps);
    if (replay != null) {
      for (String line : lines(replay)) {
        if (line.startsWith(StepHistory.SEED)) {
          number = number(line, StepHistory.SEED);
        } else if (line.startsWith(StepHistory.STEP)) {
          again.add(number(line, StepHistory.STEP));
        } else if (!line.isBlank() && !line.startsWith(StepHistory.COMMENT)) {
          throw noHistory(line);
        }
      }
      if (again.isEmpty()) {
        throw new CommandUsageException("--replay " + replay + ": no steps");
      }
    }
    return new StepOptions(backend.ia(), calls, threads, number, from, again, leftOut(), layer());
  }

  private static List<String> lines(Path replay) {
    try {
      return Files.readAllLines(replay);
    } catch (IOException e) {
      throw new CommandUsageException(
          "--replay " + replay + " cannot be read (" + e + "): give a file that --history wrote");
    }
  }

  private long number(String line, String word) {
    try {
      return Long.parseLong(line.substring(word.length()).strip());
    } catch (NumberFormatException e) {
      throw noHistory(line);
    }
  }

  private CommandUsageException noHistory(String line) {
    return new CommandUsageException("--replay " + replay + ": a line of no history: " + line);
  }

  private Set<String> leftOut() {
    Set<String> names = new TreeSet<>(without);
    Path deviations = backend.deviationFile();
    if (deviations != null) {
      if (!contract.equals("dat")) {
        throw new CommandUsageException(
            "--deviations: only the model of dat knows what to do without");
      }
      names.addAll(
          SuiteRunner.stepper(contract)
              .without(BackendChoice.deviations(deviations, SuiteRunner.kit(contract))));
    }
    return names;
  }

  private void print(StepOptions options, StepResult result, double seconds, PrintWriter out) {
    if (!result.agrees()) {
      if (history == null) {
        out.print(StepHistory.comments(result));
      } else {
        AtomicFileWriter.write(history, StepHistory.file(options, result));
        out.println("history: " + history);
      }
    }
    if (result.program() != null) {
      program(result.program(), out);
    }
    String line =
        String.format(
            Locale.ROOT,
            "%s%d calls by %d %s, %d refused, %.1f s: %s",
            result.cancelled() ? "cancelled; " : "",
            result.calls(),
            options.threads(),
            options.threads() == 1 ? "thread" : "threads",
            result.refusals(),
            seconds,
            result.agrees() ? "no difference" : "1 difference");
    out.println(VerdictColour.of(result.agrees(), line));
    if (!result.agrees()) {
      // Last, so that the end of a log that was cut shows it.
      out.println("difference in step " + result.step() + " of seed " + options.seed() + ":");
      out.println("    " + result.difference().replace("\n", "\n    "));
      out.println(StepHistory.TIMING);
      out.print(StepHistory.repeats(options, contract, result));
    }
  }

  private void program(String text, PrintWriter out) {
    out.print(text);
    if (report != null) {
      Path file = report.resolve(PROGRAM);
      AtomicFileWriter.write(file, text);
      out.println("program: " + file);
    }
  }
}
