package org.dat4j.rsm.librsm;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** The functions of the C double that are not part of RSM, and its record of the last call. */
final class DoubleControl {
  private static final int MAX_ARGS = 8;
  private static final int VALUES = 16;
  private static final int SIZES = VALUES + 8 * MAX_ARGS;
  private static final int NAME = SIZES + 8 * MAX_ARGS;

  private DoubleControl() {}

  static void load(String path) {
    Native.register(DoubleControl.class, NativeLibrary.getInstance(path));
  }

  private static native Pointer double_record();

  static native void double_reset(int alive);

  static native void double_watch(String function);

  static native void double_result(int code);

  static native void double_fail(String function, int code);

  static native void double_vector(int entries, int code);

  static native int double_misuses();

  static native int double_references(int controller);

  static native int double_topologies();

  static native int double_importers(int id);

  static native int double_peek(int id, long offset);

  static long calls() {
    return double_record().getLong(0);
  }

  static int argumentCount() {
    return (int) double_record().getLong(8);
  }

  static long argument(int index) {
    return double_record().getLong(VALUES + 8L * index);
  }

  static int argumentSize(int index) {
    return (int) double_record().getLong(SIZES + 8L * index);
  }

  static String name() {
    return double_record().getString(NAME);
  }
}
