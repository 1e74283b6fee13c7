package org.dat4j.conformance.dat.mutant.occasion;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only once something has happened to the endpoint or
 * EVD. That is a call such as resize or reset, the end of a wait without an event, or a second
 * connection.
 */
final class AfterOccasion extends Occasion {
  /** The calls by the name of the occasion. */
  private static final Map<String, String> CALLS =
      Map.of(
          "resize", "Evd.resize",
          "reset", "Ep.reset",
          "modify", "Ep.modify",
          "disable", "Evd.disable");

  private static final Set<String> OTHERS = Set.of("drain", "timeout", "reconnect");

  private final String what;
  private final Set<Object> changed = ConcurrentHashMap.newKeySet();

  /** The EVDs that have given an event, and the endpoints that were connected. */
  private final Set<Object> used = ConcurrentHashMap.newKeySet();

  AfterOccasion(String what) {
    if (!CALLS.containsKey(what) && !OTHERS.contains(what)) {
      throw new IllegalArgumentException("occasion after '" + what + "'");
    }
    this.what = what;
  }

  @Override
  public void end(Call call, Object answer, boolean succeeded) {
    if (succeeded && call.name().equals(CALLS.get(what))) {
      changed.add(call.object());
    }
    if (!takes(call)) {
      return;
    }
    boolean waits = call.name().equals("Evd.await");
    if (!succeeded) {
      if (what.equals(waits ? "timeout" : "drain") && (waits || used.contains(call.object()))) {
        changed.add(call.object());
      }
      return;
    }
    used.add(call.object());
    DatEvent event = taken(call);
    boolean again =
        event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED
            && event.ep() != null
            && !used.add(event.ep());
    if (what.equals("reconnect") && again) {
      changed.add(event.ep());
    }
  }

  @Override
  public boolean isMet(Call call) {
    PostCall post = PostCall.of(call);
    Ep ep = post == null ? null : post.ep();
    return changed.contains(call.object()) || ep != null && changed.contains(ep);
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    return changed.contains(evd) || event.ep() != null && changed.contains(event.ep());
  }
}
