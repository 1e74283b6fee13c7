package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

/** The text and the content of an exception. */
class DatExceptionTest {
  private static final String TIMEOUT_MESSAGE =
      "DAT_INVALID_PARAMETER (DAT_INVALID_ARG3): Ep[7].connect: timeout = 0: "
          + "must be between 1 and 4294967295 microseconds";

  private static DatException timeout() {
    return new DatException(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG3,
        "Ep[7].connect",
        "timeout",
        0,
        "must be between 1 and 4294967295 microseconds");
  }

  @Test
  void messageNamesCodeObjectArgumentValueAndRemedy() {
    assertEquals(TIMEOUT_MESSAGE, timeout().getMessage());
  }

  @Test
  void partsCanBeRead() {
    DatException exception = timeout();

    assertEquals(0x00060000, exception.type());
    assertEquals(38, exception.subtype());
    assertEquals("Ep[7].connect", exception.object());
    assertEquals("timeout", exception.argument());
    assertEquals("0", exception.value());
    assertEquals("must be between 1 and 4294967295 microseconds", exception.remedy());
    assertNull(exception.getCause());
  }

  @Test
  void codeHasTheErrorClassForEveryTypeAndSubtype() {
    for (ContractConstant type : ContractConstant.ofType("DAT_RETURN_TYPE")) {
      for (ContractConstant subtype : ContractConstant.ofType("DAT_RETURN_SUBTYPE")) {
        DatException exception =
            new DatException((int) type.number(), (int) subtype.number(), null, null, null, null);
        int expected = (int) (0x80000000L | type.number() | subtype.number());
        assertEquals(expected, exception.code(), type + " " + subtype);
      }
    }
  }

  @Test
  void wholeCodesAreReducedToTheirParts() {
    DatException exception = new DatException(0x80070032, 0x80070032, null, null, null, null);

    assertEquals(0x00070000, exception.type());
    assertEquals(50, exception.subtype());
    assertEquals(0x80070032, exception.code());
    assertEquals("DAT_INVALID_STATE (DAT_INVALID_STATE_EP_CONNECTED)", exception.getMessage());
  }

  @Test
  void absentPartsLeaveNoTrace() {
    assertEquals(
        "DAT_INTERNAL_ERROR",
        new DatException(DatReturn.INTERNAL_ERROR, 0, null, null, null, null).getMessage());
    assertEquals(
        "DAT_MODEL_NOT_SUPPORTED: Srq[2].setLowWatermark: see srqWatermarksSupported",
        new DatException(
                DatReturn.MODEL_NOT_SUPPORTED,
                DatSubtype.NO_SUBTYPE,
                "Srq[2].setLowWatermark",
                null,
                5,
                "see srqWatermarksSupported")
            .getMessage());
    assertEquals(
        "DAT_INVALID_HANDLE (DAT_INVALID_HANDLE_PZ): Ia[1].createLmr: pz = null",
        new DatException(
                DatReturn.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_PZ,
                "Ia[1].createLmr",
                "pz",
                null,
                null)
            .getMessage());
  }

  @Test
  void valueIsTheTextAtTheTimeOfTheThrow() {
    StringBuilder value = new StringBuilder("before");
    DatException exception =
        new DatException(DatReturn.INVALID_PARAMETER, 0, "Ia", "name", value, null);
    value.setLength(0);

    assertEquals("before", exception.value());
  }

  @Test
  void causeIsKept() {
    Throwable cause = new IllegalStateException("closed");
    DatException exception =
        new DatException(DatReturn.INTERNAL_ERROR, 0, "Ia[1]", "arena", "x", "reopen", cause);

    assertSame(cause, exception.getCause());
    assertEquals("DAT_INTERNAL_ERROR: Ia[1]: arena = x: reopen", exception.getMessage());
  }

  @Test
  void survivesSerialisationWithAValueThatCannotBeSerialised() throws Exception {
    Object value =
        new Object() {
          @Override
          public String toString() {
            return "opaque";
          }
        };
    DatException original =
        new DatException(
            DatReturn.INVALID_HANDLE, DatSubtype.INVALID_HANDLE1, "Ep[1]", "ep", value, "use own");

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    DatException copy;
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      copy = (DatException) in.readObject();
    }

    assertEquals(original.getMessage(), copy.getMessage());
    assertEquals(original.code(), copy.code());
    assertEquals("opaque", copy.value());
  }
}
