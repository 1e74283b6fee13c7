package org.dat4j.tools.rsm;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.PlacementLine;
import org.dat4j.tools.cli.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j rsm perf}: measures how fast an RSM controller puts, gets, transfers
 * vectors and signals.
 */
@Command(
    name = "perf",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures transfers, vectors and signals over a controller, and the exchange of a flag with"
          + " a second process, if two can be on one node.",
      "Over shared memory and over TCP figures have limits: a time, or a ratio to the same without"
          + " RSM, which is measured in turns; over DAT that is the RDMA Write a put consists of."
          + " Figures are medians of all turns; limits are meant for a machine that does nothing"
          + " else.",
      "The column 'same without' has the time of the same work without RSM, and 'ratio' compares"
          + " the two. 'at most' is the limit, of the ratio or the time, and 'holds' tells whether"
          + " it is kept; '-' where there is none. 'allocated' counts bytes of an operation."
    },
    footer = {"", "Example:", "  dat4j rsm perf shm0"})
public final class RsmPerfCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "CONTROLLER",
      defaultValue = "loopback",
      description = "loopback, or a name that dat4j rsm topology prints. Default: loopback.")
  private String name;

  @Option(
      names = "--turns",
      paramLabel = "N",
      defaultValue = "21",
      description = "Turns, each some milliseconds long. Default: 21.")
  private int turns;

  @Option(
      names = "--warm-up",
      paramLabel = "MILLIS",
      defaultValue = "600",
      description = "How long each operation and each limit runs before its turns. Default: 600.")
  private int warmUp;

  @Option(names = "--json", description = "Print JSON, with times in nanoseconds.")
  private boolean json;

  /** For the command line. */
  public RsmPerfCommand() {}

  @Override
  public Integer call() throws Exception {
    PrintWriter out = command.commandLine().getOut();
    List<TimedOperation.Result> results = new ArrayList<>();
    String adapter = Rsm.registry().getAdapter(name);
    try (RsmController controller = Rsm.getController(name)) {
      boolean shared = FlagExchange.isShared(controller);
      try (BareRdmaWrites below =
              adapter == null ? null : new BareRdmaWrites(adapter, LocalTimings.LENGTH);
          LocalTimings local = new LocalTimings(controller)) {
        for (TimedOperation operation : local.operations(shared, below)) {
          results.add(operation.measure(turns, warmUp));
        }
      }
      try (WakeUpTiming wakeUp = new WakeUpTiming(controller)) {
        results.add(wakeUp.operation(shared).measure(turns, warmUp));
      }
      if (Rsm.registry().getHosting(name).shared()) {
        try (FlagExchange exchange = new FlagExchange(controller)) {
          for (TimedOperation operation : exchange.operations()) {
            results.add(operation.measure(turns, warmUp));
          }
        }
      }
    }
    String where =
        PlacementLine.line(
            name,
            "one thread, exchanges with a second JVM of this machine",
            "not pinned, " + Runtime.getRuntime().availableProcessors() + " processors");
    if (json) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("controller", name);
      map.put("where", where);
      map.put("operations", results.stream().map(TimedOperation.Result::map).toList());
      out.println(Json.pretty(map));
    } else {
      List<List<String>> rows = new ArrayList<>(List.of(TimedOperation.Result.HEADINGS));
      results.forEach(result -> rows.add(result.row()));
      out.println(where);
      TextTable.print(rows, out);
    }
    out.flush();
    return ExitCodes.OK;
  }

  /** Formats nanoseconds for people. */
  static String time(double nanos) {
    return nanos < 1000
        ? String.format(Locale.ROOT, "%.1f ns", nanos)
        : String.format(Locale.ROOT, "%.2f us", nanos / 1000);
  }
}
