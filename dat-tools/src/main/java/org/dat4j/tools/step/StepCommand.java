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
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.catalogue.CatalogueException;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.rsm.stepper.RsmStepper;
import org.dat4j.conformance.stepper.StepOptions;
import org.dat4j.conformance.stepper.StepResult;
import org.dat4j.conformance.stepper.StepRun;
import org.dat4j.conformance.stepper.Stepper;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Interrupts;
import org.dat4j.tools.cli.Progress;
import org.dat4j.tools.cli.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dat4j step}. */
@Command(
    name = "step",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Makes random calls, right and wrong, on an adapter and compares every answer"
            + " with a model written from the man pages alone.",
    footer = {
      "",
      "Exit status: 0 no difference, 1 a difference, 2 a wrong command line, 130 interrupted.",
      "",
      "Examples:",
      "  dat4j step loopback0 --calls 1000000",
      "  dat4j step loopback0 --calls 1000000 --threads 4",
      "  dat4j step loopback0 --replay history.txt",
      "  dat4j step shm0 --contract rsm --calls 1000000"
    })
public final class StepCommand implements Callable<Integer> {
  private static final String SEED = "seed ";
  private static final String STEP = "step ";
  private static final String COMMENT = "#";

  /** What led to a difference stands in the last lines; a file lists all steps. */
  private static final int LINES = 120;

  /** More steps make no command line that one would copy. */
  private static final int FEW_STEPS = 200;

  @Spec private CommandSpec command;

  @Parameters(paramLabel = "IA", description = "Name of the adapter or controller.")
  private String ia;

  @Option(names = "--contract", paramLabel = "NAME", description = "dat or rsm. Default: dat.")
  private String contract = "dat";

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
        "One is compared call by call; more by what holds in every order."
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
      description = "Make these steps, as the last line of an earlier run names them.")
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
      description =
          "Calls (as ep_reset) and abilities (as srq; as exact_private_data where a library pads"
              + " private data) to leave out.")
  private Set<String> without = Set.of();

  @Option(
      names = "--deviations",
      paramLabel = "FILE",
      description = {
        "Table of clauses that the adapter is known to break, as of dat4j conform:",
        "leaves out what the model relies on of them."
      })
  private Path deviations;

  @Option(
      names = "--mutant",
      paramLabel = "ID",
      description = "Put this known fault in front of the provider: it has to be found.")
  private String mutant;

  /** For the command line. */
  public StepCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = command.commandLine().getOut();
    StepOptions options = options();
    out.println("seed " + options.seed());
    out.flush();
    Progress progress = Progress.on(command.commandLine().getErr());
    int total = (int) Math.min(Integer.MAX_VALUE, options.calls());
    StepRun stepper =
        stepper(options, made -> progress.show("calls", (int) Math.min(made, total), total));
    Interrupts interrupts = new Interrupts(stepper::cancel);
    try {
      long start = System.nanoTime();
      StepResult result = stepper.run();
      progress.clear();
      print(options, result, (System.nanoTime() - start) / 1e9, out);
      out.flush();
      if (!result.agrees()) {
        return ExitCodes.FAILURE;
      }
      return result.cancelled() ? ExitCodes.INTERRUPTED : ExitCodes.OK;
    } finally {
      interrupts.done();
    }
  }

  private StepRun stepper(StepOptions options, LongConsumer made) {
    return contract.equals("rsm") ? new RsmStepper(options, made) : new Stepper(options, made);
  }

  private StepOptions options() throws IOException {
    if (!contract.equals("dat") && !contract.equals("rsm")) {
      throw new UsageException("--contract is dat or rsm");
    }
    if (calls < 1 || threads < 1 || from < 0) {
      throw new UsageException("--calls and --threads are at least 1, --from at least 0");
    }
    if (steps.stream().anyMatch(step -> step < 0) || replay != null && !steps.isEmpty()) {
      throw new UsageException("--steps are 0 or more, and not both with --replay");
    }
    long number = seed == null ? System.nanoTime() >>> 4 : seed;
    List<Long> again = new ArrayList<>(steps);
    if (replay != null) {
      for (String line : Files.readAllLines(replay)) {
        if (line.startsWith(SEED)) {
          number = Long.parseLong(line.substring(SEED.length()).strip());
        } else if (line.startsWith(STEP)) {
          again.add(Long.parseLong(line.substring(STEP.length()).strip()));
        } else if (!line.isBlank() && !line.startsWith(COMMENT)) {
          throw new UsageException("--replay " + replay + ": a line of no history: " + line);
        }
      }
      if (again.isEmpty()) {
        throw new UsageException("--replay " + replay + ": no steps");
      }
    }
    if (mutant != null && SuiteRunner.kit(contract).mutant(mutant).isEmpty()) {
      throw new UsageException("--mutant " + mutant + ": see dat4j mutants for their ids");
    }
    return new StepOptions(ia, calls, threads, number, from, again, leftOut(), mutant);
  }

  private Set<String> leftOut() {
    Set<String> names = new TreeSet<>(without);
    if (deviations != null) {
      if (!contract.equals("dat")) {
        throw new UsageException("--deviations: only the model of dat knows what to do without");
      }
      try {
        names.addAll(
            Stepper.without(Deviations.file(deviations, SuiteRunner.kit(contract).catalogue())));
      } catch (CatalogueException e) {
        throw new UsageException("--deviations cannot be used: " + e.getMessage());
      }
    }
    return names;
  }

  private void print(StepOptions options, StepResult result, double seconds, PrintWriter out)
      throws IOException {
    if (!result.agrees()) {
      if (history == null) {
        out.print(comments(result));
      } else {
        Files.writeString(history, comments(result) + steps(options, result));
        out.println("history: " + history);
      }
    }
    out.printf(
        Locale.ROOT,
        "%s%d calls by %d %s, %d refused, %.1f s: %s%n",
        result.cancelled() ? "ended early; " : "",
        result.calls(),
        options.threads(),
        options.threads() == 1 ? "thread" : "threads",
        result.refusals(),
        seconds,
        result.agrees() ? "no difference" : "1 difference");
    if (!result.agrees()) {
      // Last, so that the end of a log that was cut shows it.
      out.println("difference in step " + result.step() + " of seed " + options.seed() + ":");
      out.println("    " + result.difference().replace("\n", "\n    "));
      out.print(repeats(options, result));
    }
  }

  private static String comments(StepResult result) {
    StringBuilder text = new StringBuilder();
    List<String> lines = result.history();
    for (String line : lines.subList(Math.max(0, lines.size() - LINES), lines.size())) {
      text.append("# ").append(line.replace("\n", "\n# ")).append('\n');
    }
    return text.append("# ")
        .append(result.difference().replace("\n", "\n# "))
        .append('\n')
        .toString();
  }

  private static String steps(StepOptions options, StepResult result) {
    StringBuilder text = new StringBuilder(SEED).append(options.seed()).append('\n');
    for (long step : result.replay()) {
      text.append(STEP).append(step).append('\n');
    }
    return text.toString();
  }

  /** The command lines that lead to the difference again. */
  private String repeats(StepOptions options, StepResult result) {
    StringBuilder same = new StringBuilder("./dat4j step ").append(options.ia());
    if (!contract.equals("dat")) {
      same.append(" --contract ").append(contract);
    }
    if (options.threads() > 1) {
      same.append(" --threads ").append(options.threads());
    }
    if (!options.without().isEmpty()) {
      same.append(" --without ").append(String.join(",", new TreeSet<>(options.without())));
    }
    if (options.mutant() != null) {
      same.append(" --mutant ").append(options.mutant());
    }
    same.append(" --seed ").append(options.seed());
    StringBuilder text = new StringBuilder();
    if (options.replay().isEmpty()) {
      text.append("repeat: ").append(same).append(" --from ").append(result.from());
      text.append(" --calls ").append(result.repeat()).append('\n');
    }
    if (!result.replay().isEmpty() && result.replay().size() < FEW_STEPS) {
      text.append("repeat only what led to it: ").append(same).append(" --steps ");
      text.append(result.replay().stream().map(String::valueOf).collect(Collectors.joining(",")));
      text.append('\n');
    }
    return text.toString();
  }
}
