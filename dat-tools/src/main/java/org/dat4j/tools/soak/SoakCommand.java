package org.dat4j.tools.soak;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ContractChoice;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.cli.VerdictOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j soak}: holds many DAT connections, or makes and ends them repeatedly,
 * and reports what they cost and what they leave behind.
 */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Holds many connections, or makes and ends them again and again, inside this JVM,"
            + " and tells what they cost and what stays.",
    footer = {
      "",
      "Exit status: 0 within the limits, 1 above one, 2 a wrong command line.",
      "",
      "Examples:",
      "  DAT4J_JAVA_OPTS=-Xmx256m dat4j soak loopback0 --pairs 10000",
      "  dat4j soak tcp0 --pairs 2000 --operations 2000000 --idle 10",
      "  dat4j soak loopback0 --cycles 100000"
    })
public final class SoakCommand implements Callable<Integer> {

  /**
   * Bytes of heap that a JVM may keep for itself over many cycles: tables of compiled code, caches.
   */
  private static final long HEAP_NOISE = 1 << 20;

  private static final int KIB = 1024;

  @Spec private CommandSpec command;

  @Mixin private VerdictOutput output;

  @Parameters(paramLabel = "IA", description = "Name of the adapter, see dat4j info.")
  private String ia;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "Connect N pairs of endpoints of 16 transfers each way, and keep them.")
  private int pairs;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description = "Open, connect, disconnect and close N times.")
  private int cycles;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description =
          "With --pairs: send N messages over one pair alone, N over all in turn and N over"
              + " all at a time, and compare what one costs, in 21 blocks of each; as many before"
              + " to warm up. All at a time get at least one each in a block."
              + " With many messages per block the figure is the cost of active connections;"
              + " with few it includes the cost of returning to idle ones.")
  private int operations;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description = "With --pairs: do nothing for so long, and tell the processor time.")
  private int idle;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      description =
          "With --pairs: wait so long before looking at memory, threads and idleness, so that"
              + " threads end that have nothing left to do. Default: 2.")
  private int settling = 2;

  @Option(
      names = "--heap",
      paramLabel = "BYTES",
      description = "Most heap per connected endpoint. Default: 6144.")
  private int mostHeap = 6 * KIB;

  @Option(
      names = "--ratio",
      paramLabel = "RATIO",
      description =
          "Fail if a message over all pairs costs more than RATIO times one over a single pair."
              + " Default: 1.5.")
  private double mostRatio = 1.5;

  @Option(
      names = "--processor",
      paramLabel = "PERCENT",
      description = "Most share of one processor while idle. Default: 1.")
  private double mostProcessor = 1;

  /** For the command line. */
  public SoakCommand() {}

  @Override
  public Integer call() {
    ContractChoice.demandAdapter(ia);
    if (pairs < 0 || cycles < 0 || pairs + cycles == 0) {
      throw new CommandUsageException("give --pairs or --cycles, at least 1");
    }
    if (operations < 0 || idle < 0 || operations + idle > 0 && pairs == 0) {
      throw new CommandUsageException("--operations and --idle go with --pairs, and are 0 or more");
    }
    if (settling < 0) {
      throw new CommandUsageException("--settle is 0 or more");
    }
    PrintWriter out = output.texts();
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("ia", ia);
    ProgressBar progress = ProgressBar.on(command.commandLine().getErr());
    boolean good = true;
    if (pairs > 0) {
      good = hold(figures, out, progress);
    }
    if (cycles > 0) {
      good &= repeat(figures, out, progress);
    }
    figures.put("good", good);
    output.print(() -> figures);
    return good ? ExitCodes.OK : ExitCodes.FAILURE;
  }

  private boolean hold(Map<String, Object> figures, PrintWriter out, ProgressBar progress) {
    int together = operations > 0 ? pairs : 1;
    try (ConnectionSoak held =
        new ConnectionSoak(ia, pairs, together, Duration.ofSeconds(settling), figures, out)) {
      held.connect(progress);
      boolean good = held.isSmall(mostHeap);
      if (operations > 0) {
        good &= held.scalesEvenly(operations, mostRatio);
      }
      if (idle > 0) {
        good &= held.isQuiet(idle, mostProcessor);
      }
      return good;
    }
  }

  private boolean repeat(Map<String, Object> figures, PrintWriter out, ProgressBar progress) {
    int warmUp = Math.max(1, cycles / 10);
    for (int i = 0; i < warmUp; i++) {
      cycle();
    }
    Footprint before = Footprint.take();
    for (int i = 0; i < cycles; i++) {
      cycle();
      progress.show("cycles", i + 1, cycles);
    }
    progress.clear();
    Footprint growth = Footprint.take().since(before);
    figures.put("cycles", cycles);
    figures.put("growth", growth.members());
    out.println(
        String.format(
            Locale.ROOT,
            "%s: %d cycles of open, connect, disconnect, close; growth: heap %+d bytes (noise up"
                + " to %d), direct memory %+d, threads %+d, handles %+d",
            ia,
            cycles,
            growth.heap(),
            HEAP_NOISE,
            growth.direct(),
            growth.threads(),
            growth.handles()));
    return growth.heap() <= HEAP_NOISE
        && growth.direct() <= 0
        && growth.threads() <= 0
        && growth.handles() <= 0;
  }

  private void cycle() {
    Ia adapter = Dat.openIa(ia);
    try (LoopedAdapter looped = new LoopedAdapter(adapter, 1)) {
      Ep active = looped.endpoint();
      looped.connect(active, looped.endpoint());
      looped.disconnect(active);
    }
  }
}
