package org.dat4j.conformance.rsm.mutant.occasion;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.mutant.OutstandingCounts;
import org.dat4j.rsm.PollFd;

/**
 * An occasion of an RSM mutant: its fault acts only while a least number of things are outstanding,
 * which one call begins and another ends. These are signals until a wait takes them, open barriers,
 * imports, exports, descriptors, handles and barriers. A transfer counts the open barriers of its
 * import, or the imports of its segment if these are more.
 */
final class OutstandingCallOccasion extends RsmOccasion {
  static final String POLL = "Registry.rsm_intr_signal_wait_pollfd";

  /** What is counted together: all of one kind that have one owner. */
  private record Kind(String kind, Object owner) {}

  private final int least;
  private final OutstandingCounts<Kind> counts = new OutstandingCounts<>();

  /** What is published with an id now; an id that is used again is another segment. */
  private final Map<Object, Object> published = new ConcurrentHashMap<>();

  /** Published segments by export or import. */
  private final Map<Object, Object> segments = new ConcurrentHashMap<>();

  /** Controllers by export, and imports by barrier. */
  private final Map<Object, Object> owners = new ConcurrentHashMap<>();

  OutstandingCallOccasion(int least) {
    this.least = least;
  }

  /** Returns what a call begins, ends or is about; null for a call that has nothing of the kind. */
  private Kind kind(RsmCall call) {
    Object object = call.object();
    return switch (call.method()) {
      case "createExportSegment" -> new Kind("export", object);
      case "createLocalMemoryHandle", "freeLocalMemoryHandle" -> new Kind("handle", object);
      case "connectImportSegment" -> new Kind("import", published(call.arguments()[1]));
      case "disconnect", "map", "unmap" -> imports(object);
      case "publish", "republish", "unpublish", "rebind" -> exports(object);
      case "destroy" -> call.name().startsWith("Export") ? exports(object) : barriers(object);
      case "post" -> signals(object, call.name().startsWith("Import"));
      case "await" -> signals(object, call.name().startsWith("Export"));
      case "getPollfd", "releasePollfd" -> new Kind("descriptor", object);
      case "initBarrier" -> new Kind("barrier", object);
      case "open", "order" -> new Kind("span", owners.get(object));
      case "close" -> closed(call);
      default -> null;
    };
  }

  private Kind closed(RsmCall call) {
    if (call.name().startsWith("RsmBarrier")) {
      return new Kind("span", owners.get(call.object()));
    }
    return call.name().startsWith("Import") ? imports(call.object()) : exports(call.object());
  }

  private Kind imports(Object segment) {
    return segments.containsKey(segment) ? new Kind("import", segments.get(segment)) : null;
  }

  private Object published(Object id) {
    return published.computeIfAbsent(id, any -> new Object());
  }

  private Kind exports(Object segment) {
    return owners.containsKey(segment) ? new Kind("export", owners.get(segment)) : null;
  }

  private Kind barriers(Object barrier) {
    return owners.containsKey(barrier) ? new Kind("barrier", owners.get(barrier)) : null;
  }

  /** Signals of all imports to an export are of one kind, and those the other way. */
  private Kind signals(Object segment, boolean up) {
    Object of = segments.get(segment);
    return of == null ? null : new Kind(up ? "up" : "down", of);
  }

  private static boolean begins(RsmCall call) {
    return switch (call.method()) {
      case "createExportSegment",
          "createLocalMemoryHandle",
          "connectImportSegment",
          "post",
          "getPollfd",
          "initBarrier",
          "open" ->
          true;
      default -> false;
    };
  }

  private static boolean ends(RsmCall call) {
    return switch (call.method()) {
      case "freeLocalMemoryHandle", "disconnect", "destroy", "await", "releasePollfd", "close" ->
          true;
      default -> false;
    };
  }

  @Override
  public void begin(RsmCall call) {
    if (begins(call)) {
      counts.add(kind(call), 1);
    }
  }

  @Override
  public void end(RsmCall call, Object answer, boolean succeeded) {
    if (!succeeded) {
      if (begins(call)) {
        counts.add(kind(call), -1);
      }
      return;
    }
    switch (call.method()) {
      case "publish" -> {
        published.put(answer, new Object());
        segments.put(call.object(), published(answer));
      }
      case "connectImportSegment" -> segments.put(answer, published(call.arguments()[1]));
      case "createExportSegment", "initBarrier" -> owners.put(answer, call.object());
      default -> {}
    }
    if (ends(call)) {
      counts.add(kind(call), -1);
    } else if (call.name().equals(POLL)) {
      taken((PollFd[]) call.arguments()[0], (int) call.arguments()[1]);
    }
  }

  /** Notes the signals that a poll has taken. */
  private void taken(PollFd[] fds, int count) {
    for (int i = 0; fds != null && i < count; i++) {
      if (fds[i].segment() != null && fds[i].revents() != 0) {
        counts.add(signals(fds[i].segment(), true), -1);
        counts.add(signals(fds[i].segment(), false), -1);
      }
    }
  }

  @Override
  public boolean isMet(RsmCall call) {
    if (call.moves()) {
      int spans = counts.of(new Kind("span", call.object()));
      return Math.max(spans, counts.of(imports(call.object()))) >= least;
    }
    return counts.of(kind(call)) >= least;
  }
}
