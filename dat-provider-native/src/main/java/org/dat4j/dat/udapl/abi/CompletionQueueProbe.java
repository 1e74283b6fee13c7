package org.dat4j.dat.udapl.abi;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.util.HashMap;
import java.util.Map;

/**
 * Asks libibverbs whether a device grants a completion queue, before libdapl asks for one: libdapl
 * does not survive a refusal. Handles are opaque here. A device that was tried stays open, which
 * costs the process two descriptors; after a refusal it is opened anew. Thread-safe.
 */
public final class CompletionQueueProbe {

  private static final String LIBRARY = "libibverbs.so.1";
  private static final boolean LOADED = load();

  /** Open devices by their names. */
  private static final Map<String, Long> OPEN = new HashMap<>();

  private CompletionQueueProbe() {}

  private static boolean load() {
    try {
      Native.register(CompletionQueueProbe.class, NativeLibrary.getInstance(LIBRARY));
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  private static native long ibv_get_device_list(long countOut);

  private static native void ibv_free_device_list(long list);

  private static native long ibv_get_device_name(long device);

  private static native long ibv_open_device(long device);

  private static native int ibv_close_device(long context);

  private static native long ibv_create_comp_channel(long context);

  private static native int ibv_destroy_comp_channel(long channel);

  private static native long ibv_create_cq(
      long context, int entries, long cqContext, long channel, int vector);

  private static native int ibv_destroy_cq(long cq);

  /**
   * Tries whether a device grants a completion queue with a channel of its own, and that a
   * descriptor is left then: another thread may open a file before the queue is really made.
   *
   * @param device name of the verbs device
   * @param entries completions that the queue holds
   * @return what is missing; null for nothing, and where libibverbs or the device is not known
   */
  public static synchronized String missingForQueue(String device, int entries) {
    if (!LOADED || device.isEmpty()) {
      return null;
    }
    Long context = OPEN.get(device);
    if (context == null) {
      context = open(device);
      if (context == null) {
        return null;
      }
      if (context == 0) {
        return "file descriptors (ulimit -n), or access to the device";
      }
      OPEN.put(device, context);
    }
    String missing = missing(context, entries);
    if (missing != null) {
      OPEN.remove(device);
      ibv_close_device(context);
    }
    return missing;
  }

  private static String missing(long context, int entries) {
    long channel = ibv_create_comp_channel(context);
    if (channel == 0) {
      return "file descriptors (ulimit -n)";
    }
    long spare = ibv_create_comp_channel(context);
    try {
      if (spare == 0) {
        return "file descriptors (ulimit -n)";
      }
      long cq = ibv_create_cq(context, entries, 0, channel, 0);
      if (cq == 0) {
        return "completion queues or memory of the device, or locked memory (ulimit -l)";
      }
      ibv_destroy_cq(cq);
      return null;
    } finally {
      if (spare != 0) {
        ibv_destroy_comp_channel(spare);
      }
      ibv_destroy_comp_channel(channel);
    }
  }

  /** Opens a device; returns null if there is no such device, 0 if it cannot be opened. */
  private static Long open(String name) {
    long list = ibv_get_device_list(0);
    if (list == 0) {
      return null;
    }
    try {
      for (long at = list; ForeignMemory.pointer(at) != 0; at += Long.BYTES) {
        long device = ForeignMemory.pointer(at);
        if (name.equals(ForeignMemory.text(ibv_get_device_name(device)))) {
          return ibv_open_device(device);
        }
      }
      return null;
    } finally {
      ibv_free_device_list(list);
    }
  }
}
