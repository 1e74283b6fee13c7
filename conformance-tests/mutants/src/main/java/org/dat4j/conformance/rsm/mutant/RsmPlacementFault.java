package org.dat4j.conformance.rsm.mutant;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.rsm.RsmReturn;

/**
 * The fault of an RSM mutant in a put or get: it puts bytes in the wrong place or order, too few of
 * them, or too late.
 */
final class RsmPlacementFault implements RsmFault {
  private final String method;
  private final String change;
  private final HandleTracker known = new HandleTracker();

  /** Puts that were answered before they were made, with the thread that makes them later. */
  private final Map<Thread, Invocation> late = new ConcurrentHashMap<>();

  RsmPlacementFault(String method, String change) {
    this.method = method;
    this.change = change;
  }

  @Override
  public Object call(Invocation call) {
    Invocation before = late.remove(Thread.currentThread());
    if (before != null) {
      before.proceed();
    }
    boolean moves = call.method().equals(method) && Transfers.is(call);
    return moves && call.arguments()[1] != null && Transfers.count(call) > 0
        ? changed(call)
        : known.made(call);
  }

  @Override
  public Object pass(Invocation call) {
    return known.made(call);
  }

  private Object changed(Invocation call) {
    int size = Transfers.size(call);
    Object local = call.arguments()[1];
    int index = call.intAt(2);
    int count = Transfers.count(call);
    switch (change) {
      case "shifted" -> call.arguments()[0] = shifted(call, size);
      case "fewer" -> call.arguments()[3] = count - 1;
      case "index" -> call.arguments()[2] = index == 0 ? index : index - 1;
      case "swapped" -> {
        if (Transfers.writes(call)) {
          Transfers.swap(Transfers.copied(call), index, count);
        }
      }
      case "late" -> {
        late.put(Thread.currentThread(), call);
        return RsmReturn.SUCCESS;
      }
      default -> {}
    }
    Object answer = known.made(call);
    if (answer.equals(RsmReturn.SUCCESS)) {
      spoil(call, local, index, count);
    }
    return answer;
  }

  private long shifted(Invocation call, int size) {
    HandleTracker.Import segment = known.importOf(call.object());
    long offset = Transfers.offset(call);
    long room = segment.object().length() - (long) Transfers.count(call) * size;
    return offset + size <= room ? offset + size : Math.max(0, offset - size);
  }

  private void spoil(Invocation call, Object local, int index, int count) {
    boolean writes = Transfers.writes(call);
    long offset = Transfers.offset(call);
    long end = offset + (long) count * Transfers.size(call);
    switch (change) {
      case "before" -> spoil(call, writes, local, index - 1, offset - 1);
      case "behind" -> spoil(call, writes, local, index + count, end);
      case "other-side" -> spoil(call, !writes, local, index, offset);
      case "swapped" -> {
        if (!writes) {
          Transfers.swap(local, index, count);
        }
      }
      default -> {}
    }
  }

  private void spoil(Invocation call, boolean segment, Object local, int at, long offset) {
    if (!segment) {
      Transfers.spoil(local, at);
      return;
    }
    HandleTracker.Import own = known.importOf(call.object());
    if (own != null && own.export() != null) {
      ByteBuffer memory = own.export().memory();
      if (offset >= 0 && offset < memory.capacity()) {
        memory.put((int) offset, (byte) (memory.get((int) offset) + 1));
      }
    }
  }
}
