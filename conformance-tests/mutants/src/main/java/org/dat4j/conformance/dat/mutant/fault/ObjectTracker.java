package org.dat4j.conformance.dat.mutant.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.forward.Call;

/**
 * Tracks the EVDs and endpoints that the suite created, for the faults of DAT mutants that confuse
 * one with another. Thread-safe.
 */
public final class ObjectTracker {
  private final List<Evd> evds = new ArrayList<>();
  private final List<Ep> eps = new ArrayList<>();

  /** Makes a tracker of no objects. */
  public ObjectTracker() {}

  /**
   * Notes the object that a call has created.
   *
   * @param call the call
   * @param answer its answer, null for none
   */
  public synchronized void created(Call call, Object answer) {
    if (answer instanceof Evd evd && call.object() instanceof Ia) {
      evds.add(evd);
    } else if (answer instanceof Ep ep && call.object() instanceof Ia) {
      eps.add(ep);
    }
  }

  private static Ia owner(Evd evd) {
    try {
      return evd.query().ia();
    } catch (DatException freed) {
      return null;
    }
  }

  private static Ia owner(Ep ep) {
    try {
      return ep.query().ia();
    } catch (DatException freed) {
      return null;
    }
  }

  private synchronized Optional<Evd> find(Predicate<Evd> wanted) {
    return evds.stream().filter(wanted).findFirst();
  }

  /**
   * Finds another EVD of the same adapter.
   *
   * @param evd the EVD
   * @return another one, if there is any
   */
  public Optional<Evd> otherOnSameIa(Evd evd) {
    Ia ia = owner(evd);
    return find(other -> other != evd && owner(other) == ia);
  }

  /**
   * Finds an EVD of another adapter, made for the same kinds of events.
   *
   * @param evd the EVD
   * @return another one, if there is any
   */
  public Optional<Evd> sameKindOnOtherIa(Evd evd) {
    Ia ia = owner(evd);
    int flags = evd.query().evdFlags();
    return find(
        other -> {
          Ia owner = owner(other);
          return owner != null && owner != ia && other.query().evdFlags() == flags;
        });
  }

  /**
   * Finds another endpoint, preferably of another adapter.
   *
   * @param ep the endpoint
   * @return another one, if there is any
   */
  public synchronized Optional<Ep> anyOther(Ep ep) {
    Ia ia = owner(ep);
    Optional<Ep> far =
        eps.stream()
            .filter(other -> other != ep && owner(other) != null && owner(other) != ia)
            .findFirst();
    return far.isPresent()
        ? far
        : eps.stream().filter(other -> other != ep && owner(other) != null).findFirst();
  }
}
