package org.dat4j.guice;

import jakarta.inject.Provider;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Ia;

/**
 * The DAT adapters that a Guice injector has opened, kept to be closed together. The program that
 * made the injector closes this object, and with it the adapters. Thread-safe; an open blocks other
 * calls.
 */
public final class OpenAdapters implements AutoCloseable {
  private final OpenedByName<Ia> opened;

  OpenAdapters(Provider<DatRegistry> registry) {
    opened =
        new OpenedByName<>(
            name -> registry.get().openIa(name),
            Ia::close,
            "OpenAdapters.get",
            "the adapters of this injector were closed");
  }

  /**
   * The adapter of a name, opened at the first call.
   *
   * @param name its name in the registry
   * @return the same instance at every call; closed with this object, not by the caller
   * @throws org.dat4j.dat.DatException why it cannot be opened; the next call tries again
   * @throws IllegalStateException after {@link #close()}
   */
  public Ia get(String name) {
    return opened.get(name);
  }

  /** Closes abruptly what is open, the adapter opened last first. Further calls do nothing. */
  @Override
  public void close() {
    opened.close();
  }
}
