package org.dat4j.dat.udapl.libdapl;

import org.dat4j.dat.LmrIov;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.TripletMemory;

/**
 * The calls that synchronize memory with RDMA (dat_lmr_sync_rdma_read and _write), for native
 * adapters whose library needs them. Thread-safe.
 */
public final class LmrSync {

  private final DaplAdapter adapter;

  /** Grows with the longest list, so that calls do not allocate. */
  private TripletMemory segments = new TripletMemory(1);

  /**
   * Makes one for an adapter.
   *
   * @param adapter the adapter with the library that needs the calls
   */
  public LmrSync(DaplAdapter adapter) {
    this.adapter = adapter;
  }

  /**
   * Makes local stores visible to RDMA Reads.
   *
   * @param iov the memory
   */
  public synchronized void read(LmrIov iov) {
    int ret = LibDat.dat_lmr_sync_rdma_read(adapter.handle(), written(iov), iov.count());
    NativeErrors.check(ret, adapter.where("lmrSyncRdmaRead"), "dat_lmr_sync_rdma_read");
  }

  /**
   * Makes RDMA Writes visible to local loads.
   *
   * @param iov the memory
   */
  public synchronized void write(LmrIov iov) {
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
