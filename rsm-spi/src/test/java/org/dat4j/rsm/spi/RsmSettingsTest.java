package org.dat4j.rsm.spi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings are looked up, checked and spelt as their declarations say. */
class RsmSettingsTest {
  private static final RsmSetting NODE = RsmSetting.number("node", 0, 64, 1, "a number");
  private static final RsmSetting OPEN = RsmSetting.choice("open", "false", "a", "true", "false");
  private static final RsmSetting FILE = RsmSetting.text("file", "a path", "a text");
  private static final List<String> KEYS = List.of("node", "open", "file");

  private static RsmSettings with(String key, String value) {
    return new RsmSettings(Map.of(key, value));
  }

  @Test
  void defaultsHoldWithoutAValue() {
    RsmSettings none = new RsmSettings(Map.of());
    assertEquals(1, none.number(NODE));
    assertTrue(none.is(OPEN, "false"));
    assertEquals("", none.text(FILE));
  }

  @Test
  void permittedValuesAreTaken() {
    assertEquals(64, with("node", "64").number(NODE));
    assertTrue(with("open", "true").is(OPEN, "true"));
    assertFalse(with("open", "true").is(OPEN, "false"));
    assertEquals("/x", with("file", "/x").text(FILE));
  }

  @ParameterizedTest
  @CsvSource({"node,65,0 to 64", "node,x,0 to 64", "open,yes,true or false", "file,'',a path"})
  void otherValuesAreRefusedWithThePermittedOnes(String key, String value, String remedy) {
    RsmSetting setting = key.equals("node") ? NODE : key.equals("open") ? OPEN : FILE;
    RsmSettings settings = with(key, value);
    RsmException refused = assertThrows(RsmException.class, () -> settings.text(setting));
    assertEquals(RsmReturn.BAD_CONF, refused.code());
    assertTrue(refused.getMessage().contains("dat4j.rsm." + key), refused.getMessage());
    assertTrue(refused.getMessage().contains(remedy), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nod", "nodes", "ndoe", "mode", "nde"})
  void misspeltKeyIsAnsweredWithTheRightOne(String key) {
    RsmSettings settings = with(key, "2");
    RsmException refused = assertThrows(RsmException.class, () -> settings.checkSpelling(KEYS));
    assertEquals(RsmReturn.BAD_CONF, refused.code());
    assertTrue(refused.getMessage().contains("did you mean dat4j.rsm.node?"), key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"node", "units", "alias.queue0", "no", "nodded", "doen"})
  void otherKeysAreNotRefused(String key) {
    assertDoesNotThrow(() -> with(key, "2").checkSpelling(KEYS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"units", "no", "nodded", "doen", "allias.page0"})
  void keyThatIsNearNoneIsToldWithAllKnownOnes(String key) {
    List<String> told = with(key, "2").unknown(KEYS);
    assertEquals(1, told.size(), told.toString());
    assertTrue(told.get(0).startsWith("setting dat4j.rsm." + key + ": "), told.get(0));
    assertTrue(told.get(0).contains("node, open, file, alias.NAME"), told.get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"node", "alias.queue0", "nodes"})
  void knownKeysAliasesAndMisspeltOnesAreNotToldSo(String key) {
    assertEquals(List.of(), with(key, "2").unknown(KEYS));
  }

  @Test
  void valuesAreDescribed() {
    assertEquals("0..64", NODE.values());
    assertEquals("true|false", OPEN.values());
    assertEquals("a path", FILE.values());
  }

  @Test
  void triedValuesHaveToBePermitted() {
    RsmSetting choice = RsmSetting.choice("a", "on", "what it does", "on", "off");
    assertEquals(List.of(), choice.tried());
    assertEquals(List.of("off"), choice.tried("off").tried());
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> choice.tried("off", "dim"));
    assertEquals("setting \"a\": \"dim\" is not of on|off", refused.getMessage());
  }
}
