package org.dat4j.dat.udapl.abi;

/**
 * The place of one member in a C structure of the uDAPL library: its offset and its size.
 *
 * <p>A record and not a class, because the just-in-time compiler folds the components of a record
 * that is held in a static final variable: {@code memory.getInt(FIELD)} becomes one load at a
 * constant offset.
 *
 * @param offset bytes from the start of the structure
 * @param size bytes of the member
 */
public record Field(int offset, int size) {

  /**
   * Checks the numbers.
   *
   * @param offset bytes from the start of the structure, not negative
   * @param size bytes of the member, positive
   * @throws IllegalArgumentException if the offset is negative or the size is not positive
   */
  public Field {
    if (offset < 0 || size <= 0) {
      throw new IllegalArgumentException("no such place: offset " + offset + ", size " + size);
    }
  }

  /**
   * Makes the field of a member that has another place or size in each ABI.
   *
   * @return its place in the ABI of this process
   */
  static Field pick(int offset12, int size12, int offset20, int size20) {
    return new Field(Abi.pick(offset12, offset20), Abi.pick(size12, size20));
  }

  /**
   * Returns the same member as part of a structure that contains this member's structure.
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
