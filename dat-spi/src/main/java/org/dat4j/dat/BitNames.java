package org.dat4j.dat;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of the bits of one DAT flag type, such as EvdFlags, with which its sets are printed.
 * Filled once by the class that owns the flags and only read afterwards.
 */
final class BitNames {
  private record Entry(long bits, String name) {}

  private final List<Entry> entries = new ArrayList<>();

  /**
   * Adds a name. A name for several bits is added before the names of the single bits, or it never
   * prints.
   *
   * @param bits the bits that must all be set; zero names the empty set
   * @param name the name to print
   * @return this
   */
  BitNames add(long bits, String name) {
    entries.add(new Entry(bits, name));
    return this;
  }

  /**
   * Prints a set. Every bit is printed once, by the first name that covers it.
   *
   * @param set the bits
   * @return the names joined with {@code |}, bits without a name as one hexadecimal number
   */
  String format(long set) {
    StringBuilder text = new StringBuilder();
    long rest = set;
    for (Entry entry : entries) {
      boolean covered = entry.bits == 0 ? set == 0 : (rest & entry.bits) == entry.bits;
      if (covered) {
        separate(text).append(entry.name);
        rest &= ~entry.bits;
      }
    }
    if (rest != 0) {
      separate(text).append("0x").append(Long.toHexString(rest));
    }
    return text.isEmpty() ? "0" : text.toString();
  }

  private static StringBuilder separate(StringBuilder text) {
    return text.isEmpty() ? text : text.append('|');
  }
}
