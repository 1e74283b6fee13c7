package org.dat4j.conformance.rsm.mutant;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.rsm.RsmReturn;

/**
 * A known fault that makes an RSM provider a mutant: a put or get moves bytes to a wrong place, too
 * few, or too late. Or it moves them in the wrong order, or minds the position or limit of the
 * buffer.
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
    boolean moves = call.method().equals(method) && TransferArguments.is(call);
    return moves && call.arguments()[1] != null && TransferArguments.count(call) > 0
        ? changed(call)
        : known.made(call);
  }

  @Override
  public Object pass(Invocation call) {
    return known.made(call);
  }

  private Object changed(Invocation call) {
    int size = TransferArguments.size(call);
    Object local = call.arguments()[1];
    int index = call.intAt(2);
    int count = TransferArguments.count(call);
    switch (change) {
      case "shifted" -> call.arguments()[0] = shifted(call, size);
      case "fewer" -> call.arguments()[3] = count - 1;
      case "index" -> call.arguments()[2] = index == 0 ? index : index - 1;
      case "swapped" -> {
        if (TransferArguments.writes(call)) {
          TransferArguments.swap(TransferArguments.copied(call), index, count);
        }
      }
      case "limit" -> {
        if (local instanceof ByteBuffer buffer && index + count > buffer.limit()) {
          return RsmReturnFault.refused(call);
        }
      }
      case "position" -> {
        if (local instanceof ByteBuffer buffer) {
          call.arguments()[2] = index + buffer.position();
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
    long offset = TransferArguments.offset(call);
    long room = segment.object().length() - (long) TransferArguments.count(call) * size;
    return offset + size <= room ? offset + size : Math.max(0, offset - size);
  }

  private void spoil(Invocation call, Object local, int index, int count) {
    boolean writes = TransferArguments.writes(call);
    long offset = TransferArguments.offset(call);
    long end = offset + (long) count * TransferArguments.size(call);
    switch (change) {
      case "before" -> spoil(call, writes, local, index - 1, offset - 1);
      case "behind" -> spoil(call, writes, local, index + count, end);
      case "other-side" -> spoil(call, !writes, local, index, offset);
      case "swapped" -> {
        if (!writes) {
          TransferArguments.swap(local, index, count);
        }
      }
      case "moves-position" -> {
        if (local instanceof ByteBuffer buffer) {
          buffer.position(buffer.limit());
        }
      }
      default -> {}
    }
  }

  private void spoil(Invocation call, boolean segment, Object local, int at, long offset) {
    if (!segment) {
      TransferArguments.spoil(local, at);
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
