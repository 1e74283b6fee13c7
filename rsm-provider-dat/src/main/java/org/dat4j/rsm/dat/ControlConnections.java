package org.dat4j.rsm.dat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Qos;

/**
 * The table of the control connections of this process to other processes of RSM over DAT. Those
 * that this process made are found by node and slot.
 */
final class ControlConnections {
  private static final long CONNECT_MILLIS = 3000;

  private final LocalProcess process;
  private final Map<Long, ControlConnection> made = new HashMap<>();
  private final Set<ControlConnection> all = ConcurrentHashMap.newKeySet();

  ControlConnections(LocalProcess process) {
    this.process = process;
  }

  private static long key(int node, int slot) {
    return (long) node << Integer.SIZE | slot;
  }

  /** Adds a connection that a peer has made. */
  void add(ControlConnection connection) {
    all.add(connection);
  }

  int count() {
    return all.size();
  }

  /**
   * Counts the connections of peers, of one address or of all, that have not introduced themselves.
   */
  long strangers(InetAddress from) {
    return all.stream()
        .filter(connection -> !connection.client() && !connection.ready())
        .filter(connection -> from == null || from.equals(connection.from()))
        .count();
  }

  void forget(ControlConnection connection) {
    all.remove(connection);
    synchronized (made) {
      made.remove(key(connection.peerNode(), connection.slot()), connection);
    }
  }

  /**
   * Waits until the peers know of the disconnected imports; otherwise the end of a connection would
   * count as a death.
   */
  void awaitDisconnects(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (ControlConnection connection : all) {
      connection.awaitDisconnects(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }
  }

  void close() {
    all.forEach(ControlConnection::end);
  }

  /** Returns the nodes of which a process is connected now. */
  Set<Integer> reachedNodes() {
    return all.stream()
        .filter(connection -> connection.client() && connection.ready())
        .map(ControlConnection::peerNode)
        .collect(Collectors.toSet());
  }

  /** Returns the connections to processes of a node that are usable now. */
  List<ControlConnection> ready(int node) {
    List<ControlConnection> found = new ArrayList<>();
    synchronized (made) {
      for (int slot = 0; slot < process.config().processes(); slot++) {
        ControlConnection connection = made.get(key(node, slot));
        if (connection != null && connection.ready()) {
          found.add(connection);
        }
      }
    }
    return found;
  }

  /**
   * Connects to all processes of a node.
   *
   * @return those that run; empty also where there is no such node
   * @throws InterruptedException if the thread is interrupted meanwhile
   */
  List<ControlConnection> reach(int node) throws InterruptedException {
    return reach(node, LocalProcess.NO_SLOT);
  }

  /** Connects to all processes of a node but that of one slot. */
  List<ControlConnection> reach(int node, int except) throws InterruptedException {
    NodeTable.Entry entry = process.config().nodes().entry(node);
    if (entry == null) {
      return List.of();
    }
    InetAddress address;
    try {
      address = entry.address(process.adapter().address());
    } catch (UnknownHostException unknown) {
      if (node != process.config().node()) {
        return List.of();
      }
      // Processes of the own node are on this machine, whatever host name it has.
      address = process.adapter().address();
    }
    List<ControlConnection> tried = new ArrayList<>();
    for (int slot = 0; slot < process.config().processes(); slot++) {
      ControlConnection connection =
          slot == except ? null : dial(node, slot, address, entry.qualifier() + slot);
      if (connection != null) {
        tried.add(connection);
      }
    }
    List<ControlConnection> found = new ArrayList<>();
    // The time limit is for all of them together, as several may not answer.
    long end =
        System.nanoTime()
            + TimeUnit.MILLISECONDS.toNanos(CONNECT_MILLIS + process.patienceMillis());
    for (ControlConnection connection : tried) {
      if (connection.awaitReady(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()))) {
        found.add(connection);
      }
    }
    for (ControlConnection connection : tried) {
      if (found.isEmpty() && connection.shortage() != null) {
        throw connection.shortage();
      }
    }
    return found;
  }

  private ControlConnection dial(int node, int slot, InetAddress address, long qualifier) {
    ControlConnection connection;
    boolean connecting = false;
    synchronized (made) {
      connection = made.get(key(node, slot));
      if (connection != null && !connection.hasEnded()) {
        return connection;
      }
      // One that has ended stays in the table until its thread has freed it. The new one takes its
      // place.
      connection = null;
      byte[] greeting = process.connectRequest();
      try {
        connection = new ControlConnection(process, node, slot, greeting);
        process.register(connection.ep(), connection);
        made.put(key(node, slot), connection);
        all.add(connection);
        connection
            .ep()
            .connect(
                address,
                qualifier,
                TimeUnit.MILLISECONDS.toMicros(CONNECT_MILLIS),
                greeting,
                Qos.BEST_EFFORT,
                ConnectFlags.DEFAULT);
        connecting = true;
        return connection;
      } catch (DatException refused) {
        if (connection == null || refused.type() == DatReturn.INSUFFICIENT_RESOURCES) {
          throw refused;
        }
      } catch (OutOfMemoryError shortage) {
        throw DatRsmFailures.shortage(
            connection == null ? "control connection" : connection, shortage);
      } finally {
        if (connection != null && !connecting) {
          connection.end();
        }
      }
    }
    return null;
  }
}
