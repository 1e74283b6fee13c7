package org.dat4j.conformance.rsm.variant;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.spi.forward.Call;

/**
 * Changes transfers and barriers for an honest variant of RSM, a correct provider that uses
 * freedoms of the manual pages. The upper half moves first, puts are made only at the barrier, or
 * failures are reported only by its close. A call with a fault in its arguments goes to the
 * provider as it is. Thread-safe.
 */
final class TransferCalls {
  private static final Pattern PUT = Pattern.compile("ImportSegment\\.put(8|16|32|64)?");
  private static final Pattern GET = Pattern.compile("ImportSegment\\.get(8|16|32|64)?");
  private static final Pattern VECTOR = Pattern.compile("ImportSegment\\.(put|get)v");

  private final RsmVariantLayer layer;
  private final DeadExporters dead;
  private final Map<Object, Span> spans = Collections.synchronizedMap(new WeakHashMap<>());
  private final Map<Object, Object> imports = Collections.synchronizedMap(new WeakHashMap<>());

  TransferCalls(RsmVariantLayer layer) {
    this.layer = layer;
    this.dead = new DeadExporters(layer);
  }

  /** The mode of an import, its open barriers and the puts that wait for one. */
  private static final class Span {
    private final List<Call> pending = new ArrayList<>();
    private final Set<Object> open = Collections.newSetFromMap(new WeakHashMap<>());
    private boolean explicit;
    private boolean mapped;

    private synchronized boolean isExplicit() {
      return explicit && !open.isEmpty();
    }

    private synchronized boolean isMapped() {
      return mapped;
    }

    private synchronized void add(Call put) {
      pending.add(put);
    }

    /** Makes the pending puts, in their order. */
    private synchronized void flush() {
      for (Call put : pending) {
        try {
          put.proceed();
        } catch (RsmException e) {
          // The import has ended or was aborted meanwhile: the close of the barrier says so.
          break;
        }
      }
      pending.clear();
    }
  }

  private Span span(Object segment) {
    return spans.computeIfAbsent(segment, any -> new Span());
  }

  Object call(Call call, Supplier<Object> next) {
    if (call.name().startsWith("RsmBarrier.")) {
      return barrier(call, next);
    } else if (!(call.object() instanceof ImportSegment)) {
      return dead.note(call, next.get());
    }
    Span span = span(call.object());
    boolean put = PUT.matcher(call.name()).matches();
    if (put
        && layer.uses(RsmFreedom.PUTS_AT_THE_BARRIER)
        && span.isExplicit()
        && !span.isMapped()
        && isRight(call, Permission.WRITE)) {
      copyLocal(call);
      span.add(call);
      return RsmReturn.SUCCESS;
    }
    span.flush();
    boolean get = GET.matcher(call.name()).matches();
    Object answer = put || get ? transfer(call, put, span, next) : next.get();
    if (put || call.name().equals("ImportSegment.post")) {
      answer = dead.late(call.object(), answer);
    } else {
      dead.told(call.object(), answer);
    }
    boolean vector = VECTOR.matcher(call.name()).matches();
    if ((put || get || vector)
        && layer.uses(RsmFreedom.SILENT_ABORTS)
        && answer.equals(RsmReturn.CONN_ABORTED)
        && span.isExplicit()) {
      if (vector) {
        ((ScatGath) call.arguments()[0]).setResidual(0);
      }
      return RsmReturn.SUCCESS;
    }
    note(call, span, answer);
    return answer;
  }

  private void note(Call call, Span span, Object answer) {
    synchronized (span) {
      switch (call.name()) {
        case "ImportSegment.setMode" -> span.explicit = call.arguments()[0] == BarrierMode.EXPLICIT;
        case "ImportSegment.map" -> span.mapped = true;
        case "ImportSegment.initBarrier" -> imports.put(answer, call.object());
        default -> {}
      }
    }
  }

  private Object barrier(Call call, Supplier<Object> next) {
    Object segment = imports.get(call.object());
    Span span = span(segment);
    span.flush();
    Object answer = next.get();
    if (call.name().equals("RsmBarrier.close")) {
      answer = dead.late(segment, answer);
    } else {
      dead.told(segment, answer);
    }
    synchronized (span) {
      switch (call.name()) {
        case "RsmBarrier.open" -> span.open.add(call.object());
        case "RsmBarrier.close", "RsmBarrier.destroy" -> span.open.remove(call.object());
        default -> {}
      }
    }
    return answer;
  }

  /** Makes a put or a get; in two parts where the variant has that freedom. */
  private Object transfer(Call call, boolean put, Span span, Supplier<Object> next) {
    RsmFreedom freedom = put ? RsmFreedom.UPPER_HALF_PUT_FIRST : RsmFreedom.UPPER_HALF_GOT_FIRST;
    Object[] arguments = call.arguments();
    int count = count(call);
    if (!layer.uses(freedom)
        || count < 2
        || span.isMapped()
        || !isRight(call, put ? Permission.WRITE : Permission.READ)) {
      return next.get();
    }
    long offset = (long) arguments[0];
    int index = (int) arguments[2];
    int lower = count / 2;
    arguments[0] = offset + (long) lower * size(call);
    arguments[2] = index + lower;
    arguments[3] = count - lower;
    Object answer = next.get();
    if (!answer.equals(RsmReturn.SUCCESS)) {
      return answer;
    }
    layer.delayTransfer(freedom);
    arguments[0] = offset;
    arguments[2] = index;
    arguments[3] = lower;
    return next.get();
  }

  private static int count(Call call) {
    return (int) call.arguments()[3];
  }

  /** Returns the bytes of an item. */
  private static int size(Call call) {
    String width = call.method().getName().substring("put".length());
    return width.isEmpty() ? 1 : Integer.parseInt(width) / Byte.SIZE;
  }

  /** Returns whether the arguments of a put or a get are right and the import is there. */
  private static boolean isRight(Call call, int permission) {
    ImportSegment segment = (ImportSegment) call.object();
    long offset = (long) call.arguments()[0];
    Object local = call.arguments()[1];
    int index = (int) call.arguments()[2];
    int count = count(call);
    if (local == null || index < 0 || count < 1 || offset < 0 || offset % size(call) != 0) {
      return false;
    }
    int capacity = local instanceof ByteBuffer bytes ? bytes.capacity() : Array.getLength(local);
    try {
      segment.getMode();
      return count <= capacity - index
          && (segment.permission() & permission) != 0
          && offset <= segment.length() - (long) count * size(call);
    } catch (RsmException e) {
      return false;
    }
  }

  /** Replaces the local memory of a put by a copy: its caller may change it after the call. */
  private static void copyLocal(Call call) {
    Object local = call.arguments()[1];
    int index = (int) call.arguments()[2];
    int count = count(call);
    Object copy;
    if (local instanceof ByteBuffer bytes) {
      copy = ByteBuffer.allocate(count).put(0, bytes, index, count);
    } else {
      copy = Array.newInstance(local.getClass().getComponentType(), count);
      System.arraycopy(local, index, copy, 0, count);
    }
    call.arguments()[1] = copy;
    call.arguments()[2] = 0;
  }
}
