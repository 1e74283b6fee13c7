package org.dat4j.tools.perf;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.Callable;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ia;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.InterruptHandler;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.StopSignal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The hidden command that {@code perf} runs in a second JVM, as the other side of the measurement.
 */
@Command(name = PartnerCommand.NAME, hidden = true, description = "The second process of perf.")
public final class PartnerCommand implements Callable<Integer> {

  static final String NAME = "perf-partner";

  @Parameters(index = "0", paramLabel = "IA")
  private String ia;

  @Parameters(index = "1", paramLabel = "ADDRESS")
  private InetAddress address;

  @Parameters(index = "2", paramLabel = "QUALIFIER")
  private long connQual;

  /** For the command line. */
  public PartnerCommand() {}

  @Override
  public Integer call() {
    StopSignal stop = new StopSignal();
    watchInput(stop);
    // Ctrl-C reaches both processes; this one serves until the other has ended the run.
    InterruptHandler interrupts = new InterruptHandler(() -> {});
    try {
      Ia adapter = Dat.openIa(ia);
      try (PerfSession session = PerfSession.active(adapter, stop, address, connQual, null)) {
        return serve(new PerfResponder(session, result -> {}));
      }
    } finally {
      interrupts.done();
    }
  }

  /** Serves the run. A failure goes to the first process, which prints it. */
  private static int serve(PerfResponder responder) {
    try {
      responder.run();
      return ExitCodes.OK;
    } catch (RuntimeException e) {
      if (responder.met()) {
        return ExitCodes.FAILURE;
      }
      throw e;
    }
  }

  /** Ends the run at the end of standard input: the first process holds the other end. */
  private static void watchInput(StopSignal stop) {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Nothing is ever sent.
                }
              } catch (IOException e) {
                // As good as the end.
              }
              stop.cancel();
            },
            "dat4j-perf-watch");
    watcher.setDaemon(true);
    watcher.start();
  }
}
