package org.dat4j.conformance.rsm.mutant;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Reads the arguments of the ten put and get calls of RSM, for the faults of mutants that change
 * them.
 */
final class TransferArguments {
  private static final Map<String, Integer> WIDTHS =
      Map.of("8", 1, "16", 2, "32", 4, "64", 8, "", 1);

  private TransferArguments() {}

  /** Returns whether a call is one of the ten. */
  static boolean is(Invocation call) {
    return call.name().matches("ImportSegment\\.(get|put)(8|16|32|64)?");
  }

  /** Returns the bytes of an item. */
  static int size(Invocation call) {
    return WIDTHS.get(call.method().substring(3));
  }

  static boolean writes(Invocation call) {
    return call.method().startsWith("put");
  }

  static long offset(Invocation call) {
    return (long) call.arguments()[0];
  }

  static int count(Invocation call) {
    return call.intAt(3);
  }

  /** Makes a copy of the local memory, which the call then uses. */
  static Object copied(Invocation call) {
    Object local = call.arguments()[1];
    Object copy;
    if (local instanceof ByteBuffer buffer) {
      copy = ByteBuffer.allocate(buffer.capacity()).put(0, buffer, 0, buffer.capacity());
    } else {
      copy = Array.newInstance(local.getClass().getComponentType(), Array.getLength(local));
      System.arraycopy(local, 0, copy, 0, Array.getLength(local));
    }
    call.arguments()[1] = copy;
    return copy;
  }

  /** Reverses the bytes of the items of a call. */
  static void swap(Object local, int index, int count) {
    for (int i = index; i < index + count; i++) {
      if (local instanceof short[] items) {
        items[i] = Short.reverseBytes(items[i]);
      } else if (local instanceof int[] items) {
        items[i] = Integer.reverseBytes(items[i]);
      } else if (local instanceof long[] items) {
        items[i] = Long.reverseBytes(items[i]);
      } else if (local instanceof byte[] items) {
        items[i] = (byte) ~items[i];
      } else {
        ByteBuffer bytes = (ByteBuffer) local;
        bytes.put(i, (byte) ~bytes.get(i));
      }
    }
  }

  /** Changes one item of local memory, if there is one at that place. */
  static void spoil(Object local, int at) {
    if (local instanceof ByteBuffer buffer) {
      if (at >= 0 && at < buffer.capacity()) {
        buffer.put(at, (byte) (buffer.get(at) + 1));
      }
    } else if (at >= 0 && at < Array.getLength(local)) {
      swapOrFlip(local, at);
    }
  }

  private static void swapOrFlip(Object local, int at) {
    if (local instanceof byte[] items) {
      items[at]++;
    } else if (local instanceof short[] items) {
      items[at]++;
    } else if (local instanceof int[] items) {
      items[at]++;
    } else if (local instanceof long[] items) {
      items[at]++;
    }
  }
}
