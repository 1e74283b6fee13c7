package org.dat4j.tools.perf;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.spi.Suggestions;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ContractChoice;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.HostPort;
import org.dat4j.tools.cli.InterruptHandler;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.PlacementLine;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.perf.exchange.CorruptDataException;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.StopSignal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j perf}: moves data over an adapter, checks it, and compares the time with
 * a baseline without DAT.
 */
@Command(
    name = "perf",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Moves data over an adapter, checks all of it, and compares the time with what this machine"
          + " can do at best.",
      "",
      "Both sides run by themselves: two JVMs, or two threads where adapters work within one"
          + " process. To start the sides yourself, as on two machines, give one --listen and the"
          + " other --connect.",
      "",
      "Latency of send is half a round trip: write the message, take both completions, check what"
          + " came back, post the receive again. Latency of write and read is from the post to the"
          + " completion. With a window above 1 a stream is measured instead.",
      "",
      "The baseline is measured in turns with the operation, by the same threads or processes, in"
          + " 11 blocks each; a block whose baseline was disturbed is repeated. The ratio is the"
          + " median over the blocks: 1.0 is the baseline, 2.0 takes twice as long. Only figures of"
          + " an otherwise idle machine mean anything."
    },
    footer = {
      "",
      "Exit status: 0 done, 1 a failure or no result, 2 a wrong command line, 130 interrupted.",
      "",
      "Examples:",
      "  dat4j perf loopback0",
      "  dat4j perf tcp0 --op write --size 64,65536,1048576",
      "  dat4j perf tcp0 --window 256 --json",
      "  dat4j perf tcp0 --wait await --pin two"
    })
public final class PerfCommand implements Callable<Integer> {

  private static final int DEFAULT_SIZE = 64;

  @Spec private CommandSpec command;

  @Parameters(paramLabel = "IA", description = "Name of the adapter, see dat4j info.")
  private String ia;

  @Option(names = "--op", paramLabel = "OP", description = "send, write or read. Default: send.")
  private String op;

  @Option(
      names = "--size",
      split = ",",
      paramLabel = "N",
      description = "Bytes of payload, one or more numbers. Default: 64.")
  private List<Integer> sizes;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Operations over all blocks. Default: what about a second allows.")
  private Long iterations;

  @Option(
      names = "--window",
      paramLabel = "N",
      description = "Operations in flight; above 1 measures a stream. Default: 1.")
  private Integer window;

  @Option(
      names = "--wait",
      paramLabel = "HOW",
      description = "poll (dequeue in a loop) or await (wait for events). Default: poll.")
  private String wait;

  @Option(
      names = "--pin",
      paramLabel = "HOW",
      description =
          "two (each JVM on a processor of its own), one (both on the same) or none. Uses taskset"
              + " of Linux. Default: none.")
  private String pin;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Serve one run of another machine and print its results.")
  private String listen;

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      description = "Measure against the machine that listens there.")
  private String connect;

  @Option(
      names = "--histogram",
      paramLabel = "FILE",
      description = "Write the distribution of latencies.")
  private Path histogram;

  @Option(
      names = "--json",
      description = "Print results as JSON, where the baseline is called limit.")
  private boolean json;

  private final Provider<DatRegistry> registry;

  /** The processors on which the JVMs run, for the line above the figures. */
  private String where;

  /**
   * For the command line.
   *
   * @param registry what names the backend
   */
  @Inject
  public PerfCommand(Provider<DatRegistry> registry) {
    this.registry = registry;
  }

  @Override
  public Integer call() {
    TimeFactor.value();
    PerfRequest request = request();
    ContractChoice.demandAdapter(ia);
    pin(request.processors());
    HostPort listenAt = listen == null ? null : HostPort.parse("--listen", listen);
    HostPort connectTo = connect == null ? null : HostPort.parse("--connect", connect);
    boolean inOneJvm = isWithinOneProcess();
    if (inOneJvm && (listen != null || connect != null)) {
      throw new CommandUsageException(
          ia
              + " works within one process: drop "
              + (listen == null ? "--connect" : "--listen")
              + " or use another adapter");
    }
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    StopSignal stop = new StopSignal();
    List<Map<String, Object>> results = new ArrayList<>();
    ProgressBar progress = ProgressBar.on(err);
    PerfRun run =
        new PerfRun(
            request, stop, progress, results::add, text -> err.println("dat4j perf: " + text));
    InterruptHandler interrupts = new InterruptHandler(stop::cancel);
    try {
      boolean good = true;
      if (listenAt != null) {
        err.println("dat4j perf: listening on " + listen + " ...");
        err.flush();
      }
      try {
        if (listenAt != null) {
          run.listen(listenAt);
        } else if (connectTo != null) {
          good = run.connect(connectTo);
        } else {
          good = inOneJvm ? run.inOneJvm() : run.inTwoJvms();
        }
      } catch (CorruptDataException e) {
        throw e;
      } catch (RuntimeException e) {
        // A failure while both sides are being stopped is expected.
        if (!stop.cancelled()) {
          throw e;
        }
        if (results.isEmpty()) {
          err.println("dat4j perf: interrupted before there was a result");
        }
      } finally {
        print(results, inOneJvm, out);
      }
      if (stop.cancelled()) {
        return ExitCodes.INTERRUPTED;
      }
      return good ? ExitCodes.OK : ExitCodes.FAILURE;
    } finally {
      interrupts.done();
    }
  }

  private void print(List<Map<String, Object>> results, boolean inOneJvm, PrintWriter out) {
    if (json) {
      out.println(Json.pretty(results));
    } else if (!results.isEmpty()) {
      out.println(placement(inOneJvm));
      PerfReport.table(results, out);
    }
    out.flush();
  }

  private String placement(boolean inOneJvm) {
    String sides =
        listen != null || connect != null
            ? "two processes started apart"
            : inOneJvm ? "two threads of one JVM" : "two JVMs of this machine";
    return PlacementLine.line(ia, sides, where);
  }

  /** Binds the JVM, before other code asks for the number of processors. */
  private void pin(List<Integer> processors) {
    int own = Runtime.getRuntime().availableProcessors();
    where = "not pinned, " + own + (own == 1 ? " processor" : " processors");
    if (!processors.isEmpty()) {
      CpuPinning.bind(processors.get(0));
      where =
          processors.get(0).equals(processors.get(1))
              ? "both pinned to processor " + processors.get(0)
              : "pinned to processors " + processors.get(0) + " and " + processors.get(1);
    }
  }

  /** Whether adapters of two processes cannot connect: both sides are threads of this one then. */
  private boolean isWithinOneProcess() {
    Candidate chosen = registry.get().explain(ia).chosen();
    return chosen != null && !registry.get().reachesOtherProcesses(ia);
  }

  private PerfRequest request() {
    if (listen != null && connect != null) {
      throw new CommandUsageException(
          "--listen and --connect: give one, the other is for the other side");
    }
    if (listen != null) {
      refuseWithListen();
    }
    Operation chosen = op == null ? Operation.SEND : oneOf("--op", op, Operation.values());
    Wait how = wait == null ? Wait.POLL : oneOf("--wait", wait, Wait.values());
    List<Integer> bytes = sizes == null ? List.of(DEFAULT_SIZE) : List.copyOf(sizes);
    for (int size : bytes) {
      atLeastOne("--size", size);
    }
    if (iterations != null) {
      atLeastOne("--iterations", iterations);
    }
    int inFlight = window == null ? 1 : window;
    atLeastOne("--window", inFlight);
    return new PerfRequest(
        ia,
        chosen,
        bytes,
        iterations == null ? 0 : iterations,
        inFlight,
        how == Wait.POLL,
        processors(),
        histogram);
  }

  private List<Integer> processors() {
    CpuPinning how = pin == null ? CpuPinning.NONE : oneOf("--pin", pin, CpuPinning.values());
    if (how != CpuPinning.NONE && connect != null) {
      throw new CommandUsageException("--pin with --connect: bind each side with taskset instead");
    }
    if (how != CpuPinning.NONE && isWithinOneProcess()) {
      throw new CommandUsageException("--pin: both sides of " + ia + " are threads of one JVM");
    }
    return how.processors();
  }

  private enum Wait {
    POLL,
    AWAIT
  }

  private void refuseWithListen() {
    Map<String, Object> others = new LinkedHashMap<>();
    others.put("--op", op);
    others.put("--size", sizes);
    others.put("--iterations", iterations);
    others.put("--window", window);
    others.put("--wait", wait);
    others.put("--pin", pin);
    others.put("--histogram", histogram);
    others.forEach(
        (option, value) -> {
          if (value != null) {
            throw new CommandUsageException(
                option + " with --listen: what is measured is decided by the side that connects");
          }
        });
  }

  private static void atLeastOne(String option, long value) {
    if (value < 1) {
      throw new CommandUsageException(option + " is " + value + ": give 1 or more");
    }
  }

  private static <E extends Enum<E>> E oneOf(String option, String text, E[] values) {
    List<String> known = Arrays.stream(values).map(v -> v.name().toLowerCase(Locale.ROOT)).toList();
    int index = known.indexOf(text);
    if (index >= 0) {
      return values[index];
    }
    String meant =
        Suggestions.of(text, known).stream()
            .findFirst()
            .map(k -> ", did you mean '" + k + "'?")
            .orElse("");
    throw new CommandUsageException(option + " is '" + text + "': give one of " + known + meant);
  }
}
