package org.dat4j.rsm.librsm;

import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.SegmentMap;

/**
 * A mapping of an RSM import, made by librsm on a connection of its own, that the program accesses
 * directly as a buffer. After an unmap by the library the addresses are invalid, and a program may
 * still hold the buffer. So the end of the mapping puts private pages at the addresses, and the
 * library unmaps when no buffer refers to them.
 */
final class LibraryMapping {
  private static final Cleaner CLEANER = Cleaner.create();

  private final long address;
  private final long bytes;
  private final SegmentMap map;

  /** The release of the mapping. Does not refer to the buffer. */
  private record Release(LibrsmController controller, long segment) implements Runnable {
    @Override
    public void run() {
      LibRsm.rsm_memseg_import_unmap(segment);
      LibRsm.rsm_memseg_import_disconnect(segment);
      controller.letGo();
    }
  }

  /**
   * Takes over a mapping that was just made.
   *
   * @param segment a connection that holds nothing else; the controller was told to hold it
   */
  LibraryMapping(LibrsmController controller, long segment, long address, int perm, int bytes) {
    this.address = address;
    this.bytes = bytes;
    ByteBuffer buffer = new Pointer(address).getByteBuffer(0, bytes);
    CLEANER.register(buffer, new Release(controller, segment));
    boolean writable = (perm & Permission.WRITE) != 0;
    this.map =
        new SegmentMap(
            address, writable ? buffer : buffer.asReadOnlyBuffer().order(buffer.order()));
  }

  SegmentMap map() {
    return map;
  }

  /** Covers the addresses, so that the segment is no longer visible there. */
  void cover() {
    SystemCalls.cover(address, bytes);
  }
}
