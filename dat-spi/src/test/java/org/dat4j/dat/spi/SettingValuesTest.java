package org.dat4j.dat.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingValuesTest {
  private static final List<ProviderSetting> DECLARED =
      List.of(
          ProviderSetting.choice("crc", "on", "checks frames", "on", "off"),
          ProviderSetting.number("spin", 0, 1_000_000, "auto", "microseconds", "auto"),
          ProviderSetting.number("loops", 1, 64, "1", "threads"),
          ProviderSetting.number("ring", 2, 64, "8", "bytes").powerOfTwo(),
          ProviderSetting.text("bind", "address", "127.0.0.1", "local address"));

  @Test
  void settingsThatAreNotGivenHaveTheirDefaults() {
    SettingValues values = SettingValues.parse("", DECLARED);
    assertTrue(values.is("crc", "on"));
    assertEquals(-1, values.number("spin", -1));
    assertEquals(1, values.number("loops"));
    assertEquals("127.0.0.1", values.text("bind"));
  }

  @Test
  void blanksAndCommasSeparate() {
    SettingValues values = SettingValues.parse(" crc=off,spin=20  loops=64, bind=::1 ", DECLARED);
    assertTrue(values.is("crc", "off"));
    assertEquals(20, values.number("spin", -1));
    assertEquals(64, values.number("loops"));
    assertEquals("::1", values.text("bind"));
  }

  @ParameterizedTest
  @CsvSource({
    "crv=on, 'did you mean \"crc\"? the settings are crc, spin, loops, ring, bind'",
    "colour=blue, 'the settings are crc, spin, loops, ring, bind'",
    "crc, 'write settings as name=value, without blanks around ='",
    "=on, 'write settings as name=value, without blanks around ='",
    "bind = ::1, 'write settings as name=value, without blanks around ='",
    "ring=24, use ring=2..64 (a power of two)",
    "ring=1, use ring=2..64 (a power of two)",
    "crc=on crc=on, give it once",
    "crc=yes, use crc=on|off",
    "spin=-1, use spin=auto|0..1000000",
    "spin=, 'use spin=auto|0..1000000, without blanks around ='",
    "loops=65, use loops=1..64",
    "loops=99999999999999999999, use loops=1..64",
    "loops=two, use loops=1..64",
    "bind= ::1, 'use bind=address, without blanks around ='"
  })
  void invalidSettingIsRefusedWithARemedy(String params, String remedy) {
    InvalidSettingException e =
        assertThrows(InvalidSettingException.class, () -> SettingValues.parse(params, DECLARED));
    assertEquals(remedy, e.remedy());
  }

  @Test
  void aProviderWithoutSettingsSaysSo() {
    InvalidSettingException e =
        assertThrows(InvalidSettingException.class, () -> SettingValues.parse("a=1", List.of()));
    assertEquals("this provider has no settings: use \"\"", e.remedy());
    assertEquals("the setting \"a\" is not known", e.finding().reason());
  }

  @Test
  void anUndeclaredNameIsTheProvidersMistake() {
    SettingValues values = SettingValues.parse("", DECLARED);
    assertThrows(IllegalArgumentException.class, () -> values.text("crv"));
  }

  @Test
  void valuesToTryArePermittedOnes() {
    ProviderSetting loops = DECLARED.get(2);
    assertEquals(List.of(), loops.tried());
    assertEquals(List.of("1", "3"), loops.tried("1", "3").tried());
    assertThrows(IllegalArgumentException.class, () -> loops.tried("65"));
  }
}
