package org.dat4j.conformance.rsm.mutant.occasion;

import java.nio.ByteBuffer;
import java.util.Map;
import org.dat4j.rsm.ScatGath;

/**
 * An RSM call (name, object and arguments) as seen by an occasion, the condition on which a
 * mutant's fault acts.
 *
 * @param name interface and method, such as {@code ImportSegment.put8}
 * @param object the provider's object
 * @param arguments the arguments; not to be changed
 */
public record RsmCall(String name, Object object, Object[] arguments) {
  private static final Map<String, Integer> WIDTHS =
      Map.of("8", 1, "16", 2, "32", 4, "64", 8, "", 1);

  String method() {
    return name.substring(name.indexOf('.') + 1);
  }

  /** Tells whether the call moves data, by the ten puts and gets or by a vector. */
  boolean moves() {
    return name.matches("ImportSegment\\.(get|put)(8|16|32|64|v)?") && arguments[0] != null;
  }

  /** Tells whether the call is one of the ten puts and gets. */
  boolean isTransfer() {
    return name.matches("ImportSegment\\.(get|put)(8|16|32|64)?") && arguments[1] != null;
  }

  /** Returns the vector of a putv or getv, null for other calls. */
  ScatGath vector() {
    return name.matches("ImportSegment\\.(get|put)v") ? (ScatGath) arguments[0] : null;
  }

  /** Returns the bytes that a transfer moves, or that a segment has which the call makes. */
  long bytes() {
    if (isTransfer()) {
      return (long) (int) arguments[3] * WIDTHS.get(method().substring(3));
    }
    ScatGath vector = vector();
    if (vector != null) {
      long sum = 0;
      for (int i = 0; i < vector.count(); i++) {
        sum += vector.length(i);
      }
      return sum;
    }
    return arguments.length > 0 && arguments[0] instanceof ByteBuffer memory
        ? memory.remaining()
        : 0;
  }
}
