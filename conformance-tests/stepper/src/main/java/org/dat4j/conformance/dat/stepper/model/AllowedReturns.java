package org.dat4j.conformance.dat.stepper.model;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dat4j.dat.DatReturn;

/**
 * The set of return codes that the manual pages allow for one call of the DAT stepper. Immutable.
 */
public record AllowedReturns(Set<Integer> types) {
  public static final AllowedReturns SUCCESS = of(DatReturn.SUCCESS);
  public static final AllowedReturns INVALID_STATE = of(DatReturn.INVALID_STATE);
  public static final AllowedReturns NONE = new AllowedReturns(Set.of());

  private static final String PREFIX = "DAT_";
  private static final Map<String, Integer> BY_NAME = names();

  private static Map<String, Integer> names() {
    Map<String, Integer> names = new TreeMap<>();
    for (int type = 0; type <= DatReturn.CONN_QUAL_UNAVAILABLE; type += DatReturn.ABORT) {
      names.put(name(type), type);
    }
    return names;
  }

  public static AllowedReturns of(Integer... types) {
    return new AllowedReturns(Set.of(types));
  }

  /** Reads names without their prefix, separated by bars. */
  public static AllowedReturns parse(String text) {
    Set<Integer> types = new TreeSet<>();
    for (String name : text.split("\\|")) {
      Integer type = BY_NAME.get(name);
      if (type == null) {
        throw new IllegalArgumentException("return type '" + name + "' is none of " + BY_NAME);
      }
      types.add(type);
    }
    return new AllowedReturns(Set.copyOf(types));
  }

  public static String name(int type) {
    String name = DatReturn.name(type);
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
  }

  public boolean allow(int type) {
    return types.contains(type);
  }

  public AllowedReturns or(AllowedReturns other) {
    if (types.containsAll(other.types)) {
      return this;
    }
    Set<Integer> union = new TreeSet<>(types);
    union.addAll(other.types);
    return new AllowedReturns(Set.copyOf(union));
  }

  public AllowedReturns or(int type) {
    return or(of(type));
  }

  /** These without DAT_SUCCESS. */
  public AllowedReturns failures() {
    if (!allow(DatReturn.SUCCESS)) {
      return this;
    }
    return new AllowedReturns(
        types.stream().filter(t -> t != DatReturn.SUCCESS).collect(Collectors.toUnmodifiableSet()));
  }

  /** Returns the names with their prefix. */
  Set<String> fullNames() {
    return types.stream().map(DatReturn::name).collect(Collectors.toSet());
  }

  @Override
  public String toString() {
    return types.stream().sorted().map(AllowedReturns::name).collect(Collectors.joining(" or "));
  }
}
