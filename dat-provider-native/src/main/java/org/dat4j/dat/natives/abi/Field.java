package org.dat4j.dat.natives.abi;

/**
 * Place of one member inside a C structure.
 *
 * <p>A record and not a class, because the just-in-time compiler folds the components of a record
 * that is held in a static final variable: {@code memory.getInt(FIELD)} becomes one load at a
 * constant offset.
 *
 * @param offset octets from the start of the structure
 * @param size octets of the member
 */
public record Field(int offset, int size) {

  /**
   * Checks the numbers.
   *
   * @param offset octets from the start of the structure, not negative
   * @param size octets of the member, positive
   * @throws IllegalArgumentException if the offset is negative or the size is not positive
   */
  public Field {
    if (offset < 0 || size <= 0) {
      throw new IllegalArgumentException("no such place: offset " + offset + ", size " + size);
    }
  }

  /**
   * The same member seen from a structure that contains this member's structure.
   *
   * @param outer place of the inner structure in the outer one
   * @return the place of this member in the outer structure
   * @throws IllegalArgumentException if this member does not fit into {@code outer}
   */
  public Field within(Field outer) {
    if (offset + size > outer.size) {
      throw new IllegalArgumentException(this + " does not fit into " + outer);
    }
    return new Field(outer.offset + offset, size);
  }
}
