package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Return values as libdapl really gives them, and the number ranges of both headers. */
class ReturnCodesTest {

  @ParameterizedTest
  @CsvSource({
    // value of the library, type and subtype of 1.2
    "00000000, 00000000", // success
    "40000000, 00000000", // success with a warning
    "000d0000, 000d0000", // empty dequeue without class bit
    "000f0000, 000f0000", // wait out of time, without and with it
    "800f0000, 000f0000",
    "00030000, 00030000", // registration of a bad address
    "80030007, 00030007", // memory region, below the inserted subtypes
    "3fff0000, 0fff0000", // not implemented, without and with class bits
    "bfff0000, 0fff0000",
    "800a0064, 000a0062", // 2.0 name not registered (100) is 98
    "80060027, 00060026", // 2.0 third argument (39) is 38
    "80070050, 0007004f", // 2.0 IA in use (80) is 79
    "80160000, 00020000", // port in use becomes qualifier in use
    "80170000, 00090000", // communicator not supported becomes model not supported
    "90000001, 00040001", // an extension's type becomes internal error
  })
  void valueIsTranslatedToTheContract(String library, String contract) {
    int ret = Integer.parseUnsignedInt(library, 16);
    int translated = ReturnCodes.type(Abi.DAT_2_0, ret) | ReturnCodes.subtype(Abi.DAT_2_0, ret);
    assertEquals(contract, String.format(Locale.ROOT, "%08x", translated));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "25, 25", // both ABIs alike up to here
    "26, 0", // INVALID_HANDLE_CSP exists in 2.0 only
    "27, 26",
    "87, 86", // HANDLE1 to SRQ_IN_USE
    "88, 0", // SRQ_SHUTDOWN exists in 2.0 only
    "89, 87",
    "103, 101", // PRIVILEGES_READ to THREAD_SAFETY_NOT_FOUND
    "104, 0",
    "65535, 0"
  })
  void subtypeIsMovedByWhatTheNewerHeadersInserted(int library, int contract) {
    assertEquals(contract, ReturnCodes.subtype(Abi.DAT_2_0, 0x8005_0000 | library));
  }

  @Test
  void sharedTypesKeepTheirNumbers() {
    for (int type = 0; type <= 0x0014_0000; type += 0x1_0000) {
      for (Abi abi : Abi.values()) {
        assertEquals(type, ReturnCodes.type(abi, 0x8000_0000 | type));
        assertEquals(type, ReturnCodes.type(abi, type));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "00000000, 00000000",
    "40000000, 00000000",
    "000d0000, 000d0000", // the class bit may be missing there too
    "8fff0000, 0fff0000", // not implemented
    "800a0062, 000a0062", // name not registered
    "80060066, 00060066", // the cookie of relaxed ordering, last of all
    "80060067, 00060000", // beyond the contract
    "80160001, 00040001"
  })
  void valueOfTheContractsOwnAbiStays(String library, String contract) {
    int ret = Integer.parseUnsignedInt(library, 16);
    int translated = ReturnCodes.type(Abi.DAT_1_2, ret) | ReturnCodes.subtype(Abi.DAT_1_2, ret);
    assertEquals(contract, String.format(Locale.ROOT, "%08x", translated));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0x4000_0000})
  void successIsRecognisedByItsType(int ret) {
    assertTrue(ReturnCodes.isSuccess(ret));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x000d_0000, 0x3fff_0000, 0x0003_0000, 0x8003_0000})
  void errorWithoutClassBitIsNoSuccess(int ret) {
    assertFalse(ReturnCodes.isSuccess(ret));
  }
}
