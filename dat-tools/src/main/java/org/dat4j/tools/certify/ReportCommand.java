package org.dat4j.tools.certify;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.report.AtomicFileWriter;
import org.dat4j.conformance.report.BundleException;
import org.dat4j.conformance.report.Certificate;
import org.dat4j.conformance.report.CertificateLevel;
import org.dat4j.conformance.report.CertificateRules;
import org.dat4j.conformance.report.HashList;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.TextTable;
import org.dat4j.tools.cli.VerdictColour;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j report}: shows the verdict on report folders, verifies their hashes, and
 * merges those of several backends into one matrix.
 */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Shows, verifies and joins reports of conform --report and certify.",
    footer = {
      "",
      "Exit status: 0 all is right; 1 a verdict failed, or a report is changed or incomplete;",
      "2 a wrong command line."
    })
public final class ReportCommand implements Runnable {

  @Spec private CommandSpec command;

  /** For the command line. */
  public ReportCommand() {}

  @Override
  public void run() {
    throw CommandUsageException.noCommand(command);
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Judges the runs in a folder as of today, and tells the verdict and why.")
  int show(
      @Parameters(paramLabel = "DIR", description = "Folder with one report or several.")
          Path folder) {
    PrintWriter out = command.commandLine().getOut();
    List<ReportFolder> reports = read(List.of(folder));
    Certificate certificate =
        CertificateRules.judge(reports.stream().map(ReportFolder::run).toList(), today());
    ReportCommand.print(certificate, out);
    out.flush();
    return certificate.level() == CertificateLevel.FAILED ? ExitCodes.FAILURE : ExitCodes.OK;
  }

  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = "Compares each report with its hash list and names changed or missing files.")
  int verify(
      @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders with reports.")
          List<Path> folders) {
    PrintWriter out = command.commandLine().getOut();
    int wrong = 0;
    for (Path folder : folders) {
      List<String> found = new ArrayList<>();
      try {
        found.addAll(HashList.check(folder));
        if (found.isEmpty()) {
          out.println(folder + ": " + ReportFolder.below(folder).size() + " reports, as written");
        }
      } catch (BundleException e) {
        found.add(e.getMessage());
      }
      found.forEach(line -> out.println(folder + ": " + line));
      wrong += found.size();
    }
    out.flush();
    return wrong == 0 ? ExitCodes.OK : ExitCodes.FAILURE;
  }

  @Command(
      name = "merge",
      mixinStandardHelpOptions = true,
      description = "Joins the reports of several backends into one matrix.")
  int merge(
      @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders with reports.")
          List<Path> folders,
      @Option(names = "--html", paramLabel = "FILE", description = "Write the matrix as a page.")
          Path html,
      @Option(names = "--markdown", paramLabel = "FILE", description = "Write it as Markdown.")
          Path markdown) {
    PrintWriter out = command.commandLine().getOut();
    BackendMatrix matrix = new BackendMatrix(read(folders), today());
    TextTable.print(matrix.verdicts(), out);
    for (String contract : matrix.contracts()) {
      out.println();
      TextTable.print(matrix.capabilities(contract), out);
    }
    out.flush();
    if (html != null) {
      AtomicFileWriter.write(html, matrix.html());
    }
    if (markdown != null) {
      AtomicFileWriter.write(markdown, matrix.markdown());
    }
    return ExitCodes.OK;
  }

  /** Prints a verdict in its colour, and the reasons. */
  static void print(Certificate certificate, PrintWriter out) {
    List<String> lines = certificate.lines();
    boolean good = certificate.level() != CertificateLevel.FAILED;
    out.println(VerdictColour.of(good, lines.get(0)));
    lines.stream().skip(1).forEach(out::println);
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  private static List<ReportFolder> read(List<Path> folders) {
    List<ReportFolder> reports = new ArrayList<>();
    folders.forEach(folder -> reports.addAll(ReportFolder.below(folder)));
    return reports;
  }
}
