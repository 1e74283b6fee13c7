package org.dat4j.conformance.rsm.stepper;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dat4j.rsm.RsmReturn;

/** The set of return codes that the contract allows for one call of the RSM stepper. Immutable. */
record AllowedCodes(Set<Integer> all) {
  static final AllowedCodes SUCCESS = new AllowedCodes(Set.of(RsmReturn.SUCCESS));

  private static final String PREFIX = "RSMERR_";
  private static final Map<String, Integer> BY_NAME = new HashMap<>();

  static {
    BY_NAME.put("SUCCESS", RsmReturn.SUCCESS);
    for (int code = 1; code <= RsmReturn.BAD_ARGS_ERRORS; code++) {
      BY_NAME.put(RsmReturn.name(code).replace(PREFIX, ""), code);
    }
  }

  /** Reads names without their prefix, separated by bars. */
  static AllowedCodes parse(String text) {
    Set<Integer> codes = new TreeSet<>();
    for (String name : text.split("\\|")) {
      Integer code = BY_NAME.get(name);
      if (code == null) {
        throw new IllegalArgumentException("code '" + name + "' is unknown");
      }
      codes.add(code);
    }
    return new AllowedCodes(Set.copyOf(codes));
  }

  boolean allow(int code) {
    return all.contains(code);
  }

  AllowedCodes or(AllowedCodes other) {
    Set<Integer> union = new TreeSet<>(all);
    union.addAll(other.all);
    return new AllowedCodes(Set.copyOf(union));
  }

  /** These without success. */
  AllowedCodes failures() {
    Set<Integer> left = new TreeSet<>(all);
    left.remove(RsmReturn.SUCCESS);
    return new AllowedCodes(Set.copyOf(left));
  }

  Set<String> fullNames() {
    return all.stream().map(RsmReturn::name).collect(Collectors.toSet());
  }

  @Override
  public String toString() {
    return all.stream().sorted().map(RsmReturn::name).collect(Collectors.joining(" or "));
  }
}
