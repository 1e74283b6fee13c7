package org.dat4j.rsm;

import java.util.List;

/**
 * A provider's declaration about one RSM controller: which nodes the processes of one machine can
 * be, and whether aborts and lost importers are reported. Not part of the contract: simulators and
 * the conformance suite ask for it, and what is not declared here has to be refused. Immutable.
 *
 * @param nodes ids besides the own node's that registries of this process may take, with the
 *     setting {@code node}; such nodes reach each other and the own one. In order of preference;
 *     one that only offers few should name three, empty if the process is one node for good
 * @param shared whether several processes of a machine may be the same node; if not, the second to
 *     get the controller is refused or has nothing to do with the first
 * @param remote whether nodes of other processes of the machine are reached
 * @param notices whether imports tell of their abort, and export segments of their importers:
 *     {@link ImportSegment#awaitOrAborted}, {@link ImportSegment#aborted}, {@link
 *     Rsm#awaitPollfdOrAborted}, {@link ExportSegment#importers} and {@link
 *     ExportSegment#onImporterLost}. If not, they answer RSMERR_UNSUPPORTED_OPERATION
 * @param users whether processes of other users of the operating system take part, so that the
 *     permissions of an access list decide about them; if not, they find no segment
 */
public record Hosting(
    List<Integer> nodes, boolean shared, boolean remote, boolean notices, boolean users) {

  /**
   * Copies the list.
   *
   * @param nodes ids besides the own node's that registries of this process may take
   * @param shared whether several processes may be the same node
   * @param remote whether nodes of other processes are reached
   * @param notices whether imports tell of their abort, and export segments of their importers
   * @param users whether processes of other users take part
   * @since 0.2
   */
  public Hosting {
    nodes = List.copyOf(nodes);
  }

  /**
   * Declares that processes of other users take part wherever other processes do.
   *
   * @param nodes ids besides the own node's that registries of this process may take
   * @param shared whether several processes may be the same node
   * @param remote whether nodes of other processes are reached
   * @param notices whether imports tell of their abort, and export segments of their importers
   */
  public Hosting(List<Integer> nodes, boolean shared, boolean remote, boolean notices) {
    this(nodes, shared, remote, notices, shared || remote);
  }

  /**
   * Declares no notices, and that processes of other users take part wherever other processes do.
   *
   * @param nodes ids besides the own node's that registries of this process may take
   * @param shared whether several processes may be the same node
   * @param remote whether nodes of other processes are reached
   */
  public Hosting(List<Integer> nodes, boolean shared, boolean remote) {
    this(nodes, shared, remote, false);
  }
}
