package org.dat4j.rsm.natives.librsm;

import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.SegmentMap;

/**
 * An explicit mapping. It has a connection of its own: the library unmaps for good, and a program
 * may still hold the buffer then. So what ends the mapping for the program puts private pages
 * there, and the library is told when nobody can reach the buffer any more.
 */
final class Window {
  private static final Cleaner CLEANER = Cleaner.create();

  private final long address;
  private final long octets;
  private final SegmentMap map;

  /** What the library has to be told in the end. Does not refer to the buffer. */
  private record Release(LibrsmController controller, long segment) implements Runnable {
    @Override
    public void run() {
      LibRsm.rsm_memseg_import_unmap(segment);
      LibRsm.rsm_memseg_import_disconnect(segment);
      controller.letGo();
    }
  }

  /**
   * Takes a mapping over.
   *
   * @param segment a connection that holds nothing else; the controller was told to hold it
   */
  Window(LibrsmController controller, long segment, long address, int perm, int octets) {
    this.address = address;
    this.octets = octets;
    ByteBuffer buffer = new Pointer(address).getByteBuffer(0, octets);
    CLEANER.register(buffer, new Release(controller, segment));
    boolean writable = (perm & Permission.WRITE) != 0;
    this.map =
        new SegmentMap(
            address, writable ? buffer : buffer.asReadOnlyBuffer().order(buffer.order()));
  }

  SegmentMap map() {
    return map;
  }

  /** The segment is not seen there any more. */
  void cover() {
    SystemCalls.cover(address, octets);
  }
}
