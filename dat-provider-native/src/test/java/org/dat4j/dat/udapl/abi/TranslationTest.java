package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Masks, event numbers and enumerations that the two sets of headers number differently. */
class TranslationTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "2, 2", // IA handle, state
    "4, 8",
    "8, 10",
    "10, 20",
    "20, 40", // addresses and port qualifiers
    "40, 80",
    "80, 100",
    "100, 200",
    "200, 400",
    "400, 800", // PZ, three EVDs, SRQ
    "1000, 1000",
    "40000000, 40000000",
    "7ffff000, 7ffff000", // attributes
    "800, 0", // no member of 1.2
    "7ffff7ff, 7ffffffb" // all of 1.2 is all of 2.0 but the communicator
  })
  void epMask(String from, String to) {
    assertEquals(to, Long.toHexString(MaskTranslation.ep(Abi.DAT_2_0, Long.parseLong(from, 16))));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1", "40000000, 40000000",
    "80000000, 400000000", "100000000, 800000000",
    "200000000, 1000000000", "400000000, 2000000000",
    "7ffffffff, 3c7fffffff"
  })
  void iaMask(String from, String to) {
    assertEquals(to, Long.toHexString(MaskTranslation.ia(Abi.DAT_2_0, Long.parseLong(from, 16))));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "800000, 800000",
    "1000000, 20000000",
    "2000000, 40000000",
    "3ffffff, 60ffffff"
  })
  void providerMask(String from, String to) {
    assertEquals(
        to, Long.toHexString(MaskTranslation.provider(Abi.DAT_2_0, Long.parseLong(from, 16))));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x1, 0x1001, 0x2001, 0x4001, 0x4002, 0x4003, 0x4004, 0x4005, 0x4006, 0x4007, 0x4008, 0x8001,
        0x8002, 0x8003, 0x8004, 0x8005, 0x1_0001
      })
  void eventNumberOfBothAbisStays(int number) {
    assertEquals(number, CodeTranslation.eventNumber(number));
  }

  @Test
  void infinibandTransferEventIsATransferCompletion() {
    assertEquals(0x1, CodeTranslation.eventNumber(0x4_0000));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x8101, 0x8102, 0x2_0000, 0x4_0001, 0x8_0000})
  void eventThatTheContractDoesNotKnowHasNoNumber(int number) {
    assertEquals(CodeTranslation.NO_EVENT, CodeTranslation.eventNumber(number));
  }

  @Test
  void completionStatusBeyondTheContractIsATransportError() {
    for (int status = 0; status <= 11; status++) {
      assertEquals(status, CodeTranslation.dtoStatus(status));
    }
    assertEquals(8, CodeTranslation.dtoStatus(12));
    assertEquals(8, CodeTranslation.dtoStatus(-1));
  }

  @Test
  void connectedStatesThatCountPathsAreConnected() {
    for (int state = 0; state <= 12; state++) {
      assertEquals(state, CodeTranslation.epState(state));
    }
    assertEquals(9, CodeTranslation.epState(13));
    assertEquals(9, CodeTranslation.epState(14));
  }

  @Test
  void srqStatesChangePlaces() {
    assertEquals(1, CodeTranslation.srqState(Abi.DAT_2_0, 0));
    assertEquals(0, CodeTranslation.srqState(Abi.DAT_2_0, 1));
    assertEquals(1, CodeTranslation.srqState(Abi.DAT_2_0, 2));
  }

  @Test
  void shareableZonesHaveAnotherNumber() {
    assertEquals(0, CodeTranslation.pzSupport(Abi.DAT_2_0, 0));
    assertEquals(2, CodeTranslation.pzSupport(Abi.DAT_2_0, 1));
  }

  @Test
  void relaxedOrderingHintIsNotPassedOn() {
    assertEquals(0x33, CodeTranslation.privileges(Abi.DAT_2_0, 0x133));
    assertEquals(0x10, CodeTranslation.privileges(Abi.DAT_2_0, 0x10));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 0x40, 0x7ff, 0x7fff_f7ffL, 0x7_ffff_ffffL})
  void masksAndEnumerationsOfTheContractsOwnAbiStay(long mask) {
    Abi abi = Abi.DAT_1_2;
    assertEquals(mask, MaskTranslation.ep(abi, mask));
    assertEquals(mask, MaskTranslation.ia(abi, mask));
    assertEquals(mask, MaskTranslation.provider(abi, mask));
    assertEquals(0x133, CodeTranslation.privileges(abi, 0x133));
    assertEquals(1, CodeTranslation.pzSupport(abi, 1));
    assertEquals(0, CodeTranslation.srqState(abi, 0));
  }

  @ParameterizedTest
  @CsvSource({
    ", Linux, DAT_2_0",
    ", SunOS, DAT_1_2",
    "1.2, Linux, DAT_1_2",
    "2.0, SunOS, DAT_2_0",
    "3.0, Linux, DAT_2_0"
  })
  void abiIsThatOfTheSystemUnlessNamed(String asked, String os, Abi abi) {
    assertEquals(abi, Abi.of(asked, os));
  }
}
