package org.dat4j.dat.spi;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.dat4j.dat.HandleType;

/** The live objects of one adapter, by kind. */
final class Children {

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

  Children() {
    for (HandleType type : CLOSE_ORDER) {
      byType.put(type, ConcurrentHashMap.newKeySet());
    }
  }

  void add(AbstractDatObject child) {
    byType.get(child.type()).add(child);
  }

  void remove(AbstractDatObject child) {
    byType.get(child.type()).remove(child);
  }

  int count(HandleType type) {
    Set<AbstractDatObject> set = byType.get(type);
    return set == null ? 0 : set.size();
  }

  /** What a graceful close would be refused for, such as {@code 1 EP, 2 PZ}; empty for nothing. */
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
