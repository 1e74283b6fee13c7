package org.dat4j.conformance.rsm.mutant.occasion;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.dat4j.conformance.mutant.LaterObjects;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.ScatGath;

/**
 * An occasion of an RSM mutant: its fault acts only on segments, barriers or transfers with a
 * certain attribute. An import has the attributes of the segment that it imports, and a barrier
 * those of its import.
 */
final class AttributeCallOccasion extends RsmOccasion {
  private static final int PAGE = 4096;

  /** Attributes of the call itself. */
  private static final Map<String, Predicate<RsmCall>> CALLS =
      Map.of(
          "direct",
          call -> memory(call) != null && memory(call).isDirect(),
          "heap",
          call -> memory(call) != null && !memory(call).isDirect(),
          "index",
          call -> call.isTransfer() && (int) call.arguments()[2] > 0,
          "handle",
          call -> call.vector() != null && hasHandle(call.vector()));

  /** Attributes that a call gives to a segment or barrier. */
  private static final Set<String> GIVEN =
      Set.of(
          "rebind",
          "pages",
          "second-segment",
          "second-import",
          "own-id",
          "access-list",
          "read-only",
          "write-only",
          "explicit",
          "mapped",
          "window",
          "polled",
          "node-barrier");

  private final String name;
  private final LaterObjects later = new LaterObjects();
  private final Set<Object> marked = ConcurrentHashMap.newKeySet();

  /** Ids of segments whose export has the attribute. */
  private final Set<Object> ids = ConcurrentHashMap.newKeySet();

  AttributeCallOccasion(String name) {
    if (!CALLS.containsKey(name) && !GIVEN.contains(name)) {
      throw new IllegalArgumentException("attribute '" + name + "'");
    }
    this.name = name;
  }

  /** Returns the local buffer of a put or get, null for an array and for other calls. */
  private static ByteBuffer memory(RsmCall call) {
    return call.isTransfer() && call.arguments()[1] instanceof ByteBuffer buffer ? buffer : null;
  }

  private static boolean hasHandle(ScatGath vector) {
    for (int i = 0; i < vector.count(); i++) {
      if (vector.isHandle(i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void end(RsmCall call, Object answer, boolean succeeded) {
    if (!succeeded) {
      return;
    }
    Object[] arguments = call.arguments();
    switch (call.method()) {
      case "createExportSegment" -> {
        int flags = (int) arguments[1];
        give("rebind", answer, (flags & ExportFlags.ALLOW_REBIND) != 0);
        give("pages", answer, ((ByteBuffer) arguments[0]).remaining() > PAGE);
        give("second-segment", answer, isLater(call.object(), answer));
      }
      case "publish" -> published(call, (Integer) answer);
      case "connectImportSegment" -> connected(call, answer);
      case "setMode" -> give("explicit", call.object(), arguments[0] == BarrierMode.EXPLICIT);
      case "initBarrier" -> barrier(call, answer);
      case "map" -> {
        give("mapped", call.object(), true);
        give("window", call.object(), (long) arguments[3] > 0);
      }
      case "unmap" -> {
        give("mapped", call.object(), false);
        give("window", call.object(), false);
      }
      case "getPollfd" -> give("polled", call.object(), true);
      case "releasePollfd" -> give("polled", call.object(), false);
      default -> {}
    }
  }

  private boolean isLater(Object owner, Object object) {
    later.made(owner, object);
    return later.contains(object);
  }

  /** Gives or takes the attribute, if this is the occasion's. */
  private void give(String attribute, Object object, boolean has) {
    if (!attribute.equals(name)) {
      return;
    }
    if (has) {
      marked.add(object);
    } else {
      marked.remove(object);
    }
  }

  private void published(RsmCall call, Integer id) {
    give("own-id", call.object(), (int) call.arguments()[0] != 0);
    boolean listed = call.arguments()[1] instanceof List<?> list && !list.isEmpty();
    give("access-list", call.object(), listed);
    if (marked.contains(call.object())) {
      ids.add(id);
    } else {
      ids.remove(id);
    }
  }

  private void connected(RsmCall call, Object segment) {
    Object id = call.arguments()[1];
    int permission = (int) call.arguments()[2];
    give("read-only", segment, permission == Permission.READ);
    give("write-only", segment, permission == Permission.WRITE);
    give("second-import", segment, isLater(id, segment));
    if (ids.contains(id)) {
      marked.add(segment);
    }
  }

  private void barrier(RsmCall call, Object barrier) {
    Object type = call.arguments()[0];
    boolean node = type == BarrierType.NODE || type == BarrierType.NODE_THREAD;
    give("node-barrier", call.object(), node);
    if (marked.contains(call.object())) {
      marked.add(barrier);
    }
  }

  @Override
  public boolean isMet(RsmCall call) {
    Predicate<RsmCall> ofCall = CALLS.get(name);
    return ofCall != null
        ? call.moves() && ofCall.test(call)
        : call.object() != null && marked.contains(call.object());
  }
}
