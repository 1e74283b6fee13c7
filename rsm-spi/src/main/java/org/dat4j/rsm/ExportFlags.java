package org.dat4j.rsm;

/**
 * The flags of {@link RsmController#createExportSegment}: whether an RSM export segment can be
 * rebound, and whether its creation waits for resources.
 */
public final class ExportFlags {
  /** No flag. */
  public static final int NONE = 0;

  /** {@code RSM_ALLOW_REBIND}: the segment may be rebound. */
  public static final int ALLOW_REBIND = 0x01;

  /** {@code RSM_CREATE_SEG_DONTWAIT}: a shortage is an error at once instead of a wait. */
  public static final int DONTWAIT = 0x02;

  private ExportFlags() {}
}
