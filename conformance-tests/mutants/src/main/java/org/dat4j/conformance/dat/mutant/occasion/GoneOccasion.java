package org.dat4j.conformance.dat.mutant.occasion;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only on an endpoint whose peer has gone, and on RMRs
 * after that. The peer goes when another endpoint that is connected is freed or closed with its
 * adapter. Nobody has disconnected.
 */
final class GoneOccasion extends Occasion {
  private final String going;
  private final Set<Ep> connected = ConcurrentHashMap.newKeySet();
  private final Set<Ep> left = ConcurrentHashMap.newKeySet();

  GoneOccasion(String how) {
    this.going =
        switch (how) {
          case "free" -> "Ep.free";
          case "close" -> "Ia.close";
          default -> throw new IllegalArgumentException("gone by '" + how + "'");
        };
  }

  @Override
  public void begin(Call call) {
    switch (call.name()) {
      case "Ep.connect" -> connected.add((Ep) call.object());
      case "Cr.accept" -> {
        if (call.arguments()[0] instanceof Ep ep) {
          connected.add(ep);
        }
      }
      default -> goes(call);
    }
  }

  private void goes(Call call) {
    if (!call.name().equals(going) || !isConnected(call.object())) {
      return;
    }
    for (Ep ep : connected) {
      if (ep != call.object() && stands(ep) && !belongs(ep, call.object())) {
        left.add(ep);
      }
    }
  }

  /** Tells whether what goes is an end of a connection that stands. */
  private boolean isConnected(Object goes) {
    return connected.stream().anyMatch(ep -> (ep == goes || belongs(ep, goes)) && stands(ep));
  }

  private static boolean stands(Ep ep) {
    try {
      return ep.getStatus().state() == EpState.CONNECTED;
    } catch (DatException freed) {
      return false;
    }
  }

  private static boolean belongs(Ep ep, Object adapter) {
    try {
      return adapter instanceof Ia && ep.query(EpField.ALL).ia() == adapter;
    } catch (DatException freed) {
      return true;
    }
  }

  @Override
  public void end(Call call, Object answer, boolean succeeded) {
    if (succeeded && call.name().equals("Ep.reset")) {
      left.remove(call.object());
    }
  }

  @Override
  public boolean isMet(Call call) {
    PostCall post = PostCall.of(call);
    if (post != null) {
      return post.ep() != null && left.contains(post.ep());
    }
    if (call.object() instanceof Ep ep) {
      return left.contains(ep);
    }
    return call.name().startsWith("Rmr.") && !left.isEmpty();
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    return event.ep() != null && left.contains(event.ep());
  }
}
