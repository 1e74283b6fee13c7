package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The parts of a return code, and their names. */
class DatReturnTest {
  @Test
  void codeSplitsIntoClassTypeAndSubtype() {
    int error = 0x80070032;
    assertEquals(0x00070000, DatReturn.type(error));
    assertEquals(0x32, DatReturn.subtype(error));
    assertTrue(DatReturn.isError(error));
    assertFalse(DatReturn.isWarning(error));

    int warning = 0x400D0000;
    assertEquals(0x000D0000, DatReturn.type(warning));
    assertEquals(0, DatReturn.subtype(warning));
    assertTrue(DatReturn.isWarning(warning));
    assertFalse(DatReturn.isError(warning));

    assertEquals(0x3FFF0000, DatReturn.type(-1));
    assertEquals(0xFFFF, DatReturn.subtype(-1));
  }

  @Test
  void bareTypeHasNoClass() {
    for (ContractConstant type : ContractConstant.ofType("DAT_RETURN_TYPE")) {
      int bare = (int) type.number();
      assertEquals(bare, DatReturn.type(bare), type.name());
      assertFalse(DatReturn.isError(bare), type.name());
      assertFalse(DatReturn.isWarning(bare), type.name());
    }
  }

  @Test
  void typeIsNamedAsInTheContractWhateverSurroundsIt() {
    for (ContractConstant type : ContractConstant.ofType("DAT_RETURN_TYPE")) {
      // The alias shares its number with the name that prints.
      String expected =
          type.name().equals("DAT_NAME_NOT_FOUND") ? "DAT_PROVIDER_NOT_FOUND" : type.name();
      int bare = (int) type.number();
      assertEquals(expected, DatReturn.name(bare));
      assertEquals(expected, DatReturn.name(bare | 0x80000000 | 38));
    }
    assertEquals("DAT_QUEUE_EMPTY", DatReturn.name(0x000D0000));
  }

  @Test
  void undefinedTypeIsNamedByItsNumber() {
    assertEquals("DAT_RETURN_TYPE 0x00150000", DatReturn.name(0x80150001));
    assertEquals("DAT_RETURN_TYPE 0x3FFF0000", DatReturn.name(-1));
  }

  @Test
  void subtypeIsNamedAsInTheContractWhateverSurroundsIt() {
    for (ContractConstant subtype : ContractConstant.ofType("DAT_RETURN_SUBTYPE")) {
      int number = (int) subtype.number();
      assertEquals(subtype.name(), DatSubtype.name(number));
      assertEquals(subtype.name(), DatSubtype.name(number | 0x80070000));
    }
    assertEquals("DAT_INVALID_STATE_EP_CONNECTED", DatSubtype.name(50));
    assertEquals("DAT_RETURN_SUBTYPE 103", DatSubtype.name(103));
    assertEquals("DAT_RETURN_SUBTYPE 65535", DatSubtype.name(-1));
  }

  /** A family of subtypes as the contract states it: the type and the first and last number. */
  private record Family(int type, int first, int last) {
    boolean has(int type, int subtype) {
      return this.type == type && subtype >= first && subtype <= last;
    }
  }

  @Test
  void subtypeBelongsToTheTypeOfItsFamily() {
    List<Family> families =
        List.of(
            new Family(0x00010000, 1, 1),
            new Family(0x00030000, 2, 10),
            new Family(0x00050000, 11, 35),
            new Family(0x00060000, 36, 45),
            new Family(0x00060000, 102, 102),
            new Family(0x00070000, 46, 86),
            new Family(0x000B0000, 87, 90),
            new Family(0x000C0000, 91, 94),
            new Family(0x00120000, 95, 97),
            new Family(0x000A0000, 98, 101));

    for (ContractConstant type : ContractConstant.ofType("DAT_RETURN_TYPE")) {
      int bare = (int) type.number();
      for (int subtype = 0; subtype <= 104; subtype++) {
        int number = subtype;
        boolean expected = number == 0 || families.stream().anyMatch(f -> f.has(bare, number));
        assertEquals(expected, DatSubtype.belongsTo(bare, number), type + " " + number);
      }
    }
  }

  @Test
  void nothingBelongsToAnUndefinedType() {
    assertFalse(DatSubtype.belongsTo(0x00150000, 0));
    assertFalse(DatSubtype.belongsTo(0x3FFF0000, 1));
  }

  @Test
  void belongingLooksAtItsOwnBitsOnly() {
    assertTrue(DatSubtype.belongsTo(0x80070032, 0x80070032));
    assertFalse(DatSubtype.belongsTo(0x80060032, 0x80070032));
  }
}
