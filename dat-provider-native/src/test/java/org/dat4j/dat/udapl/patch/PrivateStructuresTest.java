package org.dat4j.dat.udapl.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The values of the setting for private structures. */
class PrivateStructuresTest {

  @AfterEach
  void clear() {
    System.clearProperty(PrivateStructures.PROPERTY);
  }

  private static boolean with(String value) {
    System.setProperty(PrivateStructures.PROPERTY, value);
    return PrivateStructures.isWritable("test");
  }

  @Test
  void writesArePermittedByDefaultAndForbiddenByOff() {
    assertTrue(PrivateStructures.isWritable("test"));
    assertTrue(with("on"));
    assertFalse(with("off"));
  }

  @Test
  void anotherValueIsRefusedWithTheRightOnes() {
    DatException refused = assertThrows(DatException.class, () -> with("false"));
    assertEquals(DatReturn.INVALID_PARAMETER, refused.type());
    assertTrue(refused.getMessage().contains("on or off"), refused.getMessage());
  }
}
