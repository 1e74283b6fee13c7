package org.dat4j.dat.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Finds the VarHandles by which a class updates its fields atomically, for static final constants.
 */
public final class FieldHandles {

  private FieldHandles() {}

  /**
   * The access to a field.
   *
   * @param lookup of the class that will use it
   * @param owner class that declares the field
   * @param name of the field
   * @param type of the field
   * @return the access, which is as fast as the field itself when it is a constant
   * @throws ExceptionInInitializerError if there is no such field, or the lookup cannot see it
   */
  public static VarHandle find(
      MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type) {
    try {
      return lookup.findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
