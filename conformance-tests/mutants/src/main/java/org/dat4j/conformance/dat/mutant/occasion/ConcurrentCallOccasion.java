package org.dat4j.conformance.dat.mutant.occasion;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only while another thread is inside a wait on an EVD
 * or CNO.
 */
final class ConcurrentCallOccasion extends Occasion {
  private final String wait;
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

  ConcurrentCallOccasion(String kind) {
    this.wait =
        switch (kind) {
          case "wait" -> "Evd.await";
          case "cno-wait" -> "Cno.await";
          default -> throw new IllegalArgumentException("a concurrent call '" + kind + "'");
        };
  }

  @Override
  public void begin(Call call) {
    if (call.name().equals(wait)) {
      waiting.add(Thread.currentThread());
    }
  }

  @Override
  public void end(Call call, Object answer, boolean succeeded) {
    if (call.name().equals(wait)) {
      waiting.remove(Thread.currentThread());
    }
  }

  private boolean isMet() {
    return waiting.stream().anyMatch(thread -> thread != Thread.currentThread());
  }

  @Override
  public boolean isMet(Call call) {
    return isMet();
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    return isMet();
  }
}
