package org.dat4j.tools.perf;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.Callable;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ia;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Interrupts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The second JVM of a run; started by the first, not by users. */
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
    Stop stop = new Stop();
    watchInput(stop);
    // Ctrl-C reaches both processes; this one serves until the other has ended the run.
    Interrupts interrupts = new Interrupts(() -> {});
    try {
      Ia adapter = Dat.openIa(ia);
      try (Session session = Session.active(adapter, stop, address, connQual, null)) {
        return serve(new Responder(session, result -> {}));
      }
    } finally {
      interrupts.done();
    }
  }

  /** What goes wrong is told to the first process, which is the one to print it. */
  private static int serve(Responder responder) {
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

  /** The first process holds the other end of standard input: its end is the end of the run. */
  private static void watchInput(Stop stop) {
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
