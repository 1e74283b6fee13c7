package org.dat4j.conformance.dat.stepper.model;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.HandleType;

/**
 * The base of the DAT stepper's models of objects: whether the object is freed, which others use
 * it, and its consumer context.
 */
public class ModelObject {
  public final long id;
  public final HandleType kind;
  public final DatObject object;
  public boolean gone;
  public long context;
  private final Map<HandleType, Integer> users = new EnumMap<>(HandleType.class);

  public ModelObject(long id, HandleType kind, DatObject object) {
    this.id = id;
    this.kind = kind;
    this.object = object;
  }

  public int users(HandleType by) {
    return users.getOrDefault(by, 0);
  }

  public boolean used() {
    return users.values().stream().anyMatch(count -> count > 0);
  }

  public void use(HandleType by) {
    users.merge(by, 1, Integer::sum);
  }

  public void release(HandleType by) {
    users.merge(by, -1, Integer::sum);
  }

  public static void use(ModelObject thing, HandleType by) {
    if (thing != null) {
      thing.use(by);
    }
  }

  public static void release(ModelObject thing, HandleType by) {
    if (thing != null) {
      thing.release(by);
    }
  }

  /** Returns the name, and whether the object is freed. */
  String inWords() {
    return this + (gone ? " (freed)" : "");
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + id;
  }
}
