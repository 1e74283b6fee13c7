package org.dat4j.guice;

import jakarta.inject.Provider;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Ia;

/**
 * The adapters an injector has opened. Whoever made the injector closes this object, and with it
 * the adapters. Thread-safe; an open blocks other calls.
 */
public final class OpenAdapters implements AutoCloseable {
  private final Provider<DatRegistry> registry;
  private final Map<String, Ia> byName = new HashMap<>();
  private final Deque<Ia> lastFirst = new ArrayDeque<>();
  private boolean closed;

  OpenAdapters(Provider<DatRegistry> registry) {
    this.registry = registry;
  }

  /**
   * The adapter of a name, opened at the first call.
   *
   * @param name its name in the registry
   * @return the same instance at every call; closed with this object, not by the caller
   * @throws org.dat4j.dat.DatException why it cannot be opened; the next call tries again
   * @throws IllegalStateException after {@link #close()}
   */
  public synchronized Ia get(String name) {
    if (closed) {
      throw new IllegalStateException(
          "OpenAdapters.get: name = " + name + ": the adapters of this injector were closed");
    }
    Ia open = byName.get(name);
    if (open == null) {
      open = registry.get().openIa(name);
      byName.put(name, open);
      lastFirst.push(open);
    }
    return open;
  }

  /** Closes abruptly what is open, the adapter opened last first. Further calls do nothing. */
  @Override
  public synchronized void close() {
    closed = true;
    byName.clear();
    while (!lastFirst.isEmpty()) {
      lastFirst.pop().close();
    }
  }
}
