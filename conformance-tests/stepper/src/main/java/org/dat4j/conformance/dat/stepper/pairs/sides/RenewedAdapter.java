package org.dat4j.conformance.dat.stepper.pairs.sides;

import java.util.function.Supplier;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ia;

/**
 * An adapter for the scenes of many steps of the DAT stepper's pairs (two calls at once), opened
 * again from time to time.
 */
public final class RenewedAdapter implements AutoCloseable {
  /**
   * Scenes with a connection that one adapter serves. Each of them may access memory that was
   * freed, and a backend may turn away an address after many such accesses.
   */
  private static final int SCENES = 50;

  private static final int ASYNC_LENGTH = 8;

  private final Supplier<Ia> opener;
  private Ia ia;
  private int scenes;

  public RenewedAdapter(Supplier<Ia> opener) {
    this.opener = opener;
  }

  /**
   * Returns what opens an adapter.
   *
   * @param mutant the layer before the provider, or null
   */
  public static Supplier<Ia> opener(String ia, String mutant) {
    if (mutant == null) {
      return () -> Dat.openIa(ia);
    }
    IaSource source = new DatKit().source(mutant, ia);
    return () -> source.open(ia, ASYNC_LENGTH, null);
  }

  /** Returns the open adapter; opens one if there is none. */
  public Ia current() {
    if (ia == null) {
      ia = opener.get();
    }
    return ia;
  }

  /** Returns the adapter of the next scene with a connection. */
  public Ia next() {
    if (++scenes % SCENES == 0) {
      close();
    }
    return current();
  }

  /** Leaves the adapter open, and opens another one for the next scene. */
  public void leave() {
    ia = null;
  }

  @Override
  public void close() {
    if (ia != null) {
      ia.close();
      ia = null;
    }
  }
}
