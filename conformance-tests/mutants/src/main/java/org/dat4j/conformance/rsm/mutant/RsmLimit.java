package org.dat4j.conformance.rsm.mutant;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.dat4j.conformance.mutant.BoundSide;
import org.dat4j.conformance.mutant.BoundedValue;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.ScatGath;

/**
 * One row of {@code bounds.tsv}: a value in an RSM call and its limit, which mutants move.
 *
 * @param call interface and method
 * @param value {@code argN} or a name that {@link #value} knows
 * @param bound a number, {@code page}, {@code length} of the segment, {@code local} or {@code
 *     entries}
 * @param side which side of the limit is forbidden
 * @param step from the last permitted to the first forbidden value: a number or {@code page}
 */
record RsmLimit(String call, String value, String bound, BoundSide side, String step)
    implements BoundedValue<RsmFault> {
  /** An address modulo this is modulo every page size. */
  private static final int MAX_PAGE = 1 << 16;

  private static final int MIN_PAGE = 4096;

  /** The sides that {@link RsmBoundFault} can move. */
  private static final Set<BoundSide> SIDES =
      EnumSet.of(
          BoundSide.MOST,
          BoundSide.BELOW,
          BoundSide.LEAST,
          BoundSide.LEAST0,
          BoundSide.MULTIPLE,
          BoundSide.SHORTER);

  /** Reads the fields of a row. */
  static RsmLimit of(List<String> field) {
    return new RsmLimit(
        field.get(0),
        field.get(2),
        field.get(3),
        BoundSide.parse(field.get(4), SIDES),
        field.get(7));
  }

  @Override
  public RsmFault fault(boolean accepts) {
    return new RsmBoundFault(this, accepts);
  }

  /** Returns whether a call has a value that a fault treats wrongly. */
  boolean hit(Invocation call, boolean accepts) {
    if (call.arguments().length > 0 && call.arguments()[0] == null && !value.startsWith("arg")) {
      return false;
    }
    LongStream values = value(call);
    long limit = number(call, bound);
    long width = number(call, step);
    return values.anyMatch(
        v ->
            switch (side) {
              case MOST -> v == (accepts ? limit + width : limit);
              case BELOW -> v == (accepts ? limit : limit - width);
              case LEAST -> v == (accepts ? limit - width : limit);
              case LEAST0 -> !accepts && v == limit;
              case MULTIPLE -> accepts && limit != 0 && v % limit != 0;
              case SHORTER -> false;
              case MASK, CAPACITY, FEWER -> throw new IllegalStateException("side " + side);
            });
  }

  private static long number(Invocation call, String text) {
    return switch (text) {
      case "page" -> MIN_PAGE;
      case "length" ->
          call.object() instanceof ImportSegment segment
              ? segment.length()
              : ((ExportSegment) call.object()).length();
      case "entries" -> ((PollFd[]) call.arguments()[0]).length;
      case "local" -> 0;
      default -> Long.decode(text);
    };
  }

  /** Reads the limited values of a call; there are none if their argument is empty. */
  private LongStream value(Invocation call) {
    Object[] arguments = call.arguments();
    if (value.startsWith("arg")) {
      Object argument = arguments[value.charAt(value.length() - 1) - '0'];
      return LongStream.of(
          call.method().equals("publish")
              ? Integer.toUnsignedLong((int) argument)
              : ((Number) argument).longValue());
    }
    return switch (value) {
      case "start" -> count(call) > 0 ? LongStream.of((long) arguments[0]) : LongStream.empty();
      case "end" -> end((long) arguments[0], count(call) * TransferArguments.size(call));
      case "map-end" -> end((long) arguments[3], (long) arguments[4]);
      case "fixed" ->
          arguments[0] == MapAttribute.FIXED
              ? LongStream.of((long) arguments[1])
              : LongStream.empty();
      case "remaining" -> LongStream.of(((ByteBuffer) arguments[0]).remaining());
      case "address" -> address((ByteBuffer) arguments[0]);
      case "list" -> LongStream.of(list(call).size());
      case "permission" -> list(call).stream().mapToLong(AccessEntry::permission);
      case "node" -> list(call).stream().mapToLong(AccessEntry::node);
      default -> ofVector((ScatGath) arguments[0]);
    };
  }

  private static int count(Invocation call) {
    return call.intAt(3);
  }

  /** The end of a range that is not empty and begins in the segment. */
  private static LongStream end(long start, long length) {
    return length > 0 && start >= 0 ? LongStream.of(start + length) : LongStream.empty();
  }

  private static LongStream address(ByteBuffer memory) {
    return memory.isDirect()
        ? LongStream.of(memory.alignmentOffset(memory.position(), MAX_PAGE))
        : LongStream.empty();
  }

  @SuppressWarnings("unchecked")
  private static List<AccessEntry> list(Invocation call) {
    Object list = call.arguments()[call.arguments().length - 1];
    return list == null ? List.of() : (List<AccessEntry>) list;
  }

  private LongStream ofVector(ScatGath vector) {
    if (value.equals("entries")) {
      return LongStream.of(vector.count());
    }
    ToLongFunction<Integer> of =
        switch (value) {
          case "remote" -> vector::remoteOffset;
          case "remote-end" -> i -> vector.remoteOffset(i) + vector.length(i);
          case "local-end" -> i -> beyond(vector, i);
          case "shortest" -> vector::length;
          default -> throw new IllegalArgumentException("value '" + value + "'");
        };
    return LongStream.range(0, vector.count()).map(i -> of.applyAsLong((int) i));
  }

  /** Computes the bytes by which an entry exceeds its local memory; negative or 0 if it fits. */
  private static long beyond(ScatGath vector, int i) {
    int capacity =
        vector.isHandle(i)
            ? vector.handle(i).length()
            : vector.buffer(i) == null ? 0 : vector.buffer(i).capacity();
    return vector.localOffset(i) + vector.length(i) - capacity;
  }
}
