package org.dat4j.rsm;

/**
 * The bounds of the ranges of RSM segment ids, which decide the ids that a program may publish. Ids
 * are unsigned 32-bit numbers in an {@code int}.
 */
public final class SegmentIds {
  /** {@code RSM_DRIVER_PRIVATE_ID_BASE}; 0 asks for a generated id. */
  public static final int DRIVER_PRIVATE_BASE = 0;

  /** {@code RSM_DRIVER_PRIVATE_ID_END}. */
  public static final int DRIVER_PRIVATE_END = 0x0FFFFF;

  /** {@code RSM_CLUSTER_TRANSPORT_ID_BASE}. */
  public static final int CLUSTER_TRANSPORT_BASE = 0x100000;

  /** {@code RSM_CLUSTER_TRANSPORT_ID_END}. */
  public static final int CLUSTER_TRANSPORT_END = 0x1FFFFF;

  /** {@code RSM_RSMLIB_ID_BASE}. */
  public static final int RSMLIB_BASE = 0x200000;

  /** {@code RSM_RSMLIB_ID_END}. */
  public static final int RSMLIB_END = 0x2FFFFF;

  /** {@code RSM_DLPI_ID_BASE}. */
  public static final int DLPI_BASE = 0x300000;

  /** {@code RSM_DLPI_ID_END}. */
  public static final int DLPI_END = 0x3FFFFF;

  /** {@code RSM_HPC_ID_BASE}: the lowest id a program may publish. */
  public static final int HPC_BASE = 0x400000;

  /** {@code RSM_HPC_ID_END}. */
  public static final int HPC_END = 0x4FFFFF;

  /** {@code RSM_OPS_ID_BASE}. */
  public static final int OPS_BASE = 0x500000;

  /** {@code RSM_OPS_ID_END}. */
  public static final int OPS_END = 0x5FFFFF;

  /** {@code RSM_USER_APP_ID_BASE}: despite its name, where generated ids begin. */
  public static final int USER_APP_BASE = 0x80000000;

  /** {@code RSM_USER_APP_ID_END}. */
  public static final int USER_APP_END = 0xFFFFFFFF;

  private SegmentIds() {}

  /**
   * Tells whether a program may not publish an id.
   *
   * @param segmentId any id but 0
   * @return true for 1 to 0x3FFFFF and from 0x80000000 on
   */
  public static boolean reserved(int segmentId) {
    return segmentId < HPC_BASE;
  }
}
