package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the setting bind: its values, and the messages for addresses that do not fit. */
@Timeout(240)
class BindTest {

  private static ProbeResult probe(String params) {
    return new TcpProvider().probe(RegistryEntry.builtIn("a", "tcp", params));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bind=0.0.0.0", "bind=::"})
  void anAdapterBoundToAllAddressesAnnouncesOne(String params) {
    ProbeResult probe = probe(params);
    try (AdapterPair pair = new AdapterPair(params)) {
      InetAddress told = pair.serverIa.address();
      assertFalse(told.isAnyLocalAddress(), told.toString());
      assertTrue(probe.reason().contains("told " + told.getHostAddress()), probe.reason());
      pair.connect();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::"})
  void theAddressThatStandsForAllNamesNoPeer(String any) throws IOException {
    InetAddress address = InetAddress.getByName(any);
    try (AdapterPair pair = new AdapterPair("bind=0.0.0.0")) {
      DatException refused =
          assertThrows(
              DatException.class,
              () -> pair.client.startConnect(address, pair.listener.connQual(), AdapterPair.LIMIT));
      assertEquals(DatReturn.INVALID_ADDRESS, refused.type());
      assertTrue(refused.getMessage().contains("Ia.address()"), refused.getMessage());
      pair.connect();
    }
  }

  @Test
  void anInterfaceStandsForItsAddress() throws IOException {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    String name = NetworkInterface.getByInetAddress(loopback).getName();
    try (AdapterPair pair = new AdapterPair("bind=" + name)) {
      assertEquals(loopback, pair.serverIa.address());
      pair.connect();
    }
  }

  @Test
  void aHostNameThatWasLookedUpIsNamed() throws IOException {
    InetAddress other = InetAddress.getByAddress("debianhost", new byte[] {(byte) 192, 0, 2, 1});
    ProbeResult probe = TcpProvider.probe(other);
    assertFalse(probe.available());
    assertTrue(probe.reason().contains("debianhost"), probe.reason());
    assertTrue(probe.reason().contains("192.0.2.1"), probe.reason());
  }

  @Test
  void aNameThatNamesNothingIsToldWithTheInterfaces() throws IOException {
    ProbeResult probe = probe("bind=no.such.host.invalid");
    assertTrue(probe.reason().contains("no.such.host.invalid"), probe.reason());
    String name = NetworkInterface.networkInterfaces().findFirst().orElseThrow().getName();
    assertTrue(probe.remedy().contains(name), probe.remedy());
  }

  @Test
  void anAdapterOfThisMachineOnlySaysSo() throws IOException {
    InetAddress elsewhere = InetAddress.getByName("192.0.2.1");
    try (AdapterPair pair = new AdapterPair("")) {
      DatException refused =
          assertThrows(
              DatException.class, () -> pair.client.connect(elsewhere, 17777, AdapterPair.LIMIT));
      assertTrue(refused.getMessage().contains("bound to 127.0.0.1"), refused.getMessage());
      assertTrue(refused.getMessage().contains("bind=ADDRESS"), refused.getMessage());
    }
  }

  @Test
  void aWebServerIsNotReportedAsNoListener() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        AdapterPair pair = new AdapterPair("")) {
      pair.client.startConnect(pair.serverIa.address(), server.getLocalPort(), AdapterPair.LIMIT);
      try (Socket accepted = server.accept()) {
        String page = "HTTP/1.1 400 Bad Request\r\n\r\n";
        accepted.getOutputStream().write(page.getBytes(StandardCharsets.US_ASCII));
        DatException refused =
            assertThrows(DatException.class, () -> pair.client.awaitConnected(AdapterPair.LIMIT));
        assertTrue(refused.getMessage().contains("iWARP"), refused.getMessage());
        assertFalse(refused.getMessage().contains("nobody listens"), refused.getMessage());
      }
    }
  }

  @Test
  void aFreePortIsReportedAsWithoutAListener() throws IOException {
    int free;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      free = closed.getLocalPort();
    }
    try (AdapterPair pair = new AdapterPair("")) {
      DatException refused =
          assertThrows(
              DatException.class,
              () -> pair.client.connect(pair.serverIa.address(), free, AdapterPair.LIMIT));
      assertTrue(refused.getMessage().contains("nobody listens there"), refused.getMessage());
    }
  }
}
