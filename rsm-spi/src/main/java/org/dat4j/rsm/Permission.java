package org.dat4j.rsm;

/**
 * The rights to read and write a segment, as RSM connects, mappings and access lists express them.
 */
public final class Permission {
  /** {@code RSM_PERM_NONE}. */
  public static final int NONE = 0;

  /** {@code RSM_PERM_READ}. */
  public static final int READ = 0400;

  /** {@code RSM_PERM_WRITE}. */
  public static final int WRITE = 0200;

  /** {@code RSM_PERM_RDWR}. */
  public static final int RDWR = 0600;

  private Permission() {}

  /**
   * Prints permissions as numbers and names, for messages: {@code 0600 (RDWR)}.
   *
   * @param perm any number
   * @return the octal number, and the constant of this class that it is, if it is one
   */
  public static String toString(int perm) {
    String octal = perm == NONE ? "0" : "0" + Integer.toOctalString(perm);
    return switch (perm) {
      case NONE -> octal + " (NONE)";
      case READ -> octal + " (READ)";
      case WRITE -> octal + " (WRITE)";
      case RDWR -> octal + " (RDWR)";
      default -> octal;
    };
  }

  /**
   * Tells whether a number is one of the three that connect and map accept.
   *
   * @param perm any number
   * @return true for 0400, 0200 and 0600
   */
  public static boolean valid(int perm) {
    return perm == READ || perm == WRITE || perm == RDWR;
  }
}
