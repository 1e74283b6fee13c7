package example.heap;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentIds;
import org.dat4j.rsm.spi.Errors;

/**
 * A node of RSM that the example provider keeps in this process, with the node's published
 * segments. Static state, as every registry has a provider of its own, and their controllers have
 * to see each other.
 */
final class HeapNode {
  private static final Map<Integer, HeapNode> NODES = new ConcurrentHashMap<>();

  private final int id;
  private final Map<Integer, HeapExport> published = new ConcurrentHashMap<>();

  /** The open controllers on this node; changed within an update of {@link #NODES}. */
  private int controllers;

  /** Where the search for a free segment id begins; guarded by this. */
  private int nextId = SegmentIds.USER_APP_BASE;

  private HeapNode(int id) {
    this.id = id;
  }

  /** Finds or makes a node, for a controller that {@link #leave leaves} it. */
  static HeapNode enter(int id) {
    return NODES.compute(
        id,
        (key, known) -> {
          HeapNode node = known == null ? new HeapNode(id) : known;
          node.controllers++;
          return node;
        });
  }

  /** Ends the use by a controller; the last one takes the node away. */
  void leave() {
    NODES.computeIfPresent(id, (key, node) -> --node.controllers == 0 ? null : node);
  }

  /** Finds a node that has a controller; null if there is none. */
  static HeapNode find(int id) {
    return NODES.get(id);
  }

  static Collection<HeapNode> all() {
    return List.copyOf(NODES.values());
  }

  int id() {
    return id;
  }

  Collection<HeapExport> published() {
    return List.copyOf(published.values());
  }

  /** Finds a published segment; null if there is none. */
  HeapExport published(int segmentId) {
    return published.get(segmentId);
  }

  /** Enters a segment under an id, or under a free one for 0. */
  synchronized int publish(int segmentId, HeapExport export) {
    int chosen = segmentId;
    if (chosen == 0) {
      do {
        chosen = nextId++;
      } while (published.containsKey(chosen));
    }
    if (published.putIfAbsent(chosen, export) != null) {
      throw Errors.of(
          RsmReturn.SEGID_IN_USE,
          export + ".publish",
          "segmentId",
          "0x" + Integer.toHexString(chosen),
          "publish with another id, or with 0 to have one chosen");
    }
    return chosen;
  }

  void withdraw(int segmentId, HeapExport export) {
    published.remove(segmentId, export);
  }
}
