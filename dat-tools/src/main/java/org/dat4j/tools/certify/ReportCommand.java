package org.dat4j.tools.certify;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.dat4j.tools.cli.VerdictOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j report}: shows the verdict on report folders, verifies their hashes,
 * merges those of several backends into one matrix, and compares two of one backend.
 */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Shows, verifies, joins and compares reports of conform --report and certify.",
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
          Path folder,
      @Mixin VerdictOutput output) {
    PrintWriter out = output.texts();
    List<ReportFolder> reports = read(List.of(folder));
    Certificate certificate =
        CertificateRules.judge(reports.stream().map(ReportFolder::run).toList(), today());
    ReportCommand.print(certificate, out);
    output.print(certificate::members);
    return certificate.level() == CertificateLevel.FAILED ? ExitCodes.FAILURE : ExitCodes.OK;
  }

  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = "Compares each report with its hash list and names changed or missing files.")
  int verify(
      @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders with reports.")
          List<Path> folders,
      @Mixin VerdictOutput output) {
    PrintWriter out = output.texts();
    int intact = 0;
    List<Map<String, String>> problems = new ArrayList<>();
    for (Path folder : folders) {
      List<String> found = new ArrayList<>();
      try {
        found.addAll(HashList.check(folder));
        if (found.isEmpty()) {
          int reports = ReportFolder.below(folder).size();
          out.println(folder + ": " + reports + " reports, as written");
          intact += reports;
        }
      } catch (BundleException e) {
        found.add(e.getMessage());
      }
      for (String line : found) {
        out.println(folder + ": " + line);
        Map<String, String> problem = new LinkedHashMap<>();
        problem.put("folder", folder.toString());
        problem.put("problem", line);
        problems.add(problem);
      }
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("intact", intact);
    result.put("problems", problems);
    output.print(() -> result);
    return problems.isEmpty() ? ExitCodes.OK : ExitCodes.FAILURE;
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
          Path markdown,
      @Mixin VerdictOutput output) {
    PrintWriter out = output.texts();
    BackendMatrix matrix = new BackendMatrix(read(folders), today());
    TextTable.print(matrix.verdicts(), out);
    for (String contract : matrix.contracts()) {
      out.println();
      TextTable.print(matrix.capabilities(contract), out);
      out.println();
      TextTable.print(matrix.otherSides(contract), out);
      if (matrix.peers(contract).size() > 1) {
        out.println();
        TextTable.print(matrix.peers(contract), out);
      }
    }
    output.print(matrix::members);
    if (html != null) {
      AtomicFileWriter.write(html, matrix.html());
    }
    if (markdown != null) {
      AtomicFileWriter.write(markdown, matrix.markdown());
    }
    return ExitCodes.OK;
  }

  @Command(
      name = "compare",
      mixinStandardHelpOptions = true,
      description = {
        "Compares two reports on one backend, such as those of two versions.",
        "Names the clauses whose status changed. Exit status 1: a clause fails that did not fail"
            + " before."
      })
  int compare(
      @Parameters(paramLabel = "BEFORE", description = "Folder with one report or several.")
          Path before,
      @Parameters(paramLabel = "AFTER", description = "Folder with later ones.") Path after,
      @Mixin VerdictOutput output) {
    PrintWriter out = output.texts();
    ReportComparison comparison =
        new ReportComparison(ReportFolder.below(before), ReportFolder.below(after), today());
    if (comparison.changes().size() > 1) {
      TextTable.print(comparison.changes(), out);
    }
    comparison.lines().forEach(out::println);
    output.print(comparison::members);
    return comparison.isWorse() ? ExitCodes.FAILURE : ExitCodes.OK;
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
