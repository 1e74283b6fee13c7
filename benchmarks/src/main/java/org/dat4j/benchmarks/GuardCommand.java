package org.dat4j.benchmarks;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.dat4j.benchmarks.peer.MeasurementOutcome;
import org.dat4j.benchmarks.peer.Peer;
import org.dat4j.benchmarks.peer.PeerCatalogue;
import org.dat4j.benchmarks.peer.RunDurations;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.report.Measured;
import org.dat4j.tools.cli.CommandFailedException;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command behind {@code benchmarks/guard}: measures this build of dat4j and an older one, in
 * turns, and fails if this one is clearly slower.
 */
@Command(
    name = "guard",
    mixinStandardHelpOptions = true,
    description = "Compares this build with an older one; fails for a loss of more than 20 %.",
    footer = {
      "",
      "Exit status: 0 no loss, 1 a loss or a failure, 2 a wrong command line, 3 nothing was"
          + " compared."
    })
final class GuardCommand implements Callable<Integer> {

  /** Exit status without a verdict, as the script {@code benchmarks/guard} has it. */
  static final int NOTHING_COMPARED = 3;

  private static final int RUNS = 3;

  /** Turns of both builds in a run; the best of each counts, as a disturbance only slows. */
  private static final int TURNS = 3;

  private static final RunDurations TIMES = new RunDurations(600, 250);

  /** Time after which no comparison begins: on a busy machine the lane's limit is no verdict. */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(180);

  private static final String NEW_CLASSES =
      "benchmarks/target/benchmarks.jar:dat-tools/target/app/lib/*";
  private static final String OLD_CLASSES = "/dat-tools/target/app/lib/*";

  @Spec private CommandSpec command;

  @Parameters(index = "0", paramLabel = "FOLDER", description = "The older build.")
  private Path folder;

  @Parameters(index = "1", paramLabel = "NAME", description = "What to call it.")
  private String name;

  /** For the command line. */
  GuardCommand() {}

  @Override
  public Integer call() {
    if (!Files.exists(folder.resolve("dat-tools/target/app/classpath"))) {
      throw new CommandUsageException(folder + " has no build of dat4j");
    }
    PrintWriter out = command.commandLine().getOut();
    SpeedVerdict verdict = new SpeedVerdict(RUNS);
    List<Peer> ours = PeerCatalogue.builtIn(NEW_CLASSES);
    List<Peer> theirs =
        PeerCatalogue.builtIn("benchmarks/target/benchmarks.jar:" + folder + OLD_CLASSES);
    long begin = System.nanoTime();
    boolean isInTime = true;
    while (isInTime && verdict.needsRun()) {
      out.println("run " + verdict.beginRun() + ", this build beside " + name + ":");
      for (int i = 0; i < ours.size(); i++) {
        isInTime = System.nanoTime() - begin < MAX_NANOS;
        if (isInTime) {
          compare(ours.get(i), theirs.get(i), verdict, out);
        }
      }
    }
    if (!isInTime) {
      verdict.skip("the time is over on this busy machine");
      out.println("the time is over: the rest is not compared on this busy machine");
    }
    return conclude(verdict, out);
  }

  /** Prints the verdict and gives the exit status. */
  static int conclude(SpeedVerdict verdict, PrintWriter out) {
    Optional<String> why = verdict.whyNothing();
    if (why.isPresent()) {
      out.println("nothing was compared: " + why.get());
      out.flush();
      return NOTHING_COMPARED;
    }
    verdict.losses().forEach(loss -> out.println("slower in two runs: " + loss));
    out.println(verdict.losses().isEmpty() ? "no loss" : "FAILED");
    out.flush();
    return verdict.losses().isEmpty() ? ExitCodes.OK : ExitCodes.FAILURE;
  }

  /** Compares once, and prints the figures. An older build that fails is not compared. */
  static void compare(Peer ours, Peer theirs, SpeedVerdict verdict, PrintWriter out) {
    List<OperatingPoint> points = OperatingPoints.ofGuard();
    double[][] now = new double[points.size()][TURNS];
    double[][] before = new double[points.size()][TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      try {
        measure(theirs, points, before, turn);
      } catch (CommandFailedException e) {
        verdict.skip("the older build fails: " + e.getMessage());
        out.println("  not compared, as the older build fails: " + e.getMessage());
        return;
      }
      measure(ours, points, now, turn);
    }
    for (int i = 0; i < now.length; i++) {
      String what = ours.name() + ", " + points.get(i).text();
      double ratio = verdict.add(what, now[i], before[i]);
      out.println(
          String.format(
              Locale.ROOT,
              "  %s: %.2f of the time; %s us, was %s us",
              what,
              ratio,
              text(now[i]),
              text(before[i])));
    }
    out.flush();
  }

  private static String text(double[] costs) {
    return Arrays.stream(costs)
        .mapToObj(cost -> String.format(Locale.ROOT, "%.3g", cost))
        .collect(Collectors.joining(" "));
  }

  /**
   * Measures once: microseconds of each operation. What fails is tried again: its port may be
   * taken, or the machine busy.
   */
  private static void measure(Peer peer, List<OperatingPoint> points, double[][] costs, int turn) {
    String setting = peer.settings().get(0);
    List<MeasurementOutcome> outcomes = peer.measure(setting, points, TIMES);
    for (int i = 0; i < costs.length; i++) {
      MeasurementOutcome outcome = outcomes.get(i);
      if (!outcome.isGood()) {
        outcome = peer.measure(setting, List.of(outcome.point()), TIMES).get(0);
      }
      if (!outcome.isGood()) {
        throw new CommandFailedException(
            peer.name() + ", " + outcome.point().text() + ": " + outcome.failure());
      }
      costs[i][turn] = Measured.cost(outcome.point(), outcome.sample());
    }
  }
}
