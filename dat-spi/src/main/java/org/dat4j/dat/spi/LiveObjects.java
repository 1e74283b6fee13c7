package org.dat4j.dat.spi;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.dat4j.dat.HandleType;

/**
 * The live objects of one DAT adapter, by kind: counted for its limits, and ended all together when
 * it is closed.
 */
final class LiveObjects {

  /** The order in which an abrupt close destroys. */
  private static final HandleType[] CLOSE_ORDER = {
    HandleType.RMR,
    HandleType.RSP,
    HandleType.EP,
    HandleType.LMR,
    HandleType.PSP,
    HandleType.CR,
    HandleType.SRQ,
    HandleType.PZ,
    HandleType.EVD,
    HandleType.CNO
  };

  private final Map<HandleType, Set<AbstractDatObject>> byType = new EnumMap<>(HandleType.class);

  LiveObjects() {
    for (HandleType type : CLOSE_ORDER) {
      byType.put(type, ConcurrentHashMap.newKeySet());
    }
  }

  /** Takes an object in. Not during a graceful close, which holds the monitor while it looks. */
  synchronized void add(AbstractDatObject child) {
    byType.get(child.type()).add(child);
  }

  void remove(AbstractDatObject child) {
    byType.get(child.type()).remove(child);
  }

  int count(HandleType type) {
    Set<AbstractDatObject> set = byType.get(type);
    return set == null ? 0 : set.size();
  }

  /**
   * The objects for which a graceful close is refused, such as {@code 1 EP, 2 PZ}; empty for none.
   */
  String left() {
    StringJoiner left = new StringJoiner(", ");
    for (HandleType type : CLOSE_ORDER) {
      int count = count(type);
      if (count > 0) {
        left.add(count + " " + type);
      }
    }
    return left.toString();
  }

  /**
   * All of one kind.
   *
   * @param type the kind
   * @param action what to do with each
   */
  void forEach(HandleType type, Consumer<AbstractDatObject> action) {
    byType.get(type).forEach(action);
  }

  /**
   * All of them, in the order of an abrupt close.
   *
   * @param action what to do with each
   * @param after told each kind when all of it were dealt with
   */
  void forEach(Consumer<AbstractDatObject> action, Consumer<HandleType> after) {
    for (HandleType type : CLOSE_ORDER) {
      byType.get(type).forEach(action);
      after.accept(type);
    }
  }
}
