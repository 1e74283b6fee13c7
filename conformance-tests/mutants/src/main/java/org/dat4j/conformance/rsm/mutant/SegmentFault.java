package org.dat4j.conformance.rsm.mutant;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;

/**
 * A known fault that makes an RSM provider a mutant: one rule of segments does not hold, such as of
 * their ids, connections or mappings.
 */
final class SegmentFault implements RsmFault {
  private static final int FEW = 500;
  private static final int OTHER_RANGE = 0x00700000;

  private final String rule;
  private final HandleTracker known = new HandleTracker();
  private final AtomicInteger count = new AtomicInteger();
  private final Map<Object, Thread> makers = Collections.synchronizedMap(new IdentityHashMap<>());
  private final Set<Integer> ids = Collections.synchronizedSet(new HashSet<>());

  /** Imports, exports or handles that a rule has marked. */
  private final Set<Object> marked =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  /** Allocated memory of each length. */
  private final Map<Integer, ByteBuffer> allocated = new ConcurrentHashMap<>();

  private final Map<Object, ByteBuffer> before = new ConcurrentHashMap<>();
  private volatile int picked;

  SegmentFault(String rule) {
    this.rule = rule;
  }

  @Override
  public Object call(Invocation call) {
    return switch (call.name()) {
      case "RsmController.allocate" -> allocate(call);
      case "RsmController.createExportSegment" -> create(call);
      case "RsmController.createLocalMemoryHandle" -> createHandle(call);
      case "RsmController.connectImportSegment" -> connect(call);
      case "ExportSegment.publish" -> publish(call);
      case "ExportSegment.republish", "ExportSegment.unpublish", "ExportSegment.destroy" ->
          end(call);
      case "ExportSegment.rebind" -> rebind(call);
      case "ImportSegment.disconnect" -> disconnect(call);
      case "ImportSegment.map" -> map(call);
      case "ImportSegment.getPollfd", "ExportSegment.getPollfd" -> getPollfd(call);
      case "ImportSegment.releasePollfd", "ExportSegment.releasePollfd" -> releasePollfd(call);
      default -> TransferArguments.is(call) ? transfer(call) : known.made(call);
    };
  }

  @Override
  public Object pass(Invocation call) {
    return known.made(call);
  }

  private boolean is(String name) {
    return rule.equals(name);
  }

  private static void clear(ByteBuffer memory) {
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, (byte) 0);
    }
  }

  private Object allocate(Invocation call) {
    int length = call.intAt(0);
    if (is("allocate-misaligned") && length > 0) {
      call.arguments()[0] = length + Long.BYTES;
    }
    ByteBuffer memory = (ByteBuffer) known.made(call);
    int size = memory.capacity();
    return switch (rule) {
      case "allocate-dirty" -> memory.put(size - 1, (byte) 1);
      case "allocate-same" -> allocated.computeIfAbsent(size, any -> memory);
      case "allocate-misaligned" ->
          memory.slice(Long.BYTES, size - Long.BYTES).order(memory.order());
      case "allocate-short" -> memory.limit(Math.min(size, length));
      case "allocated-refused" -> {
        marked.add(memory);
        yield memory;
      }
      default -> memory;
    };
  }

  private Object create(Invocation call) {
    int flags = call.intAt(1);
    boolean refuses =
        is("one-export") && count.getAndIncrement() > 0
            || is("no-flag") && flags == ExportFlags.DONTWAIT
            || is("no-flags") && flags == (ExportFlags.DONTWAIT | ExportFlags.ALLOW_REBIND)
            || is("allocated-refused") && marked.contains(call.arguments()[0])
            || is("one-segment-per-memory") && !isNew((ByteBuffer) call.arguments()[0]);
    if (refuses) {
      return RsmReturnFault.refused(call);
    }
    Object answer = known.made(call);
    makers.put(answer, Thread.currentThread());
    if (is("create-clears")) {
      clear(known.export(answer).memory());
    }
    return answer;
  }

  private boolean isNew(ByteBuffer memory) {
    return memory == null || marked.add(memory);
  }

  private Object createHandle(Invocation call) {
    ByteBuffer memory = (ByteBuffer) call.arguments()[0];
    if (is("whole-pages") && memory != null && memory.remaining() % 4096 != 0) {
      return RsmReturnFault.refused(call);
    }
    Object answer = known.made(call);
    if (is("handle-clears")) {
      clear(memory.slice());
    }
    return answer;
  }

  private Object connect(Invocation call) {
    if (is("interrupt-lost")) {
      Thread.interrupted();
    }
    HandleTracker.Export export = known.exportOf(call.intAt(1));
    if (export != null) {
      boolean again = is("one-import") && !known.importsOf(export).isEmpty();
      if (again || is("lasts") && count.incrementAndGet() > FEW) {
        return RsmReturnFault.refused(call);
      }
      if (marked.contains(export.object())) {
        throw new RsmException(
            RsmReturn.SEG_NOT_PUBLISHED, call.name(), "id", call.intAt(1), "none");
      }
    }
    return known.made(call);
  }

  private Object publish(Invocation call) {
    int id = call.intAt(0);
    boolean used = is("id-stays-used") && id != 0 && ids.contains(id);
    if (used || is("maker-only") && makers.get(call.object()) != Thread.currentThread()) {
      return RsmReturnFault.refused(call);
    }
    if (is("low-ids") && id == 0) {
      call.arguments()[0] = OTHER_RANGE + count.getAndIncrement();
    }
    Object answer;
    try {
      answer = known.made(call);
    } catch (RsmException e) {
      if (is("refused-publishes") && e.code() == RsmReturn.BAD_ACL) {
        ((ExportSegment) call.object()).publish(id, null);
      }
      throw e;
    }
    if (id != 0) {
      ids.add(id);
    }
    if (is("other-id") && id != 0) {
      return id + 1;
    } else if (is("no-id") && id == 0) {
      return 0;
    } else if (is("same-id") && id == 0) {
      picked = picked == 0 ? (int) answer : picked;
      return picked;
    }
    return answer;
  }

  private Object end(Invocation call) {
    HandleTracker.Export export = known.export(call.object());
    boolean republish = call.method().equals("republish");
    if (is("maker-only") && makers.get(call.object()) != Thread.currentThread()) {
      return RsmReturnFault.refused(call);
    }
    Object answer;
    try {
      answer = known.made(call);
    } catch (RsmException e) {
      boolean withdraws =
          is("refused-unpublish-withdraws") && call.method().equals("unpublish")
              || is("refused-destroy-withdraws") && call.method().equals("destroy");
      if (withdraws && e.code() == RsmReturn.POLLFD_IN_USE) {
        marked.add(call.object());
      }
      throw e;
    }
    if (is(call.method() + "-clears")) {
      clear(export.memory());
    } else if (republish && is("republish-aborts")) {
      known.importsOf(export).forEach(each -> marked.add(each.object()));
    } else if (republish && is("republish-withdraws")) {
      marked.add(call.object());
    }
    return answer;
  }

  private Object rebind(Invocation call) {
    HandleTracker.Export export = known.export(call.object());
    ByteBuffer memory = (ByteBuffer) call.arguments()[0];
    if (is("offset-counts") && (long) call.arguments()[1] != 0) {
      return RsmReturnFault.refused(call);
    }
    if (is("not-the-same") && memory != null && !isNew(memory)) {
      return RsmReturnFault.refused(call);
    }
    ByteBuffer old = export == null ? null : export.memory();
    Object answer = known.made(call);
    if (is("rebind-aborts")) {
      known.importsOf(export).forEach(each -> marked.add(each.object()));
    } else if (is("rebind-withdraws")) {
      marked.add(call.object());
    } else if (is("rebind-keeps-old") && old != null) {
      before.put(call.object(), old);
    } else if (is("rebind-changes") && old != null) {
      old.put(0, (byte) (old.get(0) + 1));
    }
    return answer;
  }

  private Object disconnect(Invocation call) {
    HandleTracker.Import own = known.importOf(call.object());
    if (is("transfers-map") && own != null && marked.contains(own.object())) {
      return RsmReturnFault.refused(call);
    }
    Object answer = known.made(call);
    if (is("disconnect-aborts") && own != null) {
      known.importsOf(own.export()).forEach(each -> marked.add(each.object()));
    }
    return answer;
  }

  private Object map(Invocation call) {
    switch (rule) {
      case "no-window" -> call.arguments()[3] = 0L;
      case "not-fixed" -> call.arguments()[0] = MapAttribute.NONE;
      case "map-first" -> {
        if (marked.contains(call.object())) {
          return RsmReturnFault.refused(call);
        }
      }
      case "map-misaligned-breaks" -> {
        if ((long) call.arguments()[3] % 4096 != 0) {
          marked.add(call.object());
        }
      }
      default -> {}
    }
    if (is("map-misaligned-breaks") && marked.contains(call.object())) {
      return misaligned(call);
    }
    return known.made(call);
  }

  /** A map that is refused for its alignment, then always. */
  private static Object misaligned(Invocation call) {
    throw new RsmException(
        RsmReturn.BAD_MEM_ALIGNMENT, call.name(), "offset", call.arguments()[3], "give pages");
  }

  private Object transfer(Invocation call) {
    HandleTracker.Import own = known.importOf(call.object());
    boolean aborting = is("republish-aborts") || is("rebind-aborts") || is("disconnect-aborts");
    if (aborting && marked.contains(call.object())) {
      return RsmReturn.CONN_ABORTED;
    }
    if (is("abort-revives") && own != null && own.aborted() && own.export().published()) {
      return RsmReturn.SUCCESS;
    }
    if (is("barrier-first") && known.state(call).equals("BARE")) {
      throw new RsmException(
          RsmReturn.BARRIER_UNINITIALIZED, call.name(), "barrier", "none", "make one");
    }
    Object answer = known.made(call);
    if (is("transfers-map") || is("map-first")) {
      marked.add(call.object());
    }
    if (is("rebind-keeps-old") && own != null && own.export() != null) {
      ByteBuffer old = before.get(own.export().object());
      if (old != null && TransferArguments.writes(call)) {
        int at = (int) TransferArguments.offset(call);
        old.put(at, (byte) (old.get(at) + 1));
      }
    }
    return answer;
  }

  private Object getPollfd(Invocation call) {
    RsmSegment segment = (RsmSegment) call.object();
    PollFd fd = (PollFd) call.arguments()[0];
    if (is("poll-forgets")) {
      int code = RsmReturn.SUCCESS;
      while (code == RsmReturn.SUCCESS) {
        code = segment.await(0);
      }
    }
    Object answer = known.made(call);
    switch (rule) {
      case "no-descriptor" -> fd.bind(segment, -1);
      case "other-descriptors" -> fd.bind(segment, 1000 + count.getAndIncrement());
      case "get-counts-twice" -> segment.getPollfd(new PollFd());
      case "get-does-not-count" -> segment.releasePollfd();
      case "below-zero" -> {
        if (marked.remove(segment)) {
          segment.releasePollfd();
        }
      }
      default -> {}
    }
    return answer;
  }

  private Object releasePollfd(Invocation call) {
    RsmSegment segment = (RsmSegment) call.object();
    boolean none = !known.state(call).equals("POLLED");
    Object answer = known.made(call);
    if (is("release-counts-twice")) {
      segment.releasePollfd();
    } else if (is("below-zero") && none) {
      marked.add(segment);
    }
    return answer;
  }
}
