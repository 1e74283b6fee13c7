package org.dat4j.rsm.dat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;

/**
 * The connect of one RSM import over DAT: finds the exporting process, connects a data endpoint and
 * asks for the memory.
 */
final class ConnectOperation {
  private static final long CONNECT_MILLIS = 5000;

  private final LocalProcess process;
  private final Object where;
  private final int node;
  private final int segment;
  private final int perm;

  ConnectOperation(LocalProcess process, Object where, int node, int segment, int perm) {
    this.process = process;
    this.where = where + ".connectImportSegment";
    this.node = node;
    this.segment = segment;
    this.perm = perm;
  }

  /** An import that is connected and has its memory, and the length of its segment. */
  record Connected(DataPath path, long length) {}

  /**
   * Connects the import.
   *
   * @throws RsmException if the connect is refused or fails
   */
  Connected connect() {
    try {
      return tryConnect();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refusal(RsmReturn.INTERRUPTED, "thread", "interrupted", "connect again");
    } catch (DatException e) {
      throw DatRsmFailures.adapter(where, "data endpoint", e);
    } catch (OutOfMemoryError e) {
      throw DatRsmFailures.shortage(where, e);
    }
  }

  private Connected tryConnect() throws InterruptedException {
    // Connected peers are asked first, because of many connects most find the segment at such a
    // peer.
    List<ControlConnection> asked = process.connections().ready(node);
    Connected found = ask(asked);
    if (found != null) {
      return found;
    }
    List<ControlConnection> others = new ArrayList<>(process.connections().reach(node));
    boolean reached = !others.isEmpty();
    others.removeAll(asked);
    found = ask(others);
    if (found != null) {
      return found;
    }
    if (!reached) {
      throw refusal(RsmReturn.REMOTE_NODE_UNREACHABLE, "nodeId", node, unreachable());
    }
    throw refused(RsmReturn.SEG_NOT_PUBLISHED);
  }

  private String unreachable() {
    NodeTable.Entry entry = process.config().nodes().entry(node);
    if (entry == null) {
      return "the table of nodes does not have it: add it to the file of dat4j.rsm.dat.nodes";
    }
    try {
      entry.address(process.adapter().address());
      return "no process of this domain and secret runs there: start one with -Ddat4j.rsm.node="
          + node
          + ", or make dat4j.rsm.domain and dat4j.rsm.dat.secret alike at both";
    } catch (UnknownHostException unknown) {
      return "its host name \""
          + entry.host()
          + "\" is not known: correct the table of nodes or the name service, or connect again"
          + " when the name is there";
    }
  }

  private Connected ask(List<ControlConnection> connections) throws InterruptedException {
    for (ControlConnection connection : connections) {
      Message answer =
          connection.callInterruptibly(
              new Message.Connect(segment, perm), process.patienceMillis());
      if (answer instanceof Message.Connected connected
          && connected.status() != RsmReturn.SEG_NOT_PUBLISHED) {
        if (connected.status() != RsmReturn.SUCCESS) {
          throw refused(connected.status());
        }
        return new Connected(open(connection, connected.token()), connected.length());
      }
    }
    return null;
  }

  private DataPath open(ControlConnection connection, long token) throws InterruptedException {
    DataPath path = null;
    boolean open = false;
    boolean announced = false;
    // The time for the announcement. It stays 0 for an interrupted thread, and where the exporter
    // has granted nothing: the end of the connection suffices there.
    long patience = 0;
    try {
      path = new DataPath(process, connection, token);
      connection.imports().put(token, path);
      NodeTable.Entry entry = process.config().nodes().entry(node);
      InetAddress address = entry.address(process.adapter().address());
      // The memory is requested before the connection is established, which saves a round trip: the
      // answer comes after that, or when the exporter withdraws the segment.
      PendingRequest bind = granted(path);
      boolean asked =
          path.connect(address, entry.qualifier() + connection.slot(), CONNECT_MILLIS)
              && connection.startInterruptibly(
                  new Message.Bind(token), bind, process.patienceMillis());
      if (asked) {
        path.awaitConnection(CONNECT_MILLIS);
      }
      if (asked && !path.isOpen()) {
        connection.announceDisconnect(token, process.patienceMillis());
        announced = true;
      }
      Message answer = asked ? bind.await(process.patienceMillis(), true) : null;
      patience = asked ? process.patienceMillis() : 0;
      if (answer instanceof Message.Grant grant) {
        open = grant.status() == RsmReturn.SUCCESS;
        if (open) {
          return path;
        }
        if (grant.status() != RsmReturn.CONN_ABORTED) {
          throw refused(grant.status());
        }
      }
      throw refusal(
          RsmReturn.REMOTE_NODE_UNREACHABLE,
          "nodeId",
          node,
          "its process ended or cannot be reached: connect again");
    } catch (UnknownHostException e) {
      throw refusal(RsmReturn.REMOTE_NODE_UNREACHABLE, "nodeId", node, e.getMessage());
    } finally {
      if (!open) {
        if (path != null) {
          path.close();
        }
        if (!announced) {
          connection.announceDisconnect(token, patience);
        }
      }
    }
  }

  private static PendingRequest granted(DataPath path) {
    return new PendingRequest() {
      @Override
      void arrived(Message answer) {
        if (answer instanceof Message.Grant grant) {
          path.install(grant);
        }
      }
    };
  }

  private RsmException refused(int status) {
    String remedy =
        switch (status) {
          case RsmReturn.SEG_NOT_PUBLISHED ->
              "no process of node " + node + " publishes it: publish it there";
          case RsmReturn.SEG_NOT_PUBLISHED_TO_NODE ->
              "its access list does not have this node: the exporter's list has to name it";
          case RsmReturn.PERM_DENIED ->
              "its access list does not grant this to this user: ask for fewer rights";
          case RsmReturn.INTERRUPTED -> "it was withdrawn during the connect: connect again";
          default -> "node " + node + " said so";
        };
    return refusal(status, "segmentId", "0x" + Integer.toHexString(segment), remedy);
  }

  private RsmException refusal(int code, String what, Object value, String remedy) {
    return DatRsmFailures.of(code, where, what, value, remedy);
  }
}
