package org.dat4j.rsm.natives;

import java.nio.ByteBuffer;
import org.dat4j.rsm.Permission;

/**
 * An explicit mapping. Its addresses stay mapped as long as anybody refers to the buffer: when the
 * segment may not be seen any more, private pages take its place. Guarded by its import.
 */
final class MappedWindow {
  private final long address;
  private final long octets;
  private final long offset;
  private final int permission;
  private final ByteBuffer buffer;
  private long shown;

  MappedWindow(long address, long octets, long offset, int permission, long shown) {
    this.address = address;
    this.octets = octets;
    this.offset = offset;
    this.permission = permission;
    this.shown = shown;
    this.buffer = SharedObject.buffer(address, octets);
    SharedObject.unmapWhenUnused(buffer, address, octets);
  }

  long address() {
    return address;
  }

  long octets() {
    return octets;
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

  /** The gate that the mapping was made for. */
  long shown() {
    return shown;
  }

  void shows(long gate) {
    shown = gate;
  }

  /** Puts private pages there. */
  void hide() {
    LibC.mmap(
        address,
        octets,
        SharedObject.protection((permission & Permission.WRITE) != 0),
        LibC.MAP_PRIVATE | LibC.MAP_ANONYMOUS | LibC.MAP_FIXED | LibC.MAP_NORESERVE,
        -1,
        0);
  }
}
