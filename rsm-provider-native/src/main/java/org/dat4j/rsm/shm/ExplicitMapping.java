package org.dat4j.rsm.shm;

import java.nio.ByteBuffer;
import org.dat4j.rsm.Permission;

/**
 * A mapping of an RSM import in shared memory that the program accesses directly as a buffer. Its
 * addresses stay mapped while a buffer refers to them. When the segment is withdrawn, private pages
 * replace it at these addresses. Guarded by its import.
 */
final class ExplicitMapping {
  private final long address;
  private final long bytes;
  private final long offset;
  private final int permission;
  private final ByteBuffer buffer;
  private long shown;

  ExplicitMapping(long address, long bytes, long offset, int permission, long shown) {
    this.address = address;
    this.bytes = bytes;
    this.offset = offset;
    this.permission = permission;
    this.shown = shown;
    this.buffer = SharedObject.buffer(address, bytes);
    SharedObject.unmapWhenUnused(buffer, address, bytes);
  }

  long address() {
    return address;
  }

  long bytes() {
    return bytes;
  }

  long offset() {
    return offset;
  }

  int permission() {
    return permission;
  }

  ByteBuffer buffer() {
    return buffer;
  }

  /** Returns the value of the import's gate for which the mapping was made. */
  long shown() {
    return shown;
  }

  void shows(long gate) {
    shown = gate;
  }

  /**
   * Puts private pages at the addresses of the mapping.
   *
   * @return whether the system had memory for it; else the segment can still be seen
   */
  boolean hide() {
    return SharedObject.hide(address, bytes, (permission & Permission.WRITE) != 0);
  }
}
