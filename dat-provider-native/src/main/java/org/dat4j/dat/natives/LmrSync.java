package org.dat4j.dat.natives;

import org.dat4j.dat.LmrIov;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.TripletMemory;

/** The sync calls of an adapter whose library needs them. Thread-safe. */
final class LmrSync {

  private final NativeIa adapter;

  /** Grows with the longest list, so that calls do not allocate. */
  private TripletMemory segments = new TripletMemory(1);

  LmrSync(NativeIa adapter) {
    this.adapter = adapter;
  }

  /** Makes local stores visible to RDMA Reads. */
  synchronized void read(LmrIov iov) {
    int ret = LibDat.dat_lmr_sync_rdma_read(adapter.handle(), written(iov), iov.count());
    NativeErrors.check(ret, adapter.where("lmrSyncRdmaRead"), "dat_lmr_sync_rdma_read");
  }

  /** Makes RDMA Writes visible to local loads. */
  synchronized void write(LmrIov iov) {
    int ret = LibDat.dat_lmr_sync_rdma_write(adapter.handle(), written(iov), iov.count());
    NativeErrors.check(ret, adapter.where("lmrSyncRdmaWrite"), "dat_lmr_sync_rdma_write");
  }

  private long written(LmrIov iov) {
    int count = iov.count();
    if (count > segments.capacity()) {
      segments = new TripletMemory(count);
    }
    for (int i = 0; i < count; i++) {
      segments.put(i, iov.lmrContext(i), iov.address(i), iov.length(i));
    }
    return segments.address();
  }
}
