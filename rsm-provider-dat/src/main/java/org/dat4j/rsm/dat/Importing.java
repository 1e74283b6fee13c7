package org.dat4j.rsm.dat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** How a process imports: finds the exporter, connects, and serves what exporters ask. */
final class Importing {
  private static final long CONNECT_MILLIS = 5000;

  private final Engine engine;
  private final Object where;
  private final int node;
  private final int segment;
  private final int perm;

  Importing(Engine engine, Object where, int node, int segment, int perm) {
    this.engine = engine;
    this.where = where + ".connectImportSegment";
    this.node = node;
    this.segment = segment;
    this.perm = perm;
  }

  /** An import that is connected and has its memory, and the length of its segment. */
  record Connected(DataPath path, long length) {}

  /**
   * Connects.
   *
   * @throws RsmException why not
   */
  Connected connect() {
    try {
      return tryConnect();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refusal(RsmReturn.INTERRUPTED, "thread", "interrupted", "connect again");
    } catch (DatException e) {
      throw Failures.adapter(where, "data endpoint", e);
    }
  }

  private Connected tryConnect() throws InterruptedException {
    // Whoever is connected already is asked first: of many connects, most find the segment there.
    List<Link> asked = engine.links().ready(node);
    Connected found = ask(asked);
    if (found != null) {
      return found;
    }
    List<Link> others = new ArrayList<>(engine.links().reach(node));
    boolean reached = !others.isEmpty();
    others.removeAll(asked);
    found = ask(others);
    if (found != null) {
      return found;
    }
    if (!reached) {
      throw refusal(
          RsmReturn.REMOTE_NODE_UNREACHABLE,
          "nodeId",
          node,
          engine.config().nodes().spot(node) == null
              ? "the table of nodes does not have it"
              : "no process of this domain and secret runs there");
    }
    throw refused(RsmReturn.SEG_NOT_PUBLISHED);
  }

  private Connected ask(List<Link> links) throws InterruptedException {
    for (Link link : links) {
      Message answer =
          link.callInterruptibly(new Message.Connect(segment, perm), engine.patienceMillis());
      if (answer instanceof Message.Connected connected
          && connected.status() != RsmReturn.SEG_NOT_PUBLISHED) {
        if (connected.status() != RsmReturn.SUCCESS) {
          throw refused(connected.status());
        }
        return new Connected(open(link, connected.token()), connected.length());
      }
    }
    return null;
  }

  private DataPath open(Link link, long token) throws InterruptedException {
    DataPath path = null;
    boolean open = false;
    try {
      path = new DataPath(engine, link, token);
      link.imports().put(token, path);
      NodeTable.Spot spot = engine.config().nodes().spot(node);
      InetAddress address = spot.address(engine.adapter().address());
      // Asked for before the connection stands, which saves an exchange: it is answered after that,
      // or when the exporter withdraws the segment.
      Call bind = granted(path);
      boolean asked =
          path.connect(address, spot.qualifier() + link.slot(), CONNECT_MILLIS)
              && link.start(new Message.Bind(token), bind);
      if (asked) {
        path.awaitConnection(CONNECT_MILLIS);
      }
      if (asked && !path.isOpen()) {
        link.start(new Message.Disconnect(token));
      }
      Message answer = asked ? bind.await(engine.patienceMillis(), true) : null;
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
          "its process ended or cannot be reached");
    } catch (UnknownHostException e) {
      throw refusal(RsmReturn.REMOTE_NODE_UNREACHABLE, "nodeId", node, e.getMessage());
    } finally {
      if (!open) {
        if (path != null) {
          path.close();
        }
        link.start(new Message.Disconnect(token));
      }
    }
  }

  private static Call granted(DataPath path) {
    return new Call() {
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
          case RsmReturn.SEG_NOT_PUBLISHED -> "no process of node " + node + " publishes it";
          case RsmReturn.SEG_NOT_PUBLISHED_TO_NODE -> "its access list does not have this node";
          case RsmReturn.PERM_DENIED -> "its access list does not grant this to this user";
          case RsmReturn.INTERRUPTED -> "it was withdrawn during the connect";
          default -> "node " + node + " said so";
        };
    return refusal(status, "segmentId", "0x" + Integer.toHexString(segment), remedy);
  }

  private RsmException refusal(int code, String what, Object value, String remedy) {
    return Failures.of(code, where, what, value, remedy);
  }

  /** Serves a request of an exporting process. */
  static void serve(Engine engine, Link link, int request, Message message)
      throws MalformedException {
    if (message instanceof Message.Signal m) {
      DataPath path = link.imports().get(m.token());
      if (path != null) {
        path.signals().post(m.drop());
      }
      link.reply(request, Message.Done.of(path != null));
    } else if (message instanceof Message.Abort m) {
      DataPath path = link.imports().get(m.token());
      if (path != null) {
        path.abort();
      }
      link.reply(request, Message.Done.of(true));
    } else if (message instanceof Message.Rebound m) {
      DataPath path = link.imports().get(m.token());
      if (path == null) {
        link.reply(request, Message.Done.of(false));
      } else if (link.mayRebind()) {
        engine.later(
            () -> {
              path.rebind(m.where());
              link.rebound();
              link.reply(request, Message.Done.of(true));
            });
      } else {
        throw new MalformedException("more changes of memory than requests");
      }
    } else if (message instanceof Message.Beat) {
      link.reply(request, Message.Done.of(true));
    } else {
      throw new MalformedException("a request that only importers make");
    }
  }
}
