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
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Qos;

/** The control connections of a process. Those it has made are found by node and slot. */
final class Links {
  private static final long CONNECT_MILLIS = 3000;

  private final Engine engine;
  private final Map<Long, Link> made = new HashMap<>();
  private final Set<Link> all = ConcurrentHashMap.newKeySet();

  Links(Engine engine) {
    this.engine = engine;
  }

  private static long key(int node, int slot) {
    return (long) node << Integer.SIZE | slot;
  }

  /** A connection that a peer has made. */
  void add(Link link) {
    all.add(link);
  }

  int count() {
    return all.size();
  }

  /** Connections of peers that have not said for whom they work. */
  long strangers() {
    return all.stream().filter(link -> !link.client() && !link.ready()).count();
  }

  void forget(Link link) {
    all.remove(link);
    synchronized (made) {
      made.remove(key(link.peerNode(), link.slot()), link);
    }
  }

  void close() {
    all.forEach(Link::end);
  }

  /** Whether a process of the node is connected now. */
  boolean reaches(int node) {
    return all.stream().anyMatch(link -> link.client() && link.ready() && link.peerNode() == node);
  }

  /** The processes of a node that are connected now. */
  List<Link> ready(int node) {
    List<Link> found = new ArrayList<>();
    synchronized (made) {
      for (int slot = 0; slot < engine.config().processes(); slot++) {
        Link link = made.get(key(node, slot));
        if (link != null && link.ready()) {
          found.add(link);
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
  List<Link> reach(int node) throws InterruptedException {
    return reach(node, Engine.NO_SLOT);
  }

  /** The same without the process of one slot. */
  List<Link> reach(int node, int except) throws InterruptedException {
    NodeTable.Spot spot = engine.config().nodes().spot(node);
    if (spot == null) {
      return List.of();
    }
    InetAddress address;
    try {
      address = spot.address(engine.adapter().address());
    } catch (UnknownHostException unknown) {
      return List.of();
    }
    List<Link> tried = new ArrayList<>();
    for (int slot = 0; slot < engine.config().processes(); slot++) {
      Link link = slot == except ? null : dial(node, slot, address, spot.qualifier() + slot);
      if (link != null) {
        tried.add(link);
      }
    }
    List<Link> found = new ArrayList<>();
    // For all of them together: several may not answer.
    long end =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CONNECT_MILLIS + engine.patienceMillis());
    for (Link link : tried) {
      if (link.awaitReady(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()))) {
        found.add(link);
      }
    }
    return found;
  }

  private Link dial(int node, int slot, InetAddress address, long qualifier) {
    Link link;
    synchronized (made) {
      link = made.get(key(node, slot));
      if (link != null) {
        return link;
      }
      byte[] greeting = engine.greeting(false);
      try {
        link = new Link(engine, true, node, slot, greeting);
        engine.attend(link.ep(), link);
        made.put(key(node, slot), link);
        all.add(link);
        link.ep()
            .connect(
                address,
                qualifier,
                TimeUnit.MILLISECONDS.toMicros(CONNECT_MILLIS),
                greeting,
                Qos.BEST_EFFORT,
                ConnectFlags.DEFAULT);
        return link;
      } catch (DatException refused) {
        if (link == null) {
          throw refused;
        }
      }
    }
    link.end();
    return null;
  }
}
