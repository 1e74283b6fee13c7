package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The process default. */
class DatTest {

  /** This module has no provider of its own. */
  @Test
  void aRegistryWithoutProvidersIsNotKept() {
    assertNotSame(Dat.registry(), Dat.registry());
  }

  @Test
  void anOpenGoesToTheRegistryOfTheProcess() {
    DatException e = assertThrows(DatException.class, () -> Dat.openIa("no adapter has this name"));

    assertEquals("no adapter has this name", e.value());
    assertTrue(e.getMessage().contains("system property dat4j.conf"), e::getMessage);
  }

  @Test
  void strerrorGivesTheTextsOfTheCode() {
    int code = DatReturn.CLASS_ERROR | DatReturn.QUEUE_FULL;

    assertEquals(Strerror.of(code), Dat.strerror(code));
  }

  @Test
  void theRegistryIsTheOnlyStaticState() {
    assertEquals(
        0,
        Arrays.stream(Dat.class.getDeclaredFields())
            .filter(field -> !field.isSynthetic() && Modifier.isStatic(field.getModifiers()))
            .count());
  }
}
