package org.dat4j.rsm.librsm;

import java.lang.ref.Reference;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.librsm.StructLayouts.RsmIovecT;
import org.dat4j.rsm.librsm.StructLayouts.RsmScatGathT;

/**
 * Off-heap memory of a thread, in which a vector of RSM transfers is laid out as librsm expects it.
 */
final class IoVectorMemory {
  private static final int RSM_HANDLE_TYPE = 0x01;
  private static final int RSM_VA_TYPE = 0x02;
  private static final ThreadLocal<IoVectorMemory> OF_THREAD =
      ThreadLocal.withInitial(IoVectorMemory::new);

  private final NativeBlock block =
      new NativeBlock(RsmScatGathT.SIZE + RsmIovecT.SIZE * RsmConstants.MAX_SGIOREQS);
  private final LibraryHandle[] entered = new LibraryHandle[RsmConstants.MAX_SGIOREQS];
  private int handles;

  private IoVectorMemory() {}

  static IoVectorMemory ofThread() {
    return OF_THREAD.get();
  }

  /** Tells whether the library can reach all memory of a vector. */
  static boolean isReachable(ScatGath vector) {
    for (int k = 0; k < vector.count(); k++) {
      if (!vector.isHandle(k)
          && vector.length(k) > 0
          && (vector.buffer(k) == null || !vector.buffer(k).isDirect())) {
        return false;
      }
    }
    return true;
  }

  /** Transfers a vector without posting a signal, and sets its residual count. */
  int transfer(LibrsmController controller, LibraryHandle segment, ScatGath vector, boolean put) {
    int count = vector.count();
    block.setInt(0, RsmScatGathT.LOCAL_NODEID, 0);
    block.setLong(0, RsmScatGathT.IO_REQUEST_COUNT, count);
    block.setLong(0, RsmScatGathT.IO_RESIDUAL_COUNT, count);
    block.setInt(0, RsmScatGathT.FLAGS, 0);
    block.setLong(0, RsmScatGathT.REMOTE_HANDLE, segment.value());
    block.setLong(0, RsmScatGathT.IOVEC, block.address + RsmScatGathT.SIZE);
    try {
      for (int k = 0; k < count; k++) {
        if (!fill(controller, vector, k)) {
          return RsmReturn.BAD_SGIO;
        }
      }
      int code =
          put
              ? LibRsm.rsm_memseg_import_putv(block.address)
              : LibRsm.rsm_memseg_import_getv(block.address);
      vector.setResidual((int) block.getLong(RsmScatGathT.IO_RESIDUAL_COUNT));
      return code;
    } finally {
      while (handles > 0) {
        entered[--handles].leave();
        entered[handles] = null;
      }
      Reference.reachabilityFence(vector);
    }
  }

  /** Writes an entry; returns false if its handle was freed meanwhile. */
  private boolean fill(LibrsmController controller, ScatGath vector, int k) {
    int entry = RsmScatGathT.SIZE + RsmIovecT.SIZE * k;
    boolean byHandle = vector.isHandle(k);
    long local = 0;
    if (byHandle) {
      LibraryHandle handle = controller.local(vector.handle(k));
      if (handle == null || !handle.enter()) {
        return false;
      }
      entered[handles++] = handle;
      local = handle.value();
    } else if (vector.length(k) > 0) {
      vector.buffer(k).get((int) vector.localOffset(k));
      local = SystemCalls.addressOf(vector.buffer(k));
    }
    block.setInt(entry, RsmIovecT.IO_TYPE, byHandle ? RSM_HANDLE_TYPE : RSM_VA_TYPE);
    block.setLong(entry, RsmIovecT.LOCAL, local);
    block.setLong(entry, RsmIovecT.LOCAL_OFFSET, local == 0 ? 0 : vector.localOffset(k));
    block.setLong(entry, RsmIovecT.REMOTE_OFFSET, vector.remoteOffset(k));
    block.setLong(entry, RsmIovecT.TRANSFER_LENGTH, vector.length(k));
    return true;
  }
}
