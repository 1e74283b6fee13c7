package org.dat4j.tools.rsm;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.Rsm;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j rsm topology}: lists the RSM controllers of this node and those that
 * they reach.
 */
@Command(
    name = "topology",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the local node, its controllers and the controllers they reach.",
      "The loopback controller reaches the local node only: it is named below the table, and is no"
          + " part of the JSON."
    })
public final class TopologyCommand implements Callable<Integer> {
  private static final List<String> STATES = List.of("0", "down", "up", "active", "going down");

  @Spec private CommandSpec command;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** For the command line. */
  public TopologyCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    InterconnectTopology topology = Rsm.getInterconnectTopology();
    if (json) {
      out.println(Json.pretty(map(topology)));
    } else {
      print(topology, out);
    }
    out.flush();
    return ExitCodes.OK;
  }

  private static Map<String, Object> map(InterconnectTopology topology) {
    List<Object> controllers = new ArrayList<>();
    for (Connections each : topology.controllers()) {
      List<Object> remotes = new ArrayList<>();
      for (RemoteController remote : each.remotes()) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("node", remote.nodeId());
        entry.put("controller", remote.controllerName());
        entry.put("state", state(remote));
        remotes.add(entry);
      }
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("controller", each.controllerName());
      entry.put("remotes", remotes);
      controllers.add(entry);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("local_node", topology.localNodeId());
    map.put("controllers", controllers);
    return map;
  }

  private static String state(RemoteController remote) {
    int state = remote.state();
    return state >= 0 && state < STATES.size() ? STATES.get(state) : "state " + state;
  }

  private static void print(InterconnectTopology topology, PrintWriter out) {
    out.println("local node " + topology.localNodeId());
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("controller", "remote node", "remote controller", "state"));
    for (Connections each : topology.controllers()) {
      if (each.remotes().isEmpty()) {
        rows.add(List.of(each.controllerName(), "-", "-", "-"));
      }
      for (RemoteController remote : each.remotes()) {
        rows.add(
            List.of(
                each.controllerName(),
                Integer.toString(remote.nodeId()),
                remote.controllerName(),
                state(remote)));
      }
    }
    TextTable.print(rows, out);
    if (Rsm.registry().isServed("loopback")) {
      out.println("and loopback, which reaches the local node only");
    }
  }
}
