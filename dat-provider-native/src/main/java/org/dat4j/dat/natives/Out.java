package org.dat4j.dat.natives;

import org.dat4j.dat.natives.abi.Field;
import org.dat4j.dat.natives.abi.NativeMemory;

/** Where one call writes its results: up to five words, each used as 64 or as 32 bits. */
final class Out {

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

  long address(int word) {
    return memory.address(LONGS[word]);
  }

  /** The 64 bits; reading them also keeps the memory reachable until after the call. */
  long getLong(int word) {
    return memory.getLong(LONGS[word]);
  }

  int getInt(int word) {
    return memory.getInt(INTS[word]);
  }

  void setLong(int word, long value) {
    memory.setLong(LONGS[word], value);
  }
}
