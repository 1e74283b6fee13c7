package org.dat4j.dat.udapl.patch;

import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.Errors;

/**
 * The setting that permits or forbids the native backend to write to private structures of libdapl
 * and the C library. The writes are workarounds.
 *
 * <p>{@code on} is the default: faults of libdapl that end the process are worked around, at the
 * risk of a damaged heap with a build of libdapl whose layout is another and passes all checks.
 * With {@code off} nothing is written, and the faults remain.
 */
public final class PrivateStructures {

  /** System property with {@code on} or {@code off}. */
  public static final String PROPERTY = "dat4j.dat.private-structures";

  private PrivateStructures() {}

  /**
   * Reads the setting.
   *
   * @param where the call that needs it, for the refusal
   * @return whether the provider may write to private structures
   * @throws org.dat4j.dat.DatException if the property has another value
   */
  public static boolean isWritable(String where) {
    String value = System.getProperty(PROPERTY, "on");
    return switch (value) {
      case "on" -> true;
      case "off" -> false;
      default ->
          throw Errors.of(
              DatReturn.INVALID_PARAMETER,
              DatSubtype.NO_SUBTYPE,
              where,
              PROPERTY,
              value,
              "set this system property to on or off");
    };
  }
}
