package org.dat4j.conformance.rsm.stepper;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dat4j.rsm.RsmReturn;

/** A set of codes that the contract allows. Immutable. */
record Codes(Set<Integer> all) {
  static final Codes SUCCESS = new Codes(Set.of(RsmReturn.SUCCESS));

  private static final String PREFIX = "RSMERR_";
  private static final Map<String, Integer> BY_NAME = new HashMap<>();

  static {
    BY_NAME.put("SUCCESS", RsmReturn.SUCCESS);
    for (int code = 1; code <= RsmReturn.BAD_ARGS_ERRORS; code++) {
      BY_NAME.put(RsmReturn.name(code).replace(PREFIX, ""), code);
    }
  }

  /** Reads names without their prefix, separated by bars. */
  static Codes parse(String text) {
    Set<Integer> codes = new TreeSet<>();
    for (String name : text.split("\\|")) {
      Integer code = BY_NAME.get(name);
      if (code == null) {
        throw new IllegalArgumentException("code '" + name + "' is unknown");
      }
      codes.add(code);
    }
    return new Codes(Set.copyOf(codes));
  }

  boolean allow(int code) {
    return all.contains(code);
  }

  Codes or(Codes other) {
    Set<Integer> union = new TreeSet<>(all);
    union.addAll(other.all);
    return new Codes(Set.copyOf(union));
  }

  /** These without success. */
  Codes failures() {
    Set<Integer> left = new TreeSet<>(all);
    left.remove(RsmReturn.SUCCESS);
    return new Codes(Set.copyOf(left));
  }

  @Override
  public String toString() {
    return all.stream().sorted().map(RsmReturn::name).collect(Collectors.joining(" or "));
  }
}
