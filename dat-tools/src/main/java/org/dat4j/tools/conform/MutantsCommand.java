package org.dat4j.tools.conform;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.mutant.Campaign;
import org.dat4j.conformance.mutant.KillMatrix;
import org.dat4j.conformance.mutant.Verdict;
import org.dat4j.tools.cli.CommandFailedException;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Interrupts;
import org.dat4j.tools.cli.Progress;
import org.dat4j.tools.cli.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dat4j mutants}. */
@Command(
    name = "mutants",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tries the conformance suite on providers with one known fault each.",
      "A fault that no clause finds shows a check that cannot fail."
    },
    footer = {
      "",
      "Writes kill-matrix.json and kill-matrix.html.",
      "Exit status: 0 at least 98 %% were found and each survivor is explained, 1 otherwise,",
      "2 a wrong command line, 130 interrupted.",
      "",
      "Example:",
      "  dat4j mutants loopback0 --sample 100 --seed 7",
      "  dat4j conform loopback0 --mutant return.dat_lmr_free.03"
    })
public final class MutantsCommand implements Callable<Integer> {

  private static final double SHORT_WAITS = 0.1;

  /** Tests of RSM wait for the start of second JVMs. */
  private static final double SHORT_RSM_WAITS = 0.3;

  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "IA",
      arity = "0..1",
      description = "Name of the adapter, see dat4j info.")
  private String ia;

  @Option(names = "--contract", paramLabel = "NAME", description = "Default: dat.")
  private String contract = "dat";

  @Option(
      names = "--only",
      paramLabel = "PATTERN",
      description = "Ids of the mutants; * stands for anything. Default: all.")
  private String only;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Try N of them, chosen by the seed. Default: all.")
  private int sample;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The sample and the order of an earlier run. Default: a new one, printed.")
  private Long seed;

  @Option(names = "--jobs", paramLabel = "N", description = "JVMs at a time. Default: 2.")
  private int jobs = 2;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where the matrix goes. Default: conformance-tests/target.")
  private Path report = Path.of("conformance-tests", "target");

  @Option(names = "--list", description = "List the mutants and what they change.")
  private boolean list;

  @Option(names = "--verbose", description = "Show each verdict.")
  private boolean verbose;

  /** For the command line. */
  public MutantsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = command.commandLine().getOut();
    if (list) {
      list(out);
      return ExitCodes.OK;
    }
    if (ia == null || sample < 0 || jobs < 1) {
      throw new UsageException("give an adapter, a sample from 0 and jobs from 1");
    }
    return run(out, Progress.on(command.commandLine().getErr()));
  }

  private void list(PrintWriter out) {
    ContractKit kit = SuiteRunner.kit(contract);
    for (String id : kit.mutants()) {
      Mutant mutant = kit.mutant(id).orElseThrow();
      out.println(id + "\t" + String.join(" ", mutant.clauses()) + "\t" + mutant.change());
    }
  }

  private int run(PrintWriter out, Progress progress) throws InterruptedException {
    long begin = System.nanoTime();
    long chosenSeed = seed == null ? System.nanoTime() & 0xffffffffL : seed;
    double waits = contract.equals("rsm") ? SHORT_RSM_WAITS : SHORT_WAITS;
    Campaign campaign =
        new Campaign(new Campaign.Options(ia, contract, only, sample, chosenSeed, jobs, waits));
    out.println("seed " + chosenSeed + ", " + campaign.chosen().size() + " mutants");
    out.flush();
    List<String> alarms = campaign.falseAlarms();
    if (!alarms.isEmpty()) {
      throw new CommandFailedException(
          "without any fault these clauses fail: " + alarms + "; see dat4j conform --mutant none");
    }
    boolean[] interrupted = new boolean[1];
    Interrupts interrupts =
        new Interrupts(
            () -> {
              interrupted[0] = true;
              campaign.cancel();
            });
    KillMatrix matrix;
    try {
      matrix =
          campaign.run(
              (verdict, done, total) -> {
                if (verbose || verdict.strength() != Verdict.Strength.STRONG) {
                  progress.clear();
                  show(out, verdict);
                }
                progress.show(verdict.id(), done, total);
              });
      progress.clear();
      matrix.write(report);
    } catch (IOException e) {
      throw new CommandFailedException("the matrix cannot be written to " + report + ": " + e, e);
    } finally {
      interrupts.done();
    }
    print(out, matrix, campaign.withoutGate());
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    out.println("matrix in " + report + ", " + seconds + " s");
    if (interrupted[0]) {
      return ExitCodes.INTERRUPTED;
    }
    boolean good =
        matrix.percent() >= KillMatrix.LEAST_PERCENT
            && matrix.unexplained().isEmpty()
            && matrix.foundDespiteExcuse().isEmpty();
    return good ? ExitCodes.OK : ExitCodes.FAILURE;
  }

  private static void show(PrintWriter out, Verdict verdict) {
    out.println(
        verdict.strength().label()
            + " "
            + verdict.id()
            + (verdict.killedBy().isEmpty() ? "" : " by " + String.join(" ", verdict.killedBy())));
    out.flush();
  }

  private static void print(PrintWriter out, KillMatrix matrix, int withoutGate) {
    for (String id : matrix.unexplained()) {
      out.println("problem: " + id + " survived; strengthen a check or explain it");
    }
    for (String id : matrix.foundDespiteExcuse()) {
      out.println("problem: " + id + " was found, its line in the table of survivors has to go");
    }
    out.println(
        String.format(
            Locale.ROOT,
            "%d mutants: strong %d, weak %d, survivors %d; %.1f %% found; %d not for this adapter",
            matrix.verdicts().size(),
            matrix.of(Verdict.Strength.STRONG).size(),
            matrix.of(Verdict.Strength.WEAK).size(),
            matrix.of(Verdict.Strength.SURVIVOR).size(),
            matrix.percent(),
            withoutGate));
  }
}
