package org.dat4j.rsm.dat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * Where the nodes are: a host and the first of the connection qualifiers of its processes. By a
 * file (setting {@code dat.nodes}) of lines {@code NODE HOST [QUALIFIER]}, where {@code #} begins a
 * comment; by a host name with {@code %d} for the node ({@code dat.dns}); or, without both, all on
 * the adapter's own machine. Host names are looked up when they are needed. Immutable.
 */
final class NodeTable {
  private static final int MAX_QUALIFIER = 0xffff;
  private static final int HOST_SHIFT = 32;

  private final Map<Integer, Spot> listed;
  private final String pattern;
  private final int port;
  private final int processes;

  /**
   * Where a node is.
   *
   * @param host name or address, null for the adapter's own machine
   * @param qualifier of its first process
   */
  record Spot(String host, long qualifier) {

    /** The address; {@code own} where no host is given. */
    InetAddress address(InetAddress own) throws UnknownHostException {
      return host == null ? own : InetAddress.getByName(host);
    }

    /** Whether it is on this machine. */
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

    /** A number that stands for the spot. */
    long hwAddress() {
      return (long) (host == null ? 0 : host.hashCode()) << HOST_SHIFT | qualifier;
    }
  }

  private NodeTable(Map<Integer, Spot> listed, String pattern, int port, int processes) {
    this.listed = listed;
    this.pattern = pattern;
    this.port = port;
    this.processes = processes;
  }

  static NodeTable of(RsmSettings settings, int port, int processes) {
    String file = settings.get("dat.nodes", null);
    String pattern = settings.get("dat.dns", null);
    if (file != null) {
      try {
        return parse(file, Files.readAllLines(Path.of(file)), port, processes);
      } catch (IOException e) {
        throw Config.bad("dat.nodes", file, "give a file that this user may read: " + e);
      }
    }
    if (pattern != null && !pattern.contains("%d")) {
      throw Config.bad("dat.dns", pattern, "give a host name with %d in place of the node");
    }
    return new NodeTable(null, pattern, port, processes);
  }

  /** Reads the lines of a file; the names of settings are those of its errors. */
  static NodeTable parse(String origin, List<String> lines, int port, int processes) {
    Map<Integer, Spot> table = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        String where = origin + ":" + (i + 1);
        String[] fields = line.split("\\s+");
        if (fields.length < 2 || fields.length > 3) {
          throw Config.bad("dat.nodes", where, "write NODE HOST [QUALIFIER]");
        }
        int node = number(where, fields[0], 0, RsmConstants.MAX_NODES);
        int qualifier =
            fields.length == 3 ? number(where, fields[2], 1, MAX_QUALIFIER - processes) : port;
        if (table.put(node, new Spot(fields[1], qualifier)) != null) {
          throw Config.bad("dat.nodes", where, "node " + node + " stands there twice");
        }
      }
    }
    return new NodeTable(table, null, port, processes);
  }

  private static int number(String where, String text, int least, int most) {
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notNumeric) {
      // Refused below, as a number out of range is.
    }
    throw Config.bad(
        "dat.nodes", where, "'" + text + "' is no number from " + least + " to " + most);
  }

  /** Where a node is, or null if there is none of that id. */
  Spot spot(int node) {
    if (node < 0 || node > RsmConstants.MAX_NODES) {
      return null;
    }
    if (listed != null) {
      return listed.get(node);
    }
    return pattern != null
        ? new Spot(pattern.replace("%d", Integer.toString(node)), port)
        : new Spot(null, port + (long) node * processes);
  }

  /** The nodes that the table names; empty where every id may be one. */
  Set<Integer> named() {
    return listed == null ? Set.of() : listed.keySet();
  }
}
