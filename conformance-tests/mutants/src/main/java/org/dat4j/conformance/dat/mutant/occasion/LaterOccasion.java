package org.dat4j.conformance.dat.mutant.occasion;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only from the n-th call or event of one kind on.
 * Calls are counted for each object, events for each EVD.
 */
final class LaterOccasion extends Occasion {
  private record Subject(Object object, Object kind, Object status) {}

  private final int from;
  private final Map<Subject, Integer> times = new ConcurrentHashMap<>();

  LaterOccasion(int from) {
    this.from = from;
  }

  private static Subject subject(Evd evd, DatEvent event) {
    return new Subject(evd, event.number(), event.status());
  }

  private static Subject subject(Call call) {
    return new Subject(call.object(), call.name(), null);
  }

  private boolean isMet(Subject subject) {
    return times.getOrDefault(subject, 0) + 1 >= from;
  }

  @Override
  public void end(Call call, Object answer, boolean succeeded) {
    if (succeeded) {
      times.merge(subject(call), 1, Integer::sum);
      DatEvent event = taken(call);
      if (event != null) {
        times.merge(subject((Evd) call.object(), event), 1, Integer::sum);
      }
    }
  }

  @Override
  public boolean isMet(Call call) {
    return isMet(subject(call));
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    return isMet(subject(evd, event));
  }
}
