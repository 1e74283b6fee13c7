package org.dat4j.tools.perf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.process.JvmCommand;
import org.dat4j.tools.perf.exchange.StalledException;
import org.dat4j.tools.perf.exchange.StopSignal;

/**
 * Starts and ends the second JVM of a {@code dat4j perf} run over DAT, with the class path,
 * properties and flags of this one. The process ends with its standard input, so it cannot outlive
 * this one. {@link #end} ends it in any case.
 */
final class PartnerProcess {

  /** The main class, which has the partner among its commands. */
  static final String MAIN_CLASS = "org.dat4j.tools.Dat4j";

  private static final long GRACE_SECONDS = 5;

  /**
   * A socket can break this many milliseconds before the system reports the status of its process.
   */
  private static final long EXIT_MILLIS = 1000;

  /** A process that a signal ended has a status above this one. */
  private static final int SIGNAL_STATUS = 128;

  /** Agents belong to one process: their ports and files are taken. */
  private static final List<String> NOT_INHERITED =
      List.of("-javaagent:", "-agentlib:", "-agentpath:", "-Xrunjdwp:");

  private final Process process;

  private PartnerProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts the other side.
   *
   * @param ia name of the adapter it opens
   * @param address of the adapter it connects to
   * @param connQual qualifier it connects to
   * @param processors of this JVM and of the new one, empty if the system chooses
   * @param stop receives a failure of the new process
   */
  static PartnerProcess start(
      String ia, InetAddress address, long connQual, List<Integer> processors, StopSignal stop) {
    List<String> command = new ArrayList<>();
    if (!processors.isEmpty()) {
      command.addAll(CpuPinning.prefix(processors.get(1)));
    }
    List<String> flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> NOT_INHERITED.stream().noneMatch(flag::startsWith))
            .toList();
    command.addAll(
        JvmCommand.of(
            flags,
            MAIN_CLASS,
            List.of(
                PartnerCommand.NAME,
                ia,
                address.getHostAddress(),
                Long.toUnsignedString(connQual))));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      process
          .onExit()
          .thenAccept(
              ended -> {
                if (ended.exitValue() != 0) {
                  stop.fail(new StalledException(status(ended)));
                }
              });
      return new PartnerProcess(process);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start a second JVM: " + command.get(0), e);
    }
  }

  private static String status(Process ended) {
    return "its JVM ended with status " + ended.exitValue();
  }

  /**
   * Explains a failure of this side by the end of the other JVM, which a signal may have ended
   * before it could send a message.
   */
  RuntimeException explained(RuntimeException failure) {
    try {
      if (process.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS)
          && process.exitValue() > SIGNAL_STATUS) {
        return new StalledException("the other side failed: " + status(process), failure);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }

  /** Waits a moment for the process to end by itself, then ends it. */
  void end() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
