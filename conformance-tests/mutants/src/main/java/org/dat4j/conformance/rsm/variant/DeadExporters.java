package org.dat4j.conformance.rsm.variant;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.forward.Call;

/**
 * Delays the news of an exporter's death, for an honest variant of RSM, a correct provider that
 * uses freedoms of the manual pages. Each import learns in its own time that the exporter in
 * another process has ended. Thread-safe.
 */
final class DeadExporters {
  /** Far below the limits of the suite's waits. */
  private static final int MAX_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(50);

  private final RsmVariantLayer layer;

  /** Ids of segments of this process. */
  private final Set<Object> own = ConcurrentHashMap.newKeySet();

  /** The processes that this one had started when an import was connected. */
  private final Map<Object, Set<ProcessHandle>> processes =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** When an import learns of the end of its exporter. */
  private final Map<Object, Long> times = Collections.synchronizedMap(new WeakHashMap<>());

  DeadExporters(RsmVariantLayer layer) {
    this.layer = layer;
  }

  /** Notes segments that are published and imports that are connected. */
  Object note(Call call, Object answer) {
    if (call.name().equals("ExportSegment.publish")) {
      own.add(answer);
    } else if (call.name().equals("RsmController.connectImportSegment")
        && layer.uses(RsmFreedom.LATE_NEWS_OF_THE_DEAD)
        && !own.contains(call.arguments()[1])) {
      processes.put(
          answer, ProcessHandle.current().descendants().collect(Collectors.toUnmodifiableSet()));
    }
    return answer;
  }

  /** Returns the answer of a put, a post or a close: no abort before the time of the import. */
  Object late(Object segment, Object answer) {
    if (!answer.equals(RsmReturn.CONN_ABORTED)
        || processes.getOrDefault(segment, Set.of()).stream().allMatch(ProcessHandle::isAlive)) {
      return answer;
    }
    long now = System.nanoTime();
    long time = times.computeIfAbsent(segment, any -> now + 1 + layer.below(MAX_NANOS));
    return now - time < 0 ? (Object) RsmReturn.SUCCESS : answer;
  }

  /** Notes that an import has told of its abort by another call: it stays told. */
  void told(Object segment, Object answer) {
    if (Integer.valueOf(RsmReturn.CONN_ABORTED).equals(answer)) {
      times.put(segment, System.nanoTime());
    }
  }
}
