package org.dat4j.tools.soak;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Progress;
import org.dat4j.tools.cli.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dat4j soak}. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Holds many connections, or makes and ends them again and again, inside this JVM,",
      "and tells what they cost and what stays."
    },
    footer = {
      "",
      "Exit status: 0 within the limits, 1 above one, 2 a wrong command line.",
      "",
      "Examples:",
      "  DAT4J_JAVA_OPTS=-Xmx256m dat4j soak loopback0 --pairs 10000",
      "  dat4j soak loopback0 --cycles 100000"
    })
public final class SoakCommand implements Callable<Integer> {

  /** Heap that a JVM may keep for itself over many cycles: compiled code's tables, caches. */
  private static final long HEAP_NOISE = 1 << 20;

  private static final int KIB = 1024;

  @Spec private CommandSpec command;

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
      names = "--heap",
      paramLabel = "OCTETS",
      description = "Most heap per connected endpoint. Default: 6144.")
  private int mostHeap = 6 * KIB;

  /** For the command line. */
  public SoakCommand() {}

  @Override
  public Integer call() {
    if (pairs < 0 || cycles < 0 || pairs + cycles == 0) {
      throw new UsageException("give --pairs or --cycles, at least 1");
    }
    PrintWriter out = command.commandLine().getOut();
    Progress progress = Progress.on(command.commandLine().getErr());
    boolean good = true;
    if (pairs > 0) {
      good = hold(out, progress);
    }
    if (cycles > 0) {
      good &= repeat(out, progress);
    }
    return good ? ExitCodes.OK : ExitCodes.FAILURE;
  }

  private boolean hold(PrintWriter out, Progress progress) {
    List<Ep> held = new ArrayList<>(2 * pairs);
    try (Couple couple = new Couple(Dat.openIa(ia))) {
      // What the first connection brings in is not the cost of an endpoint.
      couple.connect(couple.endpoint(), couple.endpoint());
      Footprint before = Footprint.take();
      for (int i = 0; i < pairs; i++) {
        Ep active = couple.endpoint();
        Ep passive = couple.endpoint();
        couple.connect(active, passive);
        held.add(active);
        held.add(passive);
        progress.show("pairs", i + 1, pairs);
      }
      progress.clear();
      Footprint growth = Footprint.take().since(before);
      double heap = (double) growth.heap() / held.size();
      out.println(
          String.format(
              Locale.ROOT,
              "%s: %d connected pairs; per endpoint %.0f octets of heap (limit %d), %.0f of"
                  + " direct memory; threads %+d, handles %+d",
              ia,
              pairs,
              heap,
              mostHeap,
              (double) growth.direct() / held.size(),
              growth.threads(),
              growth.handles()));
      return heap <= mostHeap && growth.threads() <= 0;
    }
  }

  private boolean repeat(PrintWriter out, Progress progress) {
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
    out.println(
        String.format(
            Locale.ROOT,
            "%s: %d cycles of open, connect, disconnect, close; growth: heap %+d octets (noise up"
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
    try (Couple couple = new Couple(adapter)) {
      Ep active = couple.endpoint();
      couple.connect(active, couple.endpoint());
      couple.disconnect(active);
    }
  }
}
