package org.dat4j.conformance.rsm.mutant.occasion;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An occasion of an RSM mutant: its fault acts only from the n-th successful call of one method on
 * an object.
 */
final class LaterCallOccasion extends RsmOccasion {
  private record Subject(Object object, String name) {}

  private final int from;
  private final Map<Subject, Integer> times = new ConcurrentHashMap<>();

  LaterCallOccasion(int from) {
    this.from = from;
  }

  @Override
  public void end(RsmCall call, Object answer, boolean succeeded) {
    if (succeeded) {
      times.merge(new Subject(call.object(), call.name()), 1, Integer::sum);
    }
  }

  @Override
  public boolean isMet(RsmCall call) {
    return times.getOrDefault(new Subject(call.object(), call.name()), 0) + 1 >= from;
  }
}
