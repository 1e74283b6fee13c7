package org.dat4j.conformance.mutant;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.function.BiFunction;

/** Copies a record with one component changed, for mutants whose queries return one wrong value. */
public final class ChangedRecord {
  private ChangedRecord() {}

  /**
   * Copies a record with one component changed.
   *
   * @param told the record
   * @param path the component, or a component of a component after a dot
   * @param change gives the other value of a type
   * @return a record of the same class
   */
  public static Record with(Record told, String path, BiFunction<Class<?>, Object, Object> change) {
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    RecordComponent[] components = told.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        values[i] = components[i].getAccessor().invoke(told);
        if (components[i].getName().equals(name)) {
          values[i] =
              dot < 0
                  ? change.apply(types[i], values[i])
                  : with((Record) values[i], path.substring(dot + 1), change);
        }
      }
      Constructor<? extends Record> maker = told.getClass().getDeclaredConstructor(types);
      return maker.newInstance(values);
    } catch (NoSuchMethodException
        | IllegalAccessException
        | InstantiationException
        | InvocationTargetException e) {
      throw new IllegalStateException(path + " of " + told.getClass(), e);
    }
  }
}
