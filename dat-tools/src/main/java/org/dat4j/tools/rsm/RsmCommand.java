package org.dat4j.tools.rsm;

import org.dat4j.tools.cli.CommandUsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j rsm}, the parent of the subcommands for RSM: topology, segments,
 * attributes, providers and speed.
 */
@Command(
    name = "rsm",
    mixinStandardHelpOptions = true,
    description = "Remote shared memory: the interconnect, live segments, controllers, speed.",
    footer = {"", "Start with: dat4j rsm perf loopback"},
    subcommands = {
      TopologyCommand.class,
      SegmentsCommand.class,
      AttrsCommand.class,
      ControllerWhyCommand.class,
      RsmPerfCommand.class
    })
public final class RsmCommand implements Runnable {

  @Spec private CommandSpec command;

  /** For the command line. */
  public RsmCommand() {}

  /** Without a subcommand there is nothing to do. */
  @Override
  public void run() {
    throw CommandUsageException.noCommand(command);
  }
}
