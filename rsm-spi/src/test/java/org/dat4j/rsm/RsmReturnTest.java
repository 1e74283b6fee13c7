package org.dat4j.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RsmReturnTest {

  @ParameterizedTest
  @CsvSource({
    "0,RSM_SUCCESS", "1,RSMERR_BAD_LIBRARY_VERSION", "5,RSMERR_BAD_SEG_HNDL",
    "16,RSMERR_BAD_ADDR", "18,RSMERR_BAD_OFFSET", "20,RSMERR_BAD_LENGTH",
    "27,RSMERR_PERM_DENIED", "31,RSMERR_INSUFFICIENT_RESOURCES", "34,RSMERR_POLLFD_IN_USE",
    "35,RSMERR_BARRIER_UNINITIALIZED", "40,RSMERR_CONN_ABORTED", "42,RSMERR_TIMEOUT",
    "45,RSMERR_SEG_NOT_CONNECTED", "100,RSMERR_INTERNAL_ERROR", "117,RSMERR_BAD_ARGS_ERRORS",
    "134,RSMERR_QUEUE_FULL"
  })
  void numbersHaveTheNamesOfTheHeader(int code, String name) {
    assertEquals(name, RsmReturn.name(code));
  }

  @Test
  void everyNumberOfTheHeaderIsThereOnce() throws IllegalAccessException {
    Set<Integer> numbers = new TreeSet<>();
    for (Field field : RsmReturn.class.getFields()) {
      int code = field.getInt(null);
      assertTrue(numbers.add(code), field.getName());
      assertTrue(RsmReturn.name(code).endsWith(field.getName()), field.getName());
    }
    Set<Integer> expected = new TreeSet<>();
    for (int i = 0; i <= 134; i++) {
      if (i <= 45 || i >= 100) {
        expected.add(i);
      }
    }
    assertEquals(expected, numbers);
    assertEquals("unknown RSM code 99", RsmReturn.name(99));
  }

  @Test
  void theMessageNamesObjectArgumentValueAndRemedy() {
    RsmException e = new RsmException(RsmReturn.BAD_LENGTH, "X.map", "length", 0, "give 1");
    assertEquals("RSMERR_BAD_LENGTH: X.map: length = 0: give 1", e.getMessage());
    assertEquals("X.map", e.object());
    assertEquals("length", e.argument());
    assertEquals("0", e.value());
    assertEquals("give 1", e.remedy());
    assertNull(new RsmException(RsmReturn.TIMEOUT, null, null, null, null).remedy());
  }

  @Test
  void rangesOfIdsAreThoseOfTheHeader() {
    int[] reserved = {1, 0xFFFFF, 0x100000, 0x1FFFFF, 0x200000, 0x2FFFFF, 0x300000, 0x3FFFFF};
    for (int id : reserved) {
      assertTrue(SegmentIds.reserved(id), Integer.toHexString(id));
    }
    assertTrue(SegmentIds.reserved(0x80000000) && SegmentIds.reserved(0xFFFFFFFF));
    for (int id : new int[] {0x400000, 0x500000, 0x600000, 0x7FFFFFFF}) {
      assertEquals(false, SegmentIds.reserved(id), Integer.toHexString(id));
    }
  }
}
