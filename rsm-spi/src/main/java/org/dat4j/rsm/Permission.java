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
   * Tells whether a number is one of the three that connect and map accept.
   *
   * @param perm any number
   * @return true for 0400, 0200 and 0600
   */
  public static boolean valid(int perm) {
    return perm == READ || perm == WRITE || perm == RDWR;
  }
}
