package org.dat4j.guice;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Opens adapters or controllers by name for a Guice injector, each once, at its first use, and
 * closes them all, last opened first. Thread-safe; an open blocks other calls.
 *
 * @param <T> what is opened
 */
final class OpenedByName<T> {
  private final Function<String, T> open;
  private final Consumer<T> close;
  private final String call;
  private final String closedAlready;
  private final Map<String, T> byName = new HashMap<>();
  private final Deque<T> lastFirst = new ArrayDeque<>();
  private boolean closed;

  /**
   * Makes an empty set; nothing is open yet.
   *
   * @param open what it throws passes, and the next use tries again
   * @param close ends one
   * @param call what is refused after the close
   * @param closedAlready why
   */
  OpenedByName(Function<String, T> open, Consumer<T> close, String call, String closedAlready) {
    this.open = open;
    this.close = close;
    this.call = call;
    this.closedAlready = closedAlready;
  }

  synchronized T get(String name) {
    if (closed) {
      throw new IllegalStateException(call + ": name = " + name + ": " + closedAlready);
    }
    T known = byName.get(name);
    if (known == null) {
      known = open.apply(name);
      byName.put(name, known);
      lastFirst.push(known);
    }
    return known;
  }

  synchronized void close() {
    closed = true;
    byName.clear();
    while (!lastFirst.isEmpty()) {
      close.accept(lastFirst.pop());
    }
  }
}
