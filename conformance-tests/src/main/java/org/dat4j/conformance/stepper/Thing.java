package org.dat4j.conformance.stepper;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.HandleType;

/** What the model knows of one object of the adapter: its life, what keeps it busy, its context. */
class Thing {
  final long id;
  final HandleType kind;
  final DatObject object;
  boolean gone;
  long context;
  private final Map<HandleType, Integer> users = new EnumMap<>(HandleType.class);

  Thing(long id, HandleType kind, DatObject object) {
    this.id = id;
    this.kind = kind;
    this.object = object;
  }

  int users(HandleType by) {
    return users.getOrDefault(by, 0);
  }

  boolean used() {
    return users.values().stream().anyMatch(count -> count > 0);
  }

  void use(HandleType by) {
    users.merge(by, 1, Integer::sum);
  }

  void release(HandleType by) {
    users.merge(by, -1, Integer::sum);
  }

  static void use(Thing thing, HandleType by) {
    if (thing != null) {
      thing.use(by);
    }
  }

  static void release(Thing thing, HandleType by) {
    if (thing != null) {
      thing.release(by);
    }
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + id;
  }
}
