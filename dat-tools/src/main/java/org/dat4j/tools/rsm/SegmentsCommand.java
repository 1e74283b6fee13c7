package org.dat4j.tools.rsm;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j rsm ls}: lists the live RSM export segments with owner, permissions and
 * importers.
 */
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the live export segments with their owner, permissions and importers.",
      "A segment without an id is not published."
    })
public final class SegmentsCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** For the command line. */
  public SegmentsCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    List<SegmentInfo> segments = Rsm.registry().segments();
    if (json) {
      out.println(Json.pretty(segments.stream().map(SegmentsCommand::map).toList()));
    } else {
      print(segments, out);
    }
    out.flush();
    return ExitCodes.OK;
  }

  private static void print(List<SegmentInfo> segments, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("node", "id", "controller", "bytes", "owner", "user", "permissions", "importers"));
    for (SegmentInfo each : segments) {
      rows.add(
          List.of(
              Integer.toString(each.nodeId()),
              id(each),
              each.controller(),
              Long.toString(each.length()),
              "pid " + each.ownerPid(),
              each.uid() + ":" + each.gid(),
              permissions(each),
              importers(each)));
    }
    TextTable.print(rows, out);
  }

  private static String id(SegmentInfo each) {
    return each.segmentId() == 0 ? "-" : "0x" + Integer.toHexString(each.segmentId());
  }

  private static String octal(int permissions) {
    return String.format(Locale.ROOT, "0%03o", permissions);
  }

  private static String permissions(SegmentInfo each) {
    return each.accessList().isEmpty()
        ? octal(each.mode())
        : each.accessList().stream()
            .map(e -> "node " + e.node() + " " + octal(e.permission()))
            .collect(Collectors.joining(", "));
  }

  private static String importers(SegmentInfo each) {
    return each.importers().isEmpty()
        ? "-"
        : each.importers().stream().map(p -> "pid " + p).collect(Collectors.joining(", "));
  }

  private static Map<String, Object> map(SegmentInfo each) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("node", each.nodeId());
    map.put("id", each.segmentId() == 0 ? null : id(each));
    map.put("controller", each.controller());
    map.put("length", each.length());
    map.put("ownerPid", each.ownerPid());
    map.put("uid", each.uid());
    map.put("gid", each.gid());
    map.put("permissions", permissions(each));
    map.put("importers", each.importers());
    return map;
  }
}
