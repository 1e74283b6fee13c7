package org.dat4j.guice;

import jakarta.inject.Provider;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;

/**
 * The RSM controllers that a Guice injector has got, kept to be released together. The program that
 * made the injector closes this object, and with it releases the controllers. Thread-safe; a get of
 * a controller blocks other calls.
 */
public final class OpenControllers implements AutoCloseable {
  private final OpenedByName<RsmController> opened;

  OpenControllers(Provider<RsmRegistry> registry) {
    opened =
        new OpenedByName<>(
            name -> registry.get().getController(name),
            RsmController::close,
            "OpenControllers.get",
            "the controllers of this injector were released");
  }

  /**
   * The controller of a name, got at the first call.
   *
   * @param name type and unit
   * @return the same handle at every call; released with this object, not by the caller
   * @throws org.dat4j.rsm.RsmException why there is none; the next call tries again
   * @throws IllegalStateException after {@link #close()}
   */
  public RsmController get(String name) {
    return opened.get(name);
  }

  /** Releases what is held, the controller got last first. Further calls do nothing. */
  @Override
  public void close() {
    opened.close();
  }
}
