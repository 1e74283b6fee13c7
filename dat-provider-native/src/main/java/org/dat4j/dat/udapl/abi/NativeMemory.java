package org.dat4j.dat.udapl.abi;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A block of off-heap memory that the native backend shares with the uDAPL library, and that Java
 * accesses without a native call. Its address is fixed.
 *
 * <p>The block is a direct buffer, so an access is a plain load or store; a JNA {@code Pointer}
 * would cost a JNI call each. Its address is read once and given to the library as a {@code long}.
 * The block starts on a 64-byte boundary, is zeroed, and is released when the object is no longer
 * reachable: a caller of {@link #address()} keeps the object reachable until the library is done
 * with it. Not thread-safe.
 */
public final class NativeMemory {

  /** Alignment of every block in bytes: one cache line on the supported processors. */
  public static final int ALIGNMENT = 64;

  private final ByteBuffer bytes;
  private final long address;
  private final int size;

  private NativeMemory(ByteBuffer bytes, int size) {
    this.bytes = bytes;
    this.address = addressOf(bytes);
    this.size = size;
  }

  /**
   * Allocates a zeroed block.
   *
   * @param size bytes, 1 to 2^30
   * @return the block
   * @throws IllegalArgumentException if the size is out of range
   */
  public static NativeMemory allocate(int size) {
    if (size < 1 || size > 1 << 30) {
      throw new IllegalArgumentException("size " + size + " is not in 1..2^30");
    }
    int whole = (size + ALIGNMENT - 1) & -ALIGNMENT;
    ByteBuffer bytes = ByteBuffer.allocateDirect(whole + ALIGNMENT).alignedSlice(ALIGNMENT);
    return new NativeMemory(bytes.order(ByteOrder.nativeOrder()), size);
  }

  /**
   * Address of a direct buffer's position.
   *
   * @param buffer a direct buffer; the caller keeps it reachable while the address is in use
   * @return the address of the byte at its position
   * @throws IllegalArgumentException if the buffer is not direct
   */
  public static long addressOf(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException(
          "buffer " + buffer + " is on the heap and can move; use ByteBuffer.allocateDirect");
    }
    return Pointer.nativeValue(Native.getDirectBufferPointer(buffer)) + buffer.position();
  }

  /**
   * Address of the first byte.
   *
   * @return the address, a multiple of {@link #ALIGNMENT}
   */
  public long address() {
    return address;
  }

  /**
   * Address of one member.
   *
   * @param field place of the member
   * @return its address
   */
  public long address(Field field) {
    return address + field.offset();
  }

  /**
   * Returns the size that was asked for.
   *
   * @return bytes
   */
  public int size() {
    return size;
  }

  /**
   * Reads a 32-bit member.
   *
   * @param field place of a member of 4 bytes
   * @return its value; C's unsigned types keep their bits
   */
  public int getInt(Field field) {
    return bytes.getInt(place(field, Integer.BYTES));
  }

  /**
   * Writes a 32-bit member.
   *
   * @param field place of a member of 4 bytes
   * @param value the new value
   */
  public void setInt(Field field, int value) {
    bytes.putInt(place(field, Integer.BYTES), value);
  }

  /**
   * Reads a 64-bit member or a pointer.
   *
   * @param field place of a member of 8 bytes
   * @return its value; C's unsigned types keep their bits
   */
  public long getLong(Field field) {
    return bytes.getLong(place(field, Long.BYTES));
  }

  /**
   * Reads an unsigned member that has 4 bytes in one ABI and 8 in the other.
   *
   * @param field place of the member
   * @return its value
   */
  public long getUnsigned(Field field) {
    return field.size() == Long.BYTES
        ? bytes.getLong(field.offset())
        : Integer.toUnsignedLong(getInt(field));
  }

  /**
   * Writes an unsigned member that has 4 bytes in one ABI and 8 in the other.
   *
   * @param field place of the member
   * @param value 0 to 2^32 - 1 when it has 4 bytes
   */
  public void setUnsigned(Field field, long value) {
    if (field.size() == Long.BYTES) {
      bytes.putLong(field.offset(), value);
    } else {
      setInt(field, (int) value);
    }
  }

  /**
   * Writes a 64-bit member or a pointer.
   *
   * @param field place of a member of 8 bytes
   * @param value the new value
   */
  public void setLong(Field field, long value) {
    bytes.putLong(place(field, Long.BYTES), value);
  }

  /**
   * Reads a 32-bit word at an offset, for arrays.
   *
   * @param offset bytes from the start
   * @return its value
   * @throws IndexOutOfBoundsException if the word is not inside the block
   */
  public int getInt(int offset) {
    return bytes.getInt(offset);
  }

  /**
   * Writes a 32-bit word at an offset, for arrays.
   *
   * @param offset bytes from the start
   * @param value the new value
   * @throws IndexOutOfBoundsException if the word is not inside the block
   */
  public void setInt(int offset, int value) {
    bytes.putInt(offset, value);
  }

  /**
   * Reads a 64-bit word at an offset, for arrays.
   *
   * @param offset bytes from the start
   * @return its value
   * @throws IndexOutOfBoundsException if the word is not inside the block
   */
  public long getLong(int offset) {
    return bytes.getLong(offset);
  }

  /**
   * Writes a 64-bit word at an offset, for arrays.
   *
   * @param offset bytes from the start
   * @param value the new value
   * @throws IndexOutOfBoundsException if the word is not inside the block
   */
  public void setLong(int offset, long value) {
    bytes.putLong(offset, value);
  }

  /**
   * Reads a character array that ends with the first zero byte.
   *
   * @param field place of the array
   * @return its text, one character per byte
   */
  public String getText(Field field) {
    byte[] text = new byte[field.size()];
    bytes.get(field.offset(), text);
    int length = 0;
    while (length < text.length && text[length] != 0) {
      length++;
    }
    return new String(text, 0, length, StandardCharsets.ISO_8859_1);
  }

  /**
   * Writes a character array and its terminating zero.
   *
   * @param field place of the array
   * @param text characters U+0001 to U+00FF, at most one fewer than the array has bytes
   * @throws IllegalArgumentException if the text does not fit or has other characters
   */
  public void setText(Field field, String text) {
    if (text.length() >= field.size()) {
      throw new IllegalArgumentException(
          "text of " + text.length() + " characters; at most " + (field.size() - 1) + " fit");
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || c > 0xff) {
        throw new IllegalArgumentException(
            "character " + (int) c + " at " + i + " of \"" + text + "\" is not one byte");
      }
      bytes.put(field.offset() + i, (byte) c);
    }
    bytes.put(field.offset() + text.length(), (byte) 0);
  }

  /** Sets every byte to zero. */
  public void clear() {
    for (int i = 0; i < bytes.capacity(); i += Long.BYTES) {
      bytes.putLong(i, 0);
    }
  }

  private static int place(Field field, int size) {
    if (field.size() != size) {
      throw new IllegalArgumentException(field + " is not a member of " + size + " bytes");
    }
    return field.offset();
  }
}
