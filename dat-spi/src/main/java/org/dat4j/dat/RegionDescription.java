package org.dat4j.dat;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A description of the memory that {@link Ia#createLmr(MemType, RegionDescription, long, Pz, int)}
 * is to register (DAT_REGION_DESCRIPTION). Immutable, but for the memory it names.
 */
public final class RegionDescription {

  private final ByteBuffer buffer;
  private final long address;
  private final long length;
  private final Lmr lmr;
  private final byte[] cookie;

  private RegionDescription(ByteBuffer buffer, long address, long length, Lmr lmr, byte[] cookie) {
    this.buffer = buffer;
    this.address = address;
    this.length = length;
    this.lmr = lmr;
    this.cookie = cookie;
  }

  /**
   * Memory of a buffer: its [position, limit) at this call.
   *
   * @param buffer must be direct and writable to be registered; null is refused at the registration
   * @return the description
   */
  public static RegionDescription virtual(ByteBuffer buffer) {
    return new RegionDescription(
        slice(buffer), 0, buffer == null ? 0 : buffer.remaining(), null, null);
  }

  /**
   * Memory by its address, for native providers only.
   *
   * @param address of the first byte; must stay valid until the registration is freed
   * @param length bytes
   * @return the description
   */
  public static RegionDescription address(long address, long length) {
    return new RegionDescription(null, address, length, null, null);
  }

  /**
   * The memory of another registration.
   *
   * @param lmr the registration
   * @return the description
   */
  public static RegionDescription lmr(Lmr lmr) {
    return new RegionDescription(null, 0, 0, lmr, null);
  }

  /**
   * Shared memory with the identifier its users agree on.
   *
   * @param cookie {@link DatConstants#LMR_COOKIE_SIZE} bytes, all of them count; copied
   * @param buffer the memory, as in {@link #virtual(ByteBuffer)}
   * @return the description
   */
  public static RegionDescription sharedVirtual(byte[] cookie, ByteBuffer buffer) {
    int length = buffer == null ? 0 : buffer.remaining();
    return new RegionDescription(
        slice(buffer), 0, length, null, cookie == null ? null : cookie.clone());
  }

  private static ByteBuffer slice(ByteBuffer buffer) {
    return buffer == null ? null : buffer.slice();
  }

  /**
   * The memory: the range of the buffer given, from index 0 to its limit.
   *
   * @return null when the region is not given by a buffer
   */
  public ByteBuffer buffer() {
    return buffer;
  }

  /**
   * The address.
   *
   * @return 0 when the region is not given by an address
   */
  public long address() {
    return address;
  }

  /**
   * The bytes described.
   *
   * @return 0 for a registration
   */
  public long length() {
    return length;
  }

  /**
   * The registration.
   *
   * @return null when the region is not given by a registration
   */
  public Lmr lmr() {
    return lmr;
  }

  /**
   * The identifier of shared memory.
   *
   * @return a copy, null when the region is not shared memory
   */
  public byte[] cookie() {
    return cookie == null ? null : cookie.clone();
  }

  @Override
  public String toString() {
    if (lmr != null) {
      return "region of " + lmr;
    }
    String what = buffer == null ? "address 0x" + Long.toHexString(address) : buffer.toString();
    return (cookie == null ? "" : "shared " + Arrays.hashCode(cookie) + " ") + what + "+" + length;
  }
}
