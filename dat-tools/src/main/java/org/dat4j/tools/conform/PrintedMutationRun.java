package org.dat4j.tools.conform;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.mutant.KillMatrix;
import org.dat4j.conformance.mutant.MutantVerdict;
import org.dat4j.conformance.mutant.MutationRun;
import org.dat4j.tools.cli.CommandFailedException;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.InterruptHandler;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.cli.VerdictOutput;

/**
 * A run of mutants for {@code dat4j mutants}: tries mutants, providers with one known fault each,
 * and prints whether the suite found each fault. It is apart from the command, so that the command
 * line can be read where the mutants are not on the class path.
 *
 * @param output gets the verdicts and the matrix
 * @param progress shows how far the run is
 * @param verbose print the mutants that were found too
 * @param report where the matrix goes
 */
record PrintedMutationRun(
    VerdictOutput output, ProgressBar progress, boolean verbose, Path report) {

  int run(MutationRun.Options options) throws InterruptedException {
    long begin = System.nanoTime();
    PrintWriter out = output.texts();
    MutationRun mutants = new MutationRun(options);
    out.println("seed " + options.seed() + ", " + mutants.chosen().size() + " mutants");
    out.flush();
    List<String> alarms = mutants.falseAlarms();
    if (!alarms.isEmpty()) {
      throw new CommandFailedException(
          "without any fault these clauses fail: " + alarms + "; see dat4j conform --mutant none");
    }
    boolean[] interrupted = new boolean[1];
    InterruptHandler interrupts =
        new InterruptHandler(
            () -> {
              interrupted[0] = true;
              mutants.cancel();
            });
    KillMatrix matrix;
    try {
      matrix =
          mutants.run(
              (verdict, done, total) -> {
                if (verbose || verdict.strength() != MutantVerdict.Strength.STRONG) {
                  progress.clear();
                  show(verdict, out);
                }
                progress.show(verdict.id(), done, total);
              });
      progress.clear();
      print(matrix, mutants.withoutGate(), out);
      out.flush();
      matrix.write(report);
    } finally {
      interrupts.done();
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    out.println("matrix in " + report + ", " + seconds + " s");
    output.print(matrix::members);
    if (interrupted[0]) {
      return ExitCodes.INTERRUPTED;
    }
    boolean good = matrix.percent() >= KillMatrix.MIN_PERCENT && matrix.unexplained().isEmpty();
    return good ? ExitCodes.OK : ExitCodes.FAILURE;
  }

  private static void show(MutantVerdict verdict, PrintWriter out) {
    out.println(
        verdict.strength().label()
            + " "
            + verdict.id()
            + (verdict.killedBy().isEmpty() ? "" : " by " + String.join(" ", verdict.killedBy())));
    out.flush();
  }

  private static void print(KillMatrix matrix, int withoutGate, PrintWriter out) {
    for (String id : matrix.unexplained()) {
      out.println("problem: " + id + " was not found; strengthen a check or explain it");
    }
    for (String id : matrix.foundDespiteExcuse()) {
      out.println(
          "note: "
              + id
              + " was found; the table survivors.tsv says that no test finds it on loopback0");
    }
    out.println(
        String.format(
            Locale.ROOT,
            "%d mutants: strong %d, weak %d, survivors %d, unjudged %d; %.1f %% found; %d not for"
                + " this adapter",
            matrix.verdicts().size(),
            matrix.of(MutantVerdict.Strength.STRONG).size(),
            matrix.of(MutantVerdict.Strength.WEAK).size(),
            matrix.of(MutantVerdict.Strength.SURVIVOR).size(),
            matrix.of(MutantVerdict.Strength.UNJUDGED).size(),
            matrix.percent(),
            withoutGate));
  }
}
