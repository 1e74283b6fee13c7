package org.dat4j.dat.udapl.abi;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.file.Path;
import java.util.Map;

/** The functions of the C double that are not part of DAT, and its record of the last call. */
public final class DoubleControl {

  private static final int MAX_ARGS = 16;
  private static final int VALUES = 16;
  private static final int SIZES = VALUES + 8 * MAX_ARGS;
  private static final int NAME = SIZES + 8 * MAX_ARGS;
  private static final int SEGMENTS = NAME + 64;

  /** Index under which the record has the remote segment. */
  public static final int REMOTE_SEGMENT = 8;

  private DoubleControl() {}

  public static void load(Path library) {
    // Lazy only: whether the symbols are global is up to the loader under test.
    Map<String, Integer> flags = Map.of(Library.OPTION_OPEN_FLAGS, 0x001);
    Native.register(
        DoubleControl.class, NativeLibrary.getInstance(library.toAbsolutePath().toString(), flags));
  }

  public static native long double_record();

  public static native void double_reset();

  public static native void double_result(int ret);

  public static native void double_hold(int on);

  /** Calls wait at this point of the double, until it is null: see dat_double.c. */
  public static native void double_hold_in(String point);

  public static native void double_device(String name);

  public static native void double_outputs(int on);

  public static native void double_unrecorded(int on);

  public static native void double_drop();

  public static native void double_late(int looks);

  public static native int double_still_late();

  public static native void double_ep_state(int state);

  public static native void double_heap_points(int on);

  public static native void double_watch(String function);

  public static native void double_fail(String function, int ret);

  public static native String double_history();

  public static native void double_peer_data(int size);

  public static native int double_bare(long a, long b);

  public static native int double_bare5(long a, long b, long c, long d, long e);

  /** A handle to pass to a function: in 2.0 the one that is wanted, in 1.2 a real one. */
  public static native long double_handle(long wanted);

  public static native void double_push_dto(
      int number, long evd, long ep, long cookie, int status, long length);

  public static native void double_push_cr(long evd, long sp, long address, long qual, long cr);

  public static native void double_push_connection(
      int number, long evd, long ep, int size, long data);

  public static native void double_push_async(int number, long evd, long handle, int reason);

  public static long calls() {
    return record().getLong(0);
  }

  public static String name() {
    return record().getString(NAME);
  }

  public static int argumentCount() {
    return (int) record().getLong(8);
  }

  public static long argument(int index) {
    return record().getLong(VALUES + 8L * index);
  }

  public static int argumentSize(int index) {
    return (int) record().getLong(SIZES + 8L * index);
  }

  public static long segmentCount() {
    return record().getLong(SEGMENTS);
  }

  public static long segmentAddress(int index) {
    return record().getLong(SEGMENTS + 8 + 24L * index);
  }

  public static long segmentLength(int index) {
    return record().getLong(SEGMENTS + 16 + 24L * index);
  }

  public static long segmentContext(int index) {
    return record().getLong(SEGMENTS + 24 + 24L * index);
  }

  public static byte[] data(int length) {
    return record().getByteArray(SEGMENTS + 8 + 24L * (REMOTE_SEGMENT + 1), length);
  }

  private static Pointer record() {
    return new Pointer(double_record());
  }
}
