package org.dat4j.conformance.rsm.variant;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.forward.Call;

/**
 * Changes the calls on segments, and the waits for signals, of an honest variant of RSM: a correct
 * provider that uses freedoms of the pages. They are slow or late, or give other ids and
 * descriptors. Thread-safe.
 */
final class SegmentCalls {
  private final RsmVariantLayer layer;

  /** Export segments that do not wait for resources. */
  private final Map<Object, Boolean> unwaiting = Collections.synchronizedMap(new WeakHashMap<>());

  /** Imports that have told the program of their abort. */
  private final Set<Object> aborted =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  SegmentCalls(RsmVariantLayer layer) {
    this.layer = layer;
  }

  Object call(Call call, Supplier<Object> next) {
    return switch (call.name()) {
      case "RsmController.connectImportSegment" -> slow(RsmFreedom.SLOW_CONNECTS, next);
      case "RsmController.createExportSegment" -> create(call, next);
      case "ExportSegment.publish" -> publish(call, next);
      case "ExportSegment.unpublish" -> slow(RsmFreedom.SLOW_UNPUBLISHES, next);
      case "ExportSegment.destroy" -> slow(RsmFreedom.SLOW_DESTROYS, next);
      case "ExportSegment.await", "ImportSegment.await" -> await(call, next);
      case "ExportSegment.getPollfd" -> otherDescriptor(call, next);
      case "ImportSegment.getPollfd" -> importDescriptor(call, next);
      default -> noteAbort(call, next.get());
    };
  }

  private Object slow(RsmFreedom freedom, Supplier<Object> next) {
    layer.delay(freedom);
    Object answer = next.get();
    layer.delay(freedom);
    return answer;
  }

  private Object create(Call call, Supplier<Object> next) {
    Object segment = next.get();
    if (((int) call.arguments()[1] & ExportFlags.DONTWAIT) != 0) {
      unwaiting.put(segment, true);
    }
    return segment;
  }

  @SuppressWarnings("unchecked")
  private Object publish(Call call, Supplier<Object> next) {
    if (!unwaiting.containsKey(call.object())) {
      layer.delay(RsmFreedom.SLOW_PUBLISHES);
    }
    Object id = next.get();
    if ((int) call.arguments()[0] != 0 || !layer.uses(RsmFreedom.IDS_WITH_GAPS)) {
      return id;
    }
    ExportSegment segment = (ExportSegment) call.object();
    segment.unpublish();
    return segment.publish(0, (List<AccessEntry>) call.arguments()[1]);
  }

  private Object await(Call call, Supplier<Object> next) {
    if ((int) call.arguments()[0] == 0 && layer.now(RsmFreedom.LATE_SIGNALS) && isLive(call)) {
      return RsmReturn.TIMEOUT;
    }
    Object code = next.get();
    if (code.equals(RsmReturn.SUCCESS)) {
      layer.delay(RsmFreedom.LATE_WAKE_UPS);
    }
    return code;
  }

  /** Returns whether a call finds its segment; false where the provider cannot tell. */
  private static boolean isLive(Call call) {
    try {
      if (call.object() instanceof ImportSegment segment) {
        segment.getMode();
      } else {
        ((ExportSegment) call.object()).importers();
      }
      return true;
    } catch (RsmException e) {
      return false;
    }
  }

  private Object importDescriptor(Call call, Supplier<Object> next) {
    if (layer.uses(RsmFreedom.ABORTED_HAS_NO_DESCRIPTOR)
        && call.arguments()[0] != null
        && aborted.contains(call.object())) {
      throw new RsmException(
          RsmReturn.BAD_SEG_HNDL, call.toString(), "import", "aborted", "disconnect it");
    }
    return otherDescriptor(call, next);
  }

  private Object otherDescriptor(Call call, Supplier<Object> next) {
    Object answer = next.get();
    if (layer.uses(RsmFreedom.OTHER_DESCRIPTORS)) {
      PollFd fd = (PollFd) call.arguments()[0];
      fd.bind(fd.segment(), Integer.MAX_VALUE - fd.fd());
    }
    return answer;
  }

  private Object noteAbort(Call call, Object answer) {
    if (call.object() instanceof ImportSegment
        && Integer.valueOf(RsmReturn.CONN_ABORTED).equals(answer)) {
      aborted.add(call.object());
    }
    return answer;
  }
}
