package org.dat4j.tools;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.dat4j.tools.cli.ExitCodes;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j completion}: prints a script by which bash and zsh complete subcommands
 * and options.
 */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a script by which bash and zsh complete subcommands and options.",
    footer = {"", "To use it in this shell: source <(dat4j completion)"})
public final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  /** For the command line. */
  public CompletionCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    out.print(AutoComplete.bash("dat4j", command.root().commandLine()));
    out.flush();
    return ExitCodes.OK;
  }
}
