package org.dat4j.dat.spi;

/**
 * The address range, PZ and privileges of a memory registration, against which posts check their
 * segments. It refers neither to the memory nor to the handle, so a post that remembers the last
 * one keeps nothing alive.
 */
final class RegisteredRange {

  private final int context;
  private final AbstractPz pz;
  private final int privileges;
  private final long address;
  private final long size;
  private volatile boolean gone;

  /**
   * Makes the extent of a live registration.
   *
   * @param context what names it
   * @param pz its PZ
   * @param privileges bits of {@link org.dat4j.dat.MemPriv}
   * @param address first byte
   * @param size bytes
   */
  RegisteredRange(int context, AbstractPz pz, int privileges, long address, long size) {
    this.context = context;
    this.pz = pz;
    this.privileges = privileges;
    this.address = address;
    this.size = size;
  }

  /** The registration has ended. */
  void end() {
    gone = true;
  }

  /** Whether a context names it, and its registration has not ended. */
  boolean isNamed(int name) {
    return context == name && !gone;
  }

  /** Whether a segment may be used in a PZ with a privilege. */
  boolean permits(AbstractPz zone, int privilege, long first, long length) {
    return pz == zone && (privileges & privilege) == privilege && covers(first, length);
  }

  /** Whether a range lies inside; all arithmetic is unsigned. */
  boolean covers(long first, long length) {
    long offset = first - address;
    return Long.compareUnsigned(offset, size) <= 0
        && Long.compareUnsigned(length, size - offset) <= 0;
  }
}
