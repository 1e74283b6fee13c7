/**
 * Helpers of all commands.
 *
 * <ul>
 *   <li>Ends of a command: {@link org.dat4j.tools.cli.ExitCodes}, {@link
 *       org.dat4j.tools.cli.CommandFailedException}, {@link
 *       org.dat4j.tools.cli.CommandUsageException}, with {@link org.dat4j.tools.cli.CauseChain} and
 *       {@link org.dat4j.tools.cli.ResourceExhaustion} for messages.
 *   <li>Output for people: {@link org.dat4j.tools.cli.TextTable}, {@link
 *       org.dat4j.tools.cli.ProgressBar}, {@link org.dat4j.tools.cli.VerdictColour}, {@link
 *       org.dat4j.tools.cli.NameAnswer} and {@link org.dat4j.tools.cli.PlacementLine}; {@code
 *       TerminalDetection} says whether there is a terminal.
 *   <li>Output for programs: {@link org.dat4j.tools.cli.Json}.
 *   <li>Options: {@link org.dat4j.tools.cli.BackendChoice}, {@link
 *       org.dat4j.tools.cli.ContractChoice} and {@link org.dat4j.tools.cli.HostPort}.
 *   <li>Ctrl-C: {@link org.dat4j.tools.cli.InterruptHandler}.
 * </ul>
 *
 * <p>The thread of the command uses everything, without locks. {@code InterruptHandler} is a
 * shutdown hook: its thread asks the command to stop and waits for its end.
 *
 * <p>All commands and the benchmarks depend on this package. It depends on no command.
 */
package org.dat4j.tools.cli;
