package org.dat4j.rsm.dat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.spi.RsmSetting;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * The table of the nodes of RSM over DAT: for each a host and the first connection qualifier of its
 * processes. Setting {@code dat.nodes} names a file of lines {@code NODE HOST [QUALIFIER]}, where
 * {@code #} begins a comment. Setting {@code dat.dns} is a host name with {@code %d} for the node.
 * Without both, all nodes are on the adapter's own machine. Host names are looked up when they are
 * needed. Immutable.
 */
final class NodeTable {
  /** The setting of the file of the table. */
  static final RsmSetting FILE =
      RsmSetting.text("dat.nodes", "a file", "file with the table of nodes");

  /** The setting of the pattern of host names. */
  static final RsmSetting DNS =
      RsmSetting.text("dat.dns", "a host name with %d", "host name with %d for the node");

  private static final int MAX_QUALIFIER = 0xffff;
  private static final int HOST_SHIFT = 32;

  private final String origin;
  private final Map<Integer, Entry> listed;
  private final String pattern;
  private final int port;
  private final int processes;

  /**
   * The address of a node.
   *
   * @param host name or address, null for the adapter's own machine
   * @param qualifier connection qualifier of its first process
   */
  record Entry(String host, long qualifier) {

    /** Returns the address of the host; {@code own} where no host is given. */
    InetAddress address(InetAddress own) throws UnknownHostException {
      return host == null ? own : InetAddress.getByName(host);
    }

    /** Tells whether the node is on this machine. */
    boolean isLocal() {
      try {
        InetAddress address = host == null ? null : InetAddress.getByName(host);
        return address == null
            || address.isLoopbackAddress()
            || NetworkInterface.getByInetAddress(address) != null;
      } catch (UnknownHostException | SocketException unknown) {
        return false;
      }
    }

    /** Computes a number that stands for the entry as a hardware address. */
    long hwAddress() {
      return (long) (host == null ? 0 : host.hashCode()) << HOST_SHIFT | qualifier;
    }
  }

  private NodeTable(
      String origin, Map<Integer, Entry> listed, String pattern, int port, int processes) {
    this.origin = origin;
    this.listed = listed;
    this.pattern = pattern;
    this.port = port;
    this.processes = processes;
  }

  static NodeTable of(RsmSettings settings, int port, int processes) {
    String file = settings.text(FILE);
    String pattern = settings.text(DNS);
    if (!file.isEmpty()) {
      return parse(file, TextFile.read(FILE.key(), file).lines().toList(), port, processes);
    }
    if (!pattern.isEmpty() && !pattern.contains("%d")) {
      throw RsmSettings.refusal(
          DNS.key(), pattern, "give a host name with %d in place of the node");
    }
    return new NodeTable(null, null, pattern, port, processes);
  }

  /** Parses the lines of a file; the origin is named in exceptions. */
  static NodeTable parse(String origin, List<String> lines, int port, int processes) {
    Map<Integer, Entry> table = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        String where = origin + ":" + (i + 1);
        TextFile.checkVisible(FILE.key(), where, line);
        String[] fields = line.split("\\s+");
        if (fields.length < 2 || fields.length > 3) {
          throw RsmSettings.refusal(
              FILE.key(), where, "write NODE HOST [QUALIFIER], where HOST is a name or an address");
        }
        int node = number(where, fields[0], 0, RsmConstants.MAX_NODES);
        int qualifier =
            fields.length == 3 ? number(where, fields[2], 1, MAX_QUALIFIER - processes) : port;
        if (table.put(node, new Entry(fields[1], qualifier)) != null) {
          throw RsmSettings.refusal(FILE.key(), where, "node " + node + " stands there twice");
        }
      }
    }
    return new NodeTable(origin, table, null, port, processes);
  }

  private static int number(String where, String text, int least, int most) {
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notNumeric) {
      // A text that is no number is refused below, like a number out of range.
    }
    throw RsmSettings.refusal(
        FILE.key(), where, "'" + text + "' is no number from " + least + " to " + most);
  }

  /** Returns the address of a node, or null for an unknown id. */
  Entry entry(int node) {
    if (node < 0 || node > RsmConstants.MAX_NODES) {
      return null;
    }
    if (listed != null) {
      return listed.get(node);
    }
    return !pattern.isEmpty()
        ? new Entry(pattern.replace("%d", Integer.toString(node)), port)
        : new Entry(null, port + (long) node * processes);
  }

  /** Says what to do when a node is not in the table. */
  String remedy(int node) {
    return "the table of nodes "
        + origin
        + " has no line for node "
        + node
        + ": add one, or set dat4j.rsm.node to one of "
        + named();
  }

  /** Returns the nodes that the table names; empty where every id may be a node. */
  Set<Integer> named() {
    return listed == null ? Set.of() : listed.keySet();
  }
}
