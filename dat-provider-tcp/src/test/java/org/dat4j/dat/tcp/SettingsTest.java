package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  private static ProbeResult probe(String params) {
    return new TcpProvider().probe(RegistryEntry.builtIn("tcp9", "tcp", params));
  }

  @Test
  void theBuiltInListensOnTheLoopbackAddressOnly() {
    RegistryEntry entry = new TcpProvider().builtIns().get(0);
    assertEquals("tcp0", entry.iaName());
    assertTrue(new TcpProvider().probe(entry).reason().contains("127.0.0.1"));
  }

  @Test
  void everySettingHasADefaultThatIsAccepted() throws TcpSettings.Refused {
    StringBuilder all = new StringBuilder();
    for (Setting setting : Setting.values()) {
      all.append(setting.key()).append('=').append(setting.byDefault()).append(' ');
      assertFalse(setting.meaning().isBlank());
    }
    assertEquals(TcpSettings.parse(""), TcpSettings.parse(all.toString()));
  }

  @Test
  void blanksAndCommasSeparate() throws TcpSettings.Refused {
    TcpSettings settings = TcpSettings.parse(" crc=off,interop=own  mulpdu=1442, rtr=read ");
    assertFalse(settings.crc());
    assertEquals(504, settings.maxPrivateData());
    assertEquals(1442, settings.mulpdu());
    assertFalse(settings.writeRtr());
    assertTrue(settings.readRtr());
  }

  @Test
  void aMisspeltNameIsRefusedWithASuggestion() {
    ProbeResult result = probe("crv=on");
    assertFalse(result.available());
    assertTrue(result.remedy().contains("did you mean \"crc\"?"), result.remedy());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "crc",
        "crc=yes",
        "crc=on crc=off",
        "mulpdu=127",
        "mulpdu=64769",
        "mulpdu=x",
        "sndbuf=-1",
        "completion=remote",
        "=on",
        "colour=blue",
        "bind=no.such.host.invalid"
      })
  void whatIsNotPossibleIsRefusedWithARemedy(String params) {
    ProbeResult result = probe(params);
    assertFalse(result.available());
    assertFalse(result.remedy().isBlank());
  }

  @Test
  void anAddressOfAnotherMachineIsRefused() {
    ProbeResult result = probe("bind=192.0.2.1");
    assertFalse(result.available());
    assertTrue(result.reason().contains("no address of this machine"), result.reason());
  }

  @Test
  void anOpenWithWrongSettingsNamesTheRemedy() {
    DatException refused =
        assertThrows(
            DatException.class, () -> Pair.registry("crc=maybe", "").openIa("client").close());
    assertTrue(refused.getMessage().contains("crc=on|off"), refused.getMessage());
  }

  @Test
  void largeQualifiersFoldAsOtherProvidersDo() {
    assertEquals(65535, Ports.of(65535, "test"));
    assertEquals(65536 % 32001 + 33534, Ports.of(65536, "test"));
    DatException refused = assertThrows(DatException.class, () -> Ports.of(-1, "test"));
    assertEquals(DatReturn.CONN_QUAL_UNAVAILABLE, refused.type());
  }
}
