package org.dat4j.benchmarks;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import org.dat4j.tools.cli.CommandFailedException;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The main class of the benchmarks' command line, with the commands {@code compare} and {@code
 * guard}, which the scripts in {@code benchmarks/} start.
 */
@Command(
    name = "benchmarks",
    description = "Measures the backends beside other libraries.",
    subcommands = {CompareCommand.class, GuardCommand.class})
public final class Benchmarks implements Runnable {

  @Spec private CommandSpec command;

  /** For the command line. */
  public Benchmarks() {}

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
    PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
    System.exit(run(out, err, arguments));
  }

  /**
   * Runs a command.
   *
   * @param out where results go
   * @param err where everything else goes
   * @param arguments the command line
   * @return the exit code
   */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new Benchmarks())
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler(
            (e, line, result) -> {
              err.println(name(line) + ": " + e.getMessage());
              if (!(e instanceof CommandUsageException || e instanceof CommandFailedException)) {
                e.printStackTrace(err);
              }
              return e instanceof CommandUsageException ? ExitCodes.USAGE : ExitCodes.FAILURE;
            })
        .setParameterExceptionHandler(
            (e, line) -> {
              String name = name(e.getCommandLine());
              err.println(name + ": " + e.getMessage());
              err.println("Try '" + name + " --help'.");
              return ExitCodes.USAGE;
            })
        .execute(arguments);
  }

  private static String name(CommandLine line) {
    return line.getCommandSpec().qualifiedName().replace(' ', '/');
  }

  @Override
  public void run() {
    throw CommandUsageException.noCommand(command);
  }
}
