package org.dat4j.conformance.stepper;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dat4j.dat.DatReturn;

/** A set of return types that the pages allow. Immutable. */
record Answers(Set<Integer> types) {
  static final Answers SUCCESS = of(DatReturn.SUCCESS);
  static final Answers INVALID_STATE = of(DatReturn.INVALID_STATE);
  static final Answers NONE = new Answers(Set.of());

  private static final String PREFIX = "DAT_";
  private static final Map<String, Integer> BY_NAME = names();

  private static Map<String, Integer> names() {
    Map<String, Integer> names = new TreeMap<>();
    for (int type = 0; type <= DatReturn.CONN_QUAL_UNAVAILABLE; type += DatReturn.ABORT) {
      names.put(name(type), type);
    }
    return names;
  }

  static Answers of(Integer... types) {
    return new Answers(Set.of(types));
  }

  /** Reads names without their prefix, separated by bars. */
  static Answers parse(String text) {
    Set<Integer> types = new TreeSet<>();
    for (String name : text.split("\\|")) {
      Integer type = BY_NAME.get(name);
      if (type == null) {
        throw new IllegalArgumentException("return type '" + name + "' is none of " + BY_NAME);
      }
      types.add(type);
    }
    return new Answers(Set.copyOf(types));
  }

  static String name(int type) {
    String name = DatReturn.name(type);
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
  }

  boolean allow(int type) {
    return types.contains(type);
  }

  Answers or(Answers other) {
    if (types.containsAll(other.types)) {
      return this;
    }
    Set<Integer> union = new TreeSet<>(types);
    union.addAll(other.types);
    return new Answers(Set.copyOf(union));
  }

  Answers or(int type) {
    return or(of(type));
  }

  /** These without DAT_SUCCESS. */
  Answers failures() {
    if (!allow(DatReturn.SUCCESS)) {
      return this;
    }
    return new Answers(
        types.stream().filter(t -> t != DatReturn.SUCCESS).collect(Collectors.toUnmodifiableSet()));
  }

  @Override
  public String toString() {
    return types.stream().sorted().map(Answers::name).collect(Collectors.joining(" or "));
  }
}
