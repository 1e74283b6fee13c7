package org.dat4j.conformance.dat.mutant;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.dat.mutant.fault.ObservingFault;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: segments are placed in wrong order, or one byte
 * of memory is changed. The byte is inside or outside the target. The change is in place when the
 * completion is taken.
 */
final class DatPlacementFault extends ObservingFault {

  /** The memory that a transfer writes: segments of addresses and lengths. */
  private record WrittenMemory(int[] contexts, boolean remote, long[] addresses, long[] lengths) {}

  private final PostCall.Op operation;
  private final String change;
  private final TrackedRegions regions = new TrackedRegions();
  private final Map<Long, WrittenMemory> targets = new ConcurrentHashMap<>();

  DatPlacementFault(PostCall.Op operation, String change) {
    this.operation = operation;
    this.change = change;
  }

  @Override
  protected Object make(Call call, boolean acts) {
    PostCall post = PostCall.of(call);
    if (post != null && post.op() == operation) {
      if (!change.equals("reversed")) {
        targets.put(post.cookie(), target(post));
      } else if (acts) {
        post.reverse();
      }
    } else if (post != null && post.op().request() == operation.request()) {
      targets.remove(post.cookie());
    }
    regions.before(call);
    Object answer = call.proceed();
    regions.after(call, answer);
    return answer;
  }

  private static WrittenMemory target(PostCall post) {
    if (post.op() == PostCall.Op.WRITE) {
      return new WrittenMemory(
          new int[] {post.remoteContext()},
          true,
          new long[] {post.remoteAddress()},
          new long[] {post.remoteLength()});
    }
    WrittenMemory target =
        new WrittenMemory(
            new int[post.count()], false, new long[post.count()], new long[post.count()]);
    for (int i = 0; i < post.count(); i++) {
      target.contexts()[i] = post.context(i);
      target.addresses()[i] = post.address(i);
      target.lengths()[i] = post.length(i);
    }
    return target;
  }

  @Override
  protected boolean passes(Evd evd, DatEvent event) {
    if (event.number() == EventNumber.DTO_COMPLETION_EVENT
        && event.status() == DtoStatus.SUCCESS
        && (operation.request() ? sent(evd, event) : received(evd, event))) {
      WrittenMemory target = targets.remove(event.cookie());
      if (target != null) {
        corrupt(target, event.transferredLength());
      }
    }
    return true;
  }

  private static boolean sent(Evd evd, DatEvent event) {
    return event.ep().query().requestEvd() == evd;
  }

  private static boolean received(Evd evd, DatEvent event) {
    return event.ep().query().recvEvd() == evd;
  }

  private void corrupt(WrittenMemory target, long length) {
    switch (change) {
      case "first" -> {
        if (length > 0) {
          corruptAt(target, 0);
        }
      }
      case "last" -> {
        if (length > 0) {
          corruptAt(target, length - 1);
        }
      }
      case "middle" -> {
        if (length > 1) {
          corruptAt(target, length / 2);
        }
      }
      case "before" -> corruptAt(target, -1);
      default -> corruptAt(target, length);
    }
  }

  /** Changes the byte at a position of the transfer, the segments one after the other. */
  private void corruptAt(WrittenMemory target, long position) {
    long left = position;
    for (int i = 0; i < target.contexts().length; i++) {
      if (left < target.lengths()[i] || i == target.contexts().length - 1) {
        long address = target.addresses()[i] + left;
        int context = target.contexts()[i];
        (target.remote() ? regions.remote(context) : regions.local(context))
            .ifPresent(region -> region.corrupt(address));
        return;
      }
      left -= target.lengths()[i];
    }
  }
}
