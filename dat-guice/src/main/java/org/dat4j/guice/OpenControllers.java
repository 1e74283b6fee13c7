package org.dat4j.guice;

import jakarta.inject.Provider;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;

/**
 * The controllers an injector has got. Whoever made the injector closes this object, and with it
 * releases the controllers. Thread-safe; a get of a controller blocks other calls.
 */
public final class OpenControllers implements AutoCloseable {
  private final Provider<RsmRegistry> registry;
  private final Map<String, RsmController> byName = new HashMap<>();
  private final Deque<RsmController> lastFirst = new ArrayDeque<>();
  private boolean closed;

  OpenControllers(Provider<RsmRegistry> registry) {
    this.registry = registry;
  }

  /**
   * The controller of a name, got at the first call.
   *
   * @param name type and unit
   * @return the same handle at every call; released with this object, not by the caller
   * @throws org.dat4j.rsm.RsmException why there is none; the next call tries again
   * @throws IllegalStateException after {@link #close()}
   */
  public synchronized RsmController get(String name) {
    if (closed) {
      throw new IllegalStateException(
          "OpenControllers.get: name = "
              + name
              + ": the controllers of this injector were released");
    }
    RsmController open = byName.get(name);
    if (open == null) {
      open = registry.get().getController(name);
      byName.put(name, open);
      lastFirst.push(open);
    }
    return open;
  }

  /** Releases what is held, the controller got last first. Further calls do nothing. */
  @Override
  public synchronized void close() {
    closed = true;
    byName.clear();
    while (!lastFirst.isEmpty()) {
      lastFirst.pop().close();
    }
  }
}
