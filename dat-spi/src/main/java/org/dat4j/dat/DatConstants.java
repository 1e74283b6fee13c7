package org.dat4j.dat;

/**
 * The constants of DAT that are in no enumeration or flag class: limits, special values and
 * versions. Return codes are in {@link DatReturn} and {@link DatSubtype}.
 */
public final class DatConstants {
  /** {@code DAT_NAME_MAX_LENGTH}: room for a name in bytes, the closing zero of C included. */
  public static final int NAME_MAX_LENGTH = 256;

  /**
   * {@code DAT_TIMEOUT_INFINITE}: a time limit without end. Time limits are unsigned 32-bit
   * microseconds.
   */
  public static final long TIMEOUT_INFINITE = 0xFFFFFFFFL;

  /** {@code DAT_WATERMARK_INFINITE}: a watermark in buffers that is never reached. */
  public static final int WATERMARK_INFINITE = -1;

  /** {@code DAT_HW_DEFAULT}: the high watermark, in buffers, that the provider chooses. */
  public static final int HW_DEFAULT = -1;

  /** {@code DAT_SRQ_LW_DEFAULT}: the low watermark of a new shared receive queue, in buffers. */
  public static final int SRQ_LW_DEFAULT = 0;

  /** {@code DAT_VALUE_UNKNOWN}: a count the provider cannot tell. */
  public static final int VALUE_UNKNOWN = -2;

  /** {@code DAT_LMR_COOKIE_SIZE}: size of the cookie of shared memory in bytes. */
  public static final int LMR_COOKIE_SIZE = 40;

  /** {@code DAT_OPTIMAL_ALIGNMENT}: an alignment in bytes that suits every provider. */
  public static final int OPTIMAL_ALIGNMENT = 256;

  /** {@code DAT_VERSION_MAJOR}: major version of the contract. */
  public static final int VERSION_MAJOR = 1;

  /** {@code DAT_VERSION_MINOR}: minor version of the contract. */
  public static final int VERSION_MINOR = 2;

  /**
   * {@code DAT_THREADSAFE}: the thread safety the contract's headers ask of a provider when an IA
   * is opened: none.
   */
  public static final boolean THREADSAFE = false;

  /** {@code DAT_HANDLE_NULL}: the C handle of no object; Java calls take and give {@code null}. */
  public static final long HANDLE_NULL = 0;

  /**
   * {@code DAT_EVD_ASYNC_EXISTS}: the C handle that tells {@code dat_ia_open} to use the
   * asynchronous EVD another instance of the IA has.
   */
  public static final long EVD_ASYNC_EXISTS = 1;

  /**
   * {@code DAT_EVD_OUT_OF_SCOPE}: the C handle with which {@code dat_ia_query} reports an
   * asynchronous EVD that belongs to another instance of the IA.
   */
  public static final long EVD_OUT_OF_SCOPE = 2;

  private DatConstants() {}
}
