package org.dat4j.dat;

import java.util.Locale;

/**
 * Return codes of DAT ({@code DAT_RETURN}). A code is a class (bits 31 and 30), a type (bits 29 to
 * 16) and a subtype (bits 15 to 0).
 *
 * <p>Calls of the data path return the bare type, without class bit and subtype: compare them with
 * the constants directly, or use {@link #type(int)}. All other failures are a {@link DatException},
 * whose {@link DatException#code()} carries all three parts. {@link #isError(int)} and {@link
 * #isWarning(int)} look at the class bits, so they tell nothing about a bare type.
 */
public final class DatReturn {
  /** {@code DAT_SUCCESS}: the call did what was asked. */
  public static final int SUCCESS = 0;

  /** {@code DAT_ABORT}: the wait was ended because its object or the IA was destroyed. */
  public static final int ABORT = 0x00010000;

  /** {@code DAT_CONN_QUAL_IN_USE}: the connection qualifier is taken. */
  public static final int CONN_QUAL_IN_USE = 0x00020000;

  /**
   * {@code DAT_INSUFFICIENT_RESOURCES}: a resource or a queue is exhausted; on a post this is
   * back-pressure.
   */
  public static final int INSUFFICIENT_RESOURCES = 0x00030000;

  /** {@code DAT_INTERNAL_ERROR}: the provider or the registry met an error of its own. */
  public static final int INTERNAL_ERROR = 0x00040000;

  /** {@code DAT_INVALID_HANDLE}: an object is null, freed, of another kind or of another IA. */
  public static final int INVALID_HANDLE = 0x00050000;

  /** {@code DAT_INVALID_PARAMETER}: an argument is out of its range. */
  public static final int INVALID_PARAMETER = 0x00060000;

  /** {@code DAT_INVALID_STATE}: an object is in a state that does not allow the call. */
  public static final int INVALID_STATE = 0x00070000;

  /** {@code DAT_LENGTH_ERROR}: lengths do not fit each other or exceed a limit. */
  public static final int LENGTH_ERROR = 0x00080000;

  /** {@code DAT_MODEL_NOT_SUPPORTED}: the provider does not support what was asked. */
  public static final int MODEL_NOT_SUPPORTED = 0x00090000;

  /** {@code DAT_PROVIDER_NOT_FOUND}: no provider has the name, version and thread safety. */
  public static final int PROVIDER_NOT_FOUND = 0x000A0000;

  /**
   * {@code DAT_PRIVILEGES_VIOLATION}: a memory privilege is missing, or the context belongs to no
   * live region.
   */
  public static final int PRIVILEGES_VIOLATION = 0x000B0000;

  /** {@code DAT_PROTECTION_VIOLATION}: protection zones do not match. */
  public static final int PROTECTION_VIOLATION = 0x000C0000;

  /** {@code DAT_QUEUE_EMPTY}: there is nothing on the queue, or the wait on a CNO timed out. */
  public static final int QUEUE_EMPTY = 0x000D0000;

  /** {@code DAT_QUEUE_FULL}: the queue has no room. */
  public static final int QUEUE_FULL = 0x000E0000;

  /** {@code DAT_TIMEOUT_EXPIRED}: the time limit passed before the condition was met. */
  public static final int TIMEOUT_EXPIRED = 0x000F0000;

  /**
   * {@code DAT_PROVIDER_ALREADY_REGISTERED}: a provider of the same name, version and thread safety
   * is registered.
   */
  public static final int PROVIDER_ALREADY_REGISTERED = 0x00100000;

  /** {@code DAT_PROVIDER_IN_USE}: the provider has open IAs. */
  public static final int PROVIDER_IN_USE = 0x00110000;

  /**
   * {@code DAT_INVALID_ADDRESS}: the address is of an unsupported family, unreachable or malformed.
   */
  public static final int INVALID_ADDRESS = 0x00120000;

  /** {@code DAT_INTERRUPTED_CALL}: the waiting thread was interrupted. */
  public static final int INTERRUPTED_CALL = 0x00130000;

  /** {@code DAT_CONN_QUAL_UNAVAILABLE}: no connection qualifier can be had. */
  public static final int CONN_QUAL_UNAVAILABLE = 0x00140000;

  /** {@code DAT_NOT_IMPLEMENTED}: the call is not implemented. */
  public static final int NOT_IMPLEMENTED = 0x0FFF0000;

  /** {@code DAT_NAME_NOT_FOUND}: another name of {@link #PROVIDER_NOT_FOUND}. */
  public static final int NAME_NOT_FOUND = PROVIDER_NOT_FOUND;

  /** {@code DAT_CLASS_ERROR}: the class bit of an error. */
  public static final int CLASS_ERROR = 0x80000000;

  /** {@code DAT_CLASS_WARNING}: the class bit of a warning. */
  public static final int CLASS_WARNING = 0x40000000;

  /** {@code DAT_TYPE_MASK}: the bits of the type. */
  public static final int TYPE_MASK = 0x3FFF0000;

  /** {@code DAT_SUBTYPE_MASK}: the bits of the subtype, see {@link DatSubtype}. */
  public static final int SUBTYPE_MASK = 0xFFFF;

  private DatReturn() {}

  /**
   * Returns the type of a code ({@code DAT_GET_TYPE}).
   *
   * @param code any code
   * @return the bits under {@link #TYPE_MASK}, comparable with the constants of this class
   */
  public static int type(int code) {
    return code & TYPE_MASK;
  }

  /**
   * Returns the subtype of a code ({@code DAT_GET_SUBTYPE}).
   *
   * @param code any code
   * @return the bits under {@link #SUBTYPE_MASK}, comparable with the constants of {@link
   *     DatSubtype}
   */
  public static int subtype(int code) {
    return code & SUBTYPE_MASK;
  }

  /**
   * Tells whether the warning bit is set ({@code DAT_IS_WARNING}).
   *
   * @param code any code
   * @return whether bit 30 is set
   */
  public static boolean isWarning(int code) {
    return (code & CLASS_WARNING) != 0;
  }

  /**
   * Tells whether the error bit is set. False for the bare types that the data path returns.
   *
   * @param code any code
   * @return whether bit 31 is set
   */
  public static boolean isError(int code) {
    return (code & CLASS_ERROR) != 0;
  }

  /**
   * Returns the C name of the type of a code.
   *
   * @param code any code; class and subtype are ignored
   * @return the name, for example {@code DAT_QUEUE_EMPTY}; for an undefined type {@code
   *     DAT_RETURN_TYPE} and the number
   */
  public static String name(int code) {
    return switch (type(code)) {
      case SUCCESS -> "DAT_SUCCESS";
      case ABORT -> "DAT_ABORT";
      case CONN_QUAL_IN_USE -> "DAT_CONN_QUAL_IN_USE";
      case INSUFFICIENT_RESOURCES -> "DAT_INSUFFICIENT_RESOURCES";
      case INTERNAL_ERROR -> "DAT_INTERNAL_ERROR";
      case INVALID_HANDLE -> "DAT_INVALID_HANDLE";
      case INVALID_PARAMETER -> "DAT_INVALID_PARAMETER";
      case INVALID_STATE -> "DAT_INVALID_STATE";
      case LENGTH_ERROR -> "DAT_LENGTH_ERROR";
      case MODEL_NOT_SUPPORTED -> "DAT_MODEL_NOT_SUPPORTED";
      case PROVIDER_NOT_FOUND -> "DAT_PROVIDER_NOT_FOUND";
      case PRIVILEGES_VIOLATION -> "DAT_PRIVILEGES_VIOLATION";
      case PROTECTION_VIOLATION -> "DAT_PROTECTION_VIOLATION";
      case QUEUE_EMPTY -> "DAT_QUEUE_EMPTY";
      case QUEUE_FULL -> "DAT_QUEUE_FULL";
      case TIMEOUT_EXPIRED -> "DAT_TIMEOUT_EXPIRED";
      case PROVIDER_ALREADY_REGISTERED -> "DAT_PROVIDER_ALREADY_REGISTERED";
      case PROVIDER_IN_USE -> "DAT_PROVIDER_IN_USE";
      case INVALID_ADDRESS -> "DAT_INVALID_ADDRESS";
      case INTERRUPTED_CALL -> "DAT_INTERRUPTED_CALL";
      case CONN_QUAL_UNAVAILABLE -> "DAT_CONN_QUAL_UNAVAILABLE";
      case NOT_IMPLEMENTED -> "DAT_NOT_IMPLEMENTED";
      default -> String.format(Locale.ROOT, "DAT_RETURN_TYPE 0x%08X", type(code));
    };
  }
}
