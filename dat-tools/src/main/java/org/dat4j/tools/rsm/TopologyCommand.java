package org.dat4j.tools.rsm;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.Rsm;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Tables;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dat4j rsm topology}. */
@Command(
    name = "topology",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the local node, its controllers and the controllers they reach.",
      "The loopback controller reaches the local node and is not listed."
    })
public final class TopologyCommand implements Callable<Integer> {
  private static final List<String> STATES = List.of("0", "down", "up", "active", "going down");

  @Spec private CommandSpec command;

  /** For the command line. */
  public TopologyCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    InterconnectTopology topology = Rsm.getInterconnectTopology();
    out.println("local node " + topology.localNodeId());
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("controller", "remote node", "remote controller", "state"));
    for (Connections each : topology.controllers()) {
      if (each.remotes().isEmpty()) {
        rows.add(List.of(each.controllerName(), "-", "-", "-"));
      }
      for (RemoteController remote : each.remotes()) {
        int state = remote.state();
        rows.add(
            List.of(
                each.controllerName(),
                Integer.toString(remote.nodeId()),
                remote.controllerName(),
                state >= 0 && state < STATES.size() ? STATES.get(state) : "state " + state));
      }
    }
    Tables.print(rows, out);
    out.flush();
    return ExitCodes.OK;
  }
}
