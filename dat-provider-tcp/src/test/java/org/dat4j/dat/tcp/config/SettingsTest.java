package org.dat4j.dat.tcp.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.tcp.AdapterPair;
import org.dat4j.dat.tcp.TcpProvider;
import org.dat4j.dat.tcp.socket.TcpSockets;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
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
  void everySettingHasADefaultThatIsAccepted() {
    StringBuilder all = new StringBuilder();
    for (ProviderSetting setting : Setting.declarations()) {
      all.append(setting.name()).append('=').append(setting.byDefault()).append(' ');
      assertFalse(setting.meaning().isBlank());
    }
    assertEquals(TcpSettings.parse(""), TcpSettings.parse(all.toString()));
  }

  @Test
  void blanksAndCommasSeparate() {
    TcpSettings settings = TcpSettings.parse(" crc=off,interop=own  mulpdu=1442, rtr=read ");
    assertFalse(settings.crc());
    assertEquals(504, settings.maxPrivateData());
    assertEquals(0, settings.remindNanos());
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
        "completion=never",
        "=on",
        "colour=blue",
        "bind=no.such.host.invalid",
        "bind=",
        "mpa=0",
        "mpa=3",
        "ports=2000",
        "ports=3000-2000",
        "ports=0-10",
        "ports=1-65536",
        "spin=-1",
        "spin=1000001",
        "loops=0",
        "loops=65",
        "half_open=0",
        "half_open_per_address=65536",
        "connections=-1",
        "guesses_per_address=-1",
        "guesses_per_address=1000001",
        "memory=0",
        "memory_per_address=1048577",
        "startup=9",
        "remind=-1",
        "remind=10001"
      })
  void anImpossibleValueIsRefusedWithARemedy(String params) {
    ProbeResult result = probe(params);
    assertFalse(result.available());
    assertFalse(result.remedy().isBlank());
  }

  @Test
  void everySettingIsListedWithItsDefault() {
    List<ProviderSetting> listed = new TcpProvider().settings();
    assertEquals(Setting.values().length, listed.size());
    for (ProviderSetting setting : listed) {
      assertTrue(probe(setting.name() + "=" + setting.byDefault()).available(), setting.name());
    }
  }

  @Test
  void limitsOfStrangersAreThoseOfTheSecurityRules() {
    TcpSettings settings = TcpSettings.parse("");
    // A burst of a thousand from one host fits beside as many silent strangers.
    assertEquals(4096, settings.halfOpen());
    assertEquals(2048, settings.halfOpenPerAddress());
    assertEquals(100, settings.guessesPerAddress());
    assertEquals(64, settings.memory());
    assertEquals(16, settings.memoryPerAddress());
    assertEquals(TimeUnit.SECONDS.toNanos(5), settings.startupNanos());
  }

  /** The first of three consecutive ports without a listener on this machine. */
  private static int threeFreePorts() {
    InetAddress here = InetAddress.getLoopbackAddress();
    for (int low = 20_000; low < 30_000; low += 3) {
      try (ServerSocket first = new ServerSocket(low, 1, here);
          ServerSocket second = new ServerSocket(low + 1, 1, here);
          ServerSocket third = new ServerSocket(low + 2, 1, here)) {
        return List.of(first, second, third).get(0).getLocalPort();
      } catch (IOException taken) {
        // the next three
      }
    }
    throw new AssertionError("no three free ports in a row");
  }

  @Test
  void aServicePointOfAnyQualifierGetsAPortOfTheRange() {
    int low = threeFreePorts();
    String range = low + "-" + (low + 2);
    DatRegistry registry = AdapterPair.registry("ports=" + range, "");
    try (Ia ia = registry.openIa("client");
        DatListener first = Dats.listen(ia);
        DatListener second = Dats.listen(ia);
        DatListener third = Dats.listen(ia)) {
      long[] ports = {first.connQual(), second.connQual(), third.connQual()};
      Arrays.sort(ports);
      assertArrayEquals(new long[] {low, low + 1, low + 2}, ports);
      DatException refused = assertThrows(DatException.class, () -> Dats.listen(ia));
      assertEquals(DatReturn.CONN_QUAL_UNAVAILABLE, refused.type());
      assertTrue(refused.getMessage().contains(range), refused.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loops=3", "spin=0", "loops=2 spin=200"})
  void connectionsOfAnyLoopAndPatienceCarryMessages(String params) {
    try (AdapterPair pair = new AdapterPair(params).connect();
        AdapterPair other = new AdapterPair(params).connect()) {
      for (AdapterPair each : List.of(pair, other)) {
        Region out = each.client.register(64);
        Region in = each.server.register(64);
        for (int i = 0; i < 50; i++) {
          each.receive(each.server, in, i);
          each.send(each.client, out, 64, i);
          assertEquals(64, Dats.awaitDto(each.server.recvEvd(), i, AdapterPair.LIMIT, each.event));
          Dats.awaitDto(each.client.requestEvd(), i, AdapterPair.LIMIT, each.event);
        }
      }
    }
  }

  @Test
  void moreConnectionsThanTheLimitAreReset() {
    try (AdapterPair pair = new AdapterPair("", "connections=1", null).connect()) {
      DatConnection second = Dats.endpoint(pair.clientIa, null);
      DatException refused =
          assertThrows(
              DatException.class,
              () ->
                  second.connect(
                      pair.serverIa.address(), pair.listener.connQual(), AdapterPair.LIMIT));
      assertTrue(refused.getMessage().contains("NON_PEER_REJECTED"), refused.getMessage());
      second.close();
    }
  }

  /** What is set later comes too late for the window scale, which the first packets agree on. */
  @Test
  void aListenerHasItsReceiveBufferBeforeItIsBound() throws Exception {
    int bytes = 20_000;
    int byDefault;
    try (ServerSocketChannel plain = ServerSocketChannel.open();
        ServerSocketChannel left = TcpSockets.listener(TcpSettings.parse(""))) {
      byDefault = plain.getOption(StandardSocketOptions.SO_RCVBUF);
      assertEquals(byDefault, left.getOption(StandardSocketOptions.SO_RCVBUF));
    }
    try (ServerSocketChannel given = TcpSockets.listener(TcpSettings.parse("rcvbuf=" + bytes))) {
      assertNull(given.getLocalAddress());
      int now = given.getOption(StandardSocketOptions.SO_RCVBUF);
      // Linux doubles what is asked for.
      assertTrue(now >= bytes && now <= 2 * bytes && now != byDefault, now + " bytes");
    }
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
            DatException.class,
            () -> AdapterPair.registry("crc=maybe", "").openIa("client").close());
    assertTrue(refused.getMessage().contains("crc=on|off"), refused.getMessage());
  }

  @Test
  void largeQualifiersFoldAsOtherProvidersDo() {
    assertEquals(65535, port(65535));
    assertEquals(65536 % 32001 + 33534, port(65536));
    assertEquals(Long.MAX_VALUE % 32001 + 33534, port(Long.MAX_VALUE));
    DatException refused = assertThrows(DatException.class, () -> port(-1));
    assertEquals(DatReturn.CONN_QUAL_UNAVAILABLE, refused.type());
    assertTrue(refused.remedy().contains("below 2^63"), refused::remedy);
  }

  private static int port(long connQual) {
    return Ports.portOf(connQual, false, "test", 1);
  }

  /** The first qualifier of the fold whose port is free on this machine. */
  private static long freeLargeQualifier() {
    for (long qualifier = 65536; qualifier < 65536 + 1000; qualifier++) {
      try (ServerSocket free =
          new ServerSocket(port(qualifier), 1, InetAddress.getLoopbackAddress())) {
        assertTrue(free.isBound());
        return qualifier;
      } catch (IOException taken) {
        // the next one
      }
    }
    throw new AssertionError("no free port");
  }

  @Test
  void aServicePointOfALargeQualifierIsReachedAtItsFoldedPort() {
    long large = freeLargeQualifier();
    try (AdapterPair pair = new AdapterPair("");
        DatListener listener = Dats.listen(pair.serverIa, large)) {
      assertEquals(large, listener.connQual());
      for (long qualifier : new long[] {large, port(large)}) {
        try (DatConnection client = Dats.endpoint(pair.clientIa)) {
          client.startConnect(pair.serverIa.address(), qualifier, AdapterPair.LIMIT);
          listener.awaitRequest(AdapterPair.LIMIT).reject();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {65536, 98_303, Long.MAX_VALUE, -1})
  void betweenOwnPeersLargeQualifiersAreRefused(long connQual) {
    try (AdapterPair pair = new AdapterPair("interop=own")) {
      DatException noPort =
          assertThrows(DatException.class, () -> Dats.listen(pair.serverIa, connQual));
      assertEquals(DatReturn.INVALID_PARAMETER, noPort.type());
      assertEquals(DatSubtype.INVALID_ARG2, noPort.subtype());
      DatException noPeer =
          assertThrows(
              DatException.class,
              () -> pair.client.startConnect(pair.serverIa.address(), connQual, AdapterPair.LIMIT));
      assertEquals(DatReturn.INVALID_PARAMETER, noPeer.type());
      assertEquals(DatSubtype.INVALID_ARG3, noPeer.subtype());
      assertTrue(noPeer.getMessage().contains("connQual"), noPeer.getMessage());
      assertEquals(EpState.UNCONNECTED, pair.client.ep().getStatus().state());
      // Nothing is left behind that would be in the way.
      pair.connect();
    }
  }
}
