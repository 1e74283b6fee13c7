package org.dat4j.dat.udapl.libdapl;

import org.dat4j.dat.udapl.abi.Field;
import org.dat4j.dat.udapl.abi.NativeMemory;

/**
 * The off-heap memory for the out-parameters of one call of the uDAPL library: five words, each
 * used as 64 or as 32 bits.
 */
public final class OutParams {

  private static final int WORDS = 5;
  private static final Field[] LONGS = new Field[WORDS];
  private static final Field[] INTS = new Field[WORDS];

  static {
    for (int i = 0; i < WORDS; i++) {
      LONGS[i] = new Field(i * Long.BYTES, Long.BYTES);
      INTS[i] = new Field(i * Long.BYTES, Integer.BYTES);
    }
  }

  private final NativeMemory memory = NativeMemory.allocate(WORDS * Long.BYTES);

  /**
   * Returns the address of a word, for the call.
   *
   * @param word 0 to 4
   * @return its address
   */
  public long address(int word) {
    return memory.address(LONGS[word]);
  }

  /**
   * Reads 64 bits, which also keeps the memory reachable until after the call.
   *
   * @param word 0 to 4
   * @return its value
   */
  public long getLong(int word) {
    return memory.getLong(LONGS[word]);
  }

  /**
   * Reads 32 bits.
   *
   * @param word 0 to 4
   * @return its value
   */
  public int getInt(int word) {
    return memory.getInt(INTS[word]);
  }

  /**
   * Writes 64 bits.
   *
   * @param word 0 to 4
   * @param value the new value
   */
  public void setLong(int word, long value) {
    memory.setLong(LONGS[word], value);
  }
}
