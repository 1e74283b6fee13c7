package org.dat4j.conformance.rsm.mutant.occasion;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An occasion of an RSM mutant: its fault acts only once a certain call was made on the export or
 * import. A call on an export also counts for the imports of its id, and so does the disconnect of
 * one import.
 */
final class AfterCallOccasion extends RsmOccasion {
  private static final Set<String> KNOWN = Set.of("unmap", "post", "disconnect");

  private final String method;

  /** Ids of segments by export or import. */
  private final Map<Object, Integer> ids = new ConcurrentHashMap<>();

  private final Set<Object> changed = ConcurrentHashMap.newKeySet();

  AfterCallOccasion(String method) {
    if (!KNOWN.contains(method)) {
      throw new IllegalArgumentException("occasion after '" + method + "'");
    }
    this.method = method;
  }

  @Override
  public void end(RsmCall call, Object answer, boolean succeeded) {
    if (!succeeded) {
      return;
    }
    switch (call.method()) {
      case "publish" -> ids.put(call.object(), (Integer) answer);
      case "connectImportSegment" -> ids.put(answer, (Integer) call.arguments()[1]);
      default -> {}
    }
    if (call.method().equals(method)) {
      changed.add(call.object());
      Integer id = ids.get(call.object());
      boolean ofImport = call.name().startsWith("ImportSegment.");
      if (id != null && (!ofImport || method.equals("disconnect"))) {
        changed.add(id);
      }
    }
  }

  @Override
  public boolean isMet(RsmCall call) {
    if (call.object() == null) {
      return false;
    }
    Integer id =
        call.method().equals("connectImportSegment")
            ? (Integer) call.arguments()[1]
            : ids.get(call.object());
    return changed.contains(call.object()) || id != null && changed.contains(id);
  }
}
