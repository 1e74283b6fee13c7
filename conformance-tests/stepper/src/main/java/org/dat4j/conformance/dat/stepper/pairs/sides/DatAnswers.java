package org.dat4j.conformance.dat.stepper.pairs.sides;

import java.util.List;
import java.util.function.IntSupplier;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;

/**
 * Makes the DAT calls of the stepper's pairs, two calls made at once, and turns each exception into
 * its return code.
 */
public final class DatAnswers {
  private DatAnswers() {}

  /** Makes a call that returns a return type. */
  public static Answer call(IntSupplier deed) {
    try {
      return Answer.of(deed.getAsInt());
    } catch (DatException e) {
      return Answer.of(e.type());
    }
  }

  /** Makes a call without a result. */
  public static Answer run(Runnable deed) {
    return call(
        () -> {
          deed.run();
          return DatReturn.SUCCESS;
        });
  }

  /** Closes objects in their order; a call of the pair may have freed some. */
  public static void close(List<DatObject> objects) {
    for (DatObject object : objects) {
      try {
        object.close();
      } catch (DatException e) {
        if (e.type() != DatReturn.INVALID_HANDLE) {
          throw e;
        }
      }
    }
  }

  /** Returns whether an answer fits a second free, which some pages leave to the provider. */
  public static boolean fitsSecondFree(Answer answer) {
    return is(answer, DatReturn.SUCCESS, DatReturn.INVALID_HANDLE);
  }

  public static boolean is(Answer answer, int... types) {
    for (int type : types) {
      if (answer.code() == type) {
        return true;
      }
    }
    return false;
  }
}
