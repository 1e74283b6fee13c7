package org.dat4j.tools.rsm;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmExplanation;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code dat4j rsm attrs}: prints the attributes of an RSM controller. */
@Command(
    name = "attrs",
    mixinStandardHelpOptions = true,
    description = "Prints the attributes of a controller.")
public final class AttrsCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "CONTROLLER",
      defaultValue = "loopback",
      description = "loopback, or a name that dat4j rsm topology prints. Default: loopback.")
  private String name;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** For the command line. */
  public AttrsCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    try (RsmController controller = Rsm.getController(name)) {
      ControllerAttr attr = controller.getAttr();
      List<List<String>> rows =
          List.of(
              List.of("attribute", "value"),
              List.of("provider", provider(name)),
              List.of("direct access sizes", sizes(attr.directAccessSizes())),
              List.of("atomic sizes", sizes(attr.atomicSizes())),
              List.of("page size", Long.toString(attr.pageSize())),
              List.of("max export segment size", limit(attr.maxExportSegmentSize())),
              List.of("total export segment size", limit(attr.totExportSegmentSize())),
              List.of("max export segments", limit(attr.maxExportSegments())),
              List.of("max import map size", limit(attr.maxImportMapSize())),
              List.of("total import map size", limit(attr.totImportMapSize())),
              List.of("max import segments", limit(attr.maxImportSegments())));
      if (json) {
        Map<String, Object> map = new LinkedHashMap<>();
        rows.stream().skip(1).forEach(row -> map.put(row.get(0).replace(' ', '_'), row.get(1)));
        out.println(Json.pretty(map));
      } else {
        TextTable.print(rows, out);
      }
    }
    out.flush();
    return ExitCodes.OK;
  }

  private static String provider(String name) {
    return Rsm.registry()
        .explain(name)
        .choice()
        .map(RsmExplanation.Candidate::provider)
        .orElse("not known");
  }

  private static String limit(long value) {
    return value == Long.MAX_VALUE ? "no limit" : Long.toString(value);
  }

  private static String sizes(int bits) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 4; bit++) {
      if ((bits >> bit & 1) != 0) {
        text.append(text.length() == 0 ? "" : " ").append(8 << bit);
      }
    }
    return text.length() == 0 ? "none" : text + " bits";
  }
}
