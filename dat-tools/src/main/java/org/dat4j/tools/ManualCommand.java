package org.dat4j.tools;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.dat4j.conformance.report.AtomicFileWriter;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code dat4j manual}: prints the manual page of a command, or writes all pages. */
@Command(
    name = "manual",
    mixinStandardHelpOptions = true,
    description = "Prints the manual page of a command, as the program man reads it.",
    footer = {
      "",
      "Examples:",
      "  dat4j manual rsm perf | man -l -",
      "  dat4j manual --to share/man && man -M share/man dat4j-perf"
    })
public final class ManualCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "Words of the command. Default: dat4j itself.")
  private List<String> words = List.of();

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Write the pages of all commands to the folder man1 there instead.")
  private Path to;

  /** For the command line. */
  public ManualCommand() {}

  @Override
  public Integer call() {
    if (to != null && !words.isEmpty()) {
      throw new CommandUsageException("--to writes all pages: give no command with it");
    }
    PrintWriter out = command.commandLine().getOut();
    List<CommandSpec> commands = ManualPage.commands(command.root());
    if (to != null) {
      for (CommandSpec each : commands) {
        Path file = to.resolve("man1").resolve(ManualPage.name(each) + ".1");
        AtomicFileWriter.write(file, ManualPage.of(each));
      }
      out.println(commands.size() + " pages in " + to.resolve("man1"));
    } else {
      String wanted = ("dat4j " + String.join(" ", words)).strip();
      CommandSpec asked =
          commands.stream()
              .filter(each -> each.qualifiedName().equals(wanted))
              .findFirst()
              .orElseThrow(
                  () ->
                      new CommandUsageException(
                          "'" + wanted + "' is no command: see dat4j --help"));
      out.print(ManualPage.of(asked));
    }
    out.flush();
    return ExitCodes.OK;
  }
}
