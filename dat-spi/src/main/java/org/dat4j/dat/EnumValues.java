package org.dat4j.dat;

/** Look-up of the constants of DAT enumerations by the numbers that C gives them. */
final class EnumValues {
  private EnumValues() {}

  /**
   * Returns the constant of an enumeration whose numbers count from zero without a gap.
   *
   * @param <E> the enumeration
   * @param constants its constants in the order of their numbers
   * @param value the number
   * @param type the C name of the type, for the message
   * @return the constant
   * @throws IllegalArgumentException if there is none
   */
  static <E extends Enum<E>> E at(E[] constants, int value, String type) {
    if (value < 0 || value >= constants.length) {
      throw undefined(value, type);
    }
    return constants[value];
  }

  /**
   * Makes the exception for a number that no constant has.
   *
   * @param value the number
   * @param type the C name of the type
   * @return the exception, to be thrown by the caller
   */
  static IllegalArgumentException undefined(int value, String type) {
    return new IllegalArgumentException(
        type + " has no constant " + value + " (0x" + Integer.toHexString(value) + ")");
  }
}
