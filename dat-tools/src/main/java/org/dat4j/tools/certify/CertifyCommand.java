package org.dat4j.tools.certify;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.dat4j.conformance.report.Certificate;
import org.dat4j.conformance.report.CertificateLevel;
import org.dat4j.tools.cli.BackendChoice;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.InterruptHandler;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.cli.VerdictOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j certify}: makes all runs of suite and stepper that a certificate demands
 * of a backend.
 */
@Command(
    name = "certify",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes all runs that a certificate demands, and its bundle.",
      "The runs are the suite with three seeds in each placement, the stepper with one thread and"
          + " with four, and for DAT the pairs of calls in each placement. They take about 30"
          + " minutes, of which the pairs take 15 in one JVM and 10 in two.",
      "A second start goes on where the first one was ended."
    },
    footer = {
      "",
      "Exit status: 0 conformant, with deviations, or a quick run without failure; 1 otherwise,",
      "2 a wrong command line, 130 interrupted.",
      "",
      "Example:",
      "  dat4j certify tcp0 --report target/certificate"
    })
public final class CertifyCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Mixin private BackendChoice backend;

  @Mixin private VerdictOutput output;

  @Option(
      names = "--quick",
      description = "One seed and 100,000 calls each; the verdict is at most partial.")
  private boolean quick;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "First seed; the runs count on from it. Default: a new one.")
  private Long seed;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Folder of the runs and of the certificate. Default: certificate-IA.")
  private Path report;

  /** For the command line. */
  public CertifyCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = output.texts();
    Path folder = report == null ? Path.of("certificate-" + backend.ia()) : report;
    Certification certification =
        new Certification(
            new Certification.Options(
                backend.ia(), backend.contract(), backend.deviationFile(), quick, seed, folder),
            out,
            ProgressBar.orLines(command.commandLine().getErr()));
    InterruptHandler interrupts = new InterruptHandler(certification::cancel);
    try {
      Certificate certificate = certification.run();
      ReportCommand.print(certificate, out);
      out.println("reports in " + folder);
      output.print(certificate::members);
      if (certification.isCancelled()) {
        return ExitCodes.INTERRUPTED;
      }
      boolean good =
          certificate.level() == CertificateLevel.CONFORMANT
              || certificate.level() == CertificateLevel.WITH_DEVIATIONS
              || quick && certificate.level() == CertificateLevel.PARTIAL;
      return good ? ExitCodes.OK : ExitCodes.FAILURE;
    } finally {
      interrupts.done();
    }
  }
}
