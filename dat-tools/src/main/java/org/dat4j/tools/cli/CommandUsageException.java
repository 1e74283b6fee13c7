package org.dat4j.tools.cli;

import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The exception for a wrong command line of {@code dat4j}. Its message says what would be right.
 */
public final class CommandUsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param message what is wrong and what would be right
   */
  public CommandUsageException(String message) {
    super(message);
  }

  /**
   * Makes the exception for a missing command.
   *
   * @param spec the command that has others
   * @return an exception that names them
   */
  public static CommandUsageException noCommand(CommandSpec spec) {
    String names =
        spec.subcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(each -> !each.usageMessage().hidden())
            .map(CommandSpec::name)
            .collect(Collectors.joining(", "));
    return new CommandUsageException("give a command: " + names);
  }
}
