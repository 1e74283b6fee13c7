package org.dat4j.conformance.dat.mutant.occasion;

import org.dat4j.conformance.mutant.CallsUnderWay;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only while another thread is inside a wait on an EVD
 * or CNO.
 */
final class ConcurrentCallOccasion extends Occasion {
  private final String wait;
  private final CallsUnderWay waiting = new CallsUnderWay();

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
      waiting.begin();
    }
  }

  @Override
  public void end(Call call, Object answer, boolean succeeded) {
    if (call.name().equals(wait)) {
      waiting.end();
    }
  }

  @Override
  public boolean isMet(Call call) {
    return waiting.isAnother();
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    return waiting.isAnother();
  }
}
