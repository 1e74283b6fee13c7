package org.dat4j.rsm;

import java.util.List;

/**
 * A snapshot of this node's RSM controllers and of the remote controllers that each of them reaches
 * ({@code rsm_topology_t}). Immutable; stays readable whatever happens to others.
 *
 * @param localNodeId node id of this process
 * @param controllers the local controllers but loopback, possibly none
 */
public record InterconnectTopology(int localNodeId, List<Connections> controllers) {

  /**
   * Copies the list.
   *
   * @param localNodeId node id of this process
   * @param controllers the local controllers
   */
  public InterconnectTopology {
    controllers = List.copyOf(controllers);
  }

  /**
   * A local controller and the remote controllers that it reaches ({@code rsm_connections_t}).
   *
   * @param controllerName name that {@link Rsm#getController} accepts
   * @param localHwAddress its hardware address
   * @param remotes the controllers it knows on other nodes
   */
  public record Connections(
      String controllerName, long localHwAddress, List<RemoteController> remotes) {

    /**
     * Copies the list.
     *
     * @param controllerName its name
     * @param localHwAddress its hardware address
     * @param remotes the remote controllers
     */
    public Connections {
      remotes = List.copyOf(remotes);
    }
  }

  /**
   * A controller on another node ({@code rsm_remote_cntlr_t}).
   *
   * @param nodeId its node
   * @param controllerName its name there
   * @param hwAddress its hardware address
   * @param state 1 down, 2 up, 3 active, 4 going down
   */
  public record RemoteController(int nodeId, String controllerName, long hwAddress, int state) {}
}
