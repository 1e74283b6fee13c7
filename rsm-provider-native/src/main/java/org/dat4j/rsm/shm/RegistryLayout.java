package org.dat4j.rsm.shm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The layout of the shared object that holds a node's registry: offsets, sizes and values of its
 * fields. All words are naturally aligned.
 */
final class RegistryLayout {
  static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
  static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  static final int MAGIC = 0x52534d34;
  static final int VERSION = 4;

  // Header. The magic number is written last.
  static final int H_MAGIC = 0;
  static final int H_VERSION = 4;
  static final int H_NEXT_ID = 8;
  static final int H_NEXT_TAG = 12;
  static final int H_NEXT_IMPORT = 16;
  static final int H_SIZE = 4096;

  // Processes.
  static final int PROCESSES = 256;
  static final int P_STRIDE = 64;
  static final int P_STATE = 0;
  static final int P_ROLE = 4;
  static final int P_PID = 8;
  static final int P_START = 16;
  static final int P_DOORBELL = 24;
  static final int P_SLEEPING = 28;
  static final int P_BASE = H_SIZE;

  /** The role of a process that exports on this node; others only import from it. */
  static final int ROLE_MEMBER = 1;

  // Segments.
  static final int SEGMENTS = 1024;
  static final int S_STRIDE = 1536;
  static final int S_STATE = 0;
  static final int S_ID = 4;
  static final int S_OWNER = 8;
  static final int S_GENERATION = 12;
  static final int S_LENGTH = 16;
  static final int S_OFFSET = 24;
  static final int S_OBJECT = 32;
  static final int S_MODE = 36;
  static final int S_UID = 40;
  static final int S_GID = 44;
  static final int S_UNIT = 48;
  static final int S_ENTRIES = 52;
  static final int S_TAG = 56;

  /** The number of lost imports plus one, or 0 if the exporter does not ask for them. */
  static final int S_LOSSES = 60;

  static final int S_SIGNALS = 128;
  static final int S_LIST = 256;
  static final int S_IMPORTS = 768;

  /**
   * The field with a bit for each word of {@link #S_IMPORTS} that is not 0: a post reads those
   * words only.
   */
  static final int S_IMPORT_WORDS = 1280;

  static final int S_BASE = P_BASE + PROCESSES * P_STRIDE;

  static final int BOUND = 1;
  static final int PUBLISHED = 2;

  // Imports. State and generation form one word, the gate that each transfer compares.
  // A power of two, and at most 4096: a segment has one bit for each import in 64 words, and one
  // word with a bit for each of these. Another number changes the layout, and so its version.
  static final int IMPORTS = 4096;
  static final int I_STRIDE = 192;
  static final int I_GATE = 0;
  static final int I_MAPPED = 8;
  static final int I_OWNER = 16;
  static final int I_SEGMENT = 20;
  static final int I_TAG = 24;
  static final int I_SEGMENT_TAG = 28;
  static final int I_MAP_GENERATION = 32;
  static final int I_NODE = 36;
  static final int I_PID = 40;
  static final int I_SIGNALS = 64;

  /**
   * The count of transfers under way, on a cache line that only the importer writes: posts read the
   * words before it.
   */
  static final int I_BUSY = 128;

  static final int I_BASE = S_BASE + SEGMENTS * S_STRIDE;

  static final int CONNECTED = 1;
  static final int ABORTED = 2;

  /**
   * The state of an import whose process has ended; the slot stays until the exporter has noticed.
   */
  static final int LOST = 3;

  /** The value for an explicit mapping that shows the segment. */
  static final int MAP_LIVE = 1;

  static final int SIZE = I_BASE + IMPORTS * I_STRIDE;

  private RegistryLayout() {}

  static int process(int index) {
    return P_BASE + index * P_STRIDE;
  }

  static int segment(int index) {
    return S_BASE + index * S_STRIDE;
  }

  static int imported(int index) {
    return I_BASE + index * I_STRIDE;
  }

  /** Returns the value of the gate of an import. */
  static long gate(int state, int generation) {
    return (long) generation << 32 | state;
  }

  static int state(long gate) {
    return (int) gate;
  }
}
