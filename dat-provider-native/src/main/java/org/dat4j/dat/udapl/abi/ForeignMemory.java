package org.dat4j.dat.udapl.abi;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/**
 * Functions that copy memory which the uDAPL library owns and points to: addresses, private data,
 * attribute strings.
 *
 * <p>The library may reuse such memory at its next call, so the only sound use is to copy at once.
 * Every call is a JNI call: not for the data path.
 */
public final class ForeignMemory {

  private ForeignMemory() {}

  /**
   * Copies bytes.
   *
   * @param address where they are; must be readable for {@code length} bytes
   * @param length how many, not negative
   * @return a new array; empty for the null address or length 0
   * @throws IllegalArgumentException if the length is negative
   */
  public static byte[] copy(long address, int length) {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length + " at address " + address);
    }
    if (address == 0 || length == 0) {
      return new byte[0];
    }
    return new Pointer(address).getByteArray(0, length);
  }

  /**
   * Reads a number.
   *
   * @param address where it is; four bytes must be readable
   * @return the number, in the machine's byte order
   */
  public static int word(long address) {
    return new Pointer(address).getInt(0);
  }

  /**
   * Reads an address.
   *
   * @param address where it is; eight bytes must be readable
   * @return the address that is there
   */
  public static long pointer(long address) {
    return new Pointer(address).getLong(0);
  }

  /**
   * Copies a C string.
   *
   * @param address where it starts; a zero byte must follow
   * @return its text, one character per byte; null for the null address
   */
  public static String text(long address) {
    if (address == 0) {
      return null;
    }
    return new Pointer(address).getString(0, StandardCharsets.ISO_8859_1.name());
  }
}
