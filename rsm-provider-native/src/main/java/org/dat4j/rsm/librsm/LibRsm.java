package org.dat4j.rsm.librsm;

/**
 * The functions of librsm, the RSM library of Solaris, bound by JNA direct mapping. {@link
 * LibraryLoader#problem} connects them; before it every call is an {@link UnsatisfiedLinkError}.
 *
 * <p>Names are the C names, parameters are in C order. A {@code long} is a handle, an address, or a
 * {@code size_t}, {@code ulong_t}, {@code off_t}, {@code offset_t} or {@code nfds_t} of a 64-bit
 * process; an {@code int} is an {@code int}, {@code uint_t}, {@code uint32_t} or enumeration. No
 * other types are passed, so calls need no marshalling and no allocation. The caller keeps memory
 * reachable during the call, and longer where a comment says so. Every {@code int} that comes back
 * is a code of {@link org.dat4j.rsm.RsmReturn}.
 *
 * <p>A handle that was given back must not be used again: the library dereferences it. {@link
 * LibraryHandle} prevents that.
 */
final class LibRsm {
  private LibRsm() {}

  // Controllers. The name is text with a zero behind it, or 0 for loopback.

  static native int rsm_get_controller(long name, long controllerOut);

  static native int rsm_get_controller_attr(long controller, long attr);

  static native int rsm_release_controller(long controller);

  // The caller owns the topology until it frees it.

  static native int rsm_get_interconnect_topology(long topologyOut);

  static native void rsm_free_interconnect_topology(long topology);

  static native int rsm_get_segmentid_range(long appId, long baseIdOut, long lengthOut);

  // Exports. The memory stays exported until destroy, rebind, or the end of the process.

  static native int rsm_memseg_export_create(
      long controller, long segmentOut, long address, long length, int flags);

  static native int rsm_memseg_export_destroy(long segment);

  static native int rsm_memseg_export_rebind(long segment, long address, long offset, long length);

  static native int rsm_memseg_export_publish(
      long segment, long segmentIdInOut, long accessList, int accessListLength);

  static native int rsm_memseg_export_republish(
      long segment, long accessList, int accessListLength);

  static native int rsm_memseg_export_unpublish(long segment);

  // Imports.

  static native int rsm_memseg_import_connect(
      long controller, int node, int segmentId, int perm, long segmentOut);

  static native int rsm_memseg_import_disconnect(long segment);

  static native int rsm_memseg_import_map(
      long segment, long addressInOut, int attribute, int perm, long offset, long length);

  static native int rsm_memseg_import_unmap(long segment);

  static native int rsm_memseg_import_get8(long segment, long offset, long data, long count);

  static native int rsm_memseg_import_get16(long segment, long offset, long data, long count);

  static native int rsm_memseg_import_get32(long segment, long offset, long data, long count);

  static native int rsm_memseg_import_get64(long segment, long offset, long data, long count);

  static native int rsm_memseg_import_get(long segment, long offset, long data, long length);

  static native int rsm_memseg_import_put8(long segment, long offset, long data, long count);

  static native int rsm_memseg_import_put16(long segment, long offset, long data, long count);

  static native int rsm_memseg_import_put32(long segment, long offset, long data, long count);

  static native int rsm_memseg_import_put64(long segment, long offset, long data, long count);

  static native int rsm_memseg_import_put(long segment, long offset, long data, long length);

  static native int rsm_memseg_import_getv(long vector);

  static native int rsm_memseg_import_putv(long vector);

  // Barriers. The library keeps the address of one that was initialised last.

  static native int rsm_memseg_import_init_barrier(long segment, int type, long barrier);

  static native int rsm_memseg_import_open_barrier(long barrier);

  static native int rsm_memseg_import_order_barrier(long barrier);

  static native int rsm_memseg_import_close_barrier(long barrier);

  static native int rsm_memseg_import_destroy_barrier(long barrier);

  static native int rsm_memseg_import_set_mode(long segment, int mode);

  static native int rsm_memseg_import_get_mode(long segment, long modeOut);

  // Local memory. It stays in use until its handle is freed.

  static native int rsm_create_localmemory_handle(
      long controller, long handleOut, long address, long length);

  static native int rsm_free_localmemory_handle(long controller, long handle);

  // Signals. A time-out is in milliseconds, -1 for none.

  static native int rsm_intr_signal_post(long segment, int flags);

  static native int rsm_intr_signal_wait(long segment, int timeoutMillis);

  static native int rsm_intr_signal_wait_pollfd(
      long fds, long count, int timeoutMillis, long foundOut);

  static native int rsm_memseg_get_pollfd(long segment, long fd);

  static native int rsm_memseg_release_pollfd(long segment);
}
