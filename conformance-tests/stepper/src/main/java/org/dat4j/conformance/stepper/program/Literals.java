package org.dat4j.conformance.stepper.program;

import java.lang.reflect.RecordComponent;
import java.util.HexFormat;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Function;

/** Writes values as Java expressions, for the programs that repeat a stepper's calls. */
public final class Literals {
  private Literals() {}

  /** Returns the expression for a number, a text, a constant of an enum, bytes or null. */
  public static String of(Object value) {
    if (value instanceof Long number) {
      return number + "L";
    } else if (value instanceof String text) {
      return quoted(text);
    } else if (value instanceof Enum<?> constant) {
      return constant.getDeclaringClass().getSimpleName() + "." + constant.name();
    } else if (value instanceof byte[] bytes) {
      return "hex(" + quoted(HexFormat.of().formatHex(bytes)) + ")";
    }
    return String.valueOf(value);
  }

  /** Returns a text as a literal. */
  public static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return '"' + escaped.replace("\r", "\\r") + '"';
  }

  /** Returns the creation of a record by its constructor. */
  public static String record(Record value, Function<Object, String> component) {
    StringJoiner text =
        new StringJoiner(", ", "new " + value.getClass().getSimpleName() + "(", ")");
    for (RecordComponent each : value.getClass().getRecordComponents()) {
      text.add(component.apply(get(each, value)));
    }
    return text.toString();
  }

  /** Returns the change of a record, which has a builder, to another one. */
  public static String rebuilt(
      String base, Record from, Record to, Function<Object, String> component) {
    StringBuilder text = new StringBuilder();
    for (RecordComponent each : to.getClass().getRecordComponents()) {
      Object before = get(each, from);
      Object after = get(each, to);
      if (!Objects.equals(before, after)) {
        String name = each.getName();
        boolean nested = before instanceof Record && after instanceof Record;
        String value =
            nested
                ? rebuilt(base + "." + name + "()", (Record) before, (Record) after, component)
                : component.apply(after);
        text.append('.').append(name).append('(').append(value).append(')');
      }
    }
    return text.isEmpty() ? base : base + ".toBuilder()" + text + ".build()";
  }

  /** Returns the value of a component. */
  public static Object get(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component + " of " + of, e);
    }
  }
}
