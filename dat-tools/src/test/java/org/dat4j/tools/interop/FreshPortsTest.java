package org.dat4j.tools.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each connection of a capture gets ports that no other has. */
class FreshPortsTest {

  private static final int SYN = 0x02;
  private static final int ACK = 0x10;
  private static final int CLIENT = 5000;
  private static final int SERVER = 10_001;
  private static final int[] HEADERS = {0, 14 + 20, 14 + 40};

  private final List<byte[]> packets = new ArrayList<>();
  private boolean six;

  private void packet(int from, int to, int flags, int sequence) {
    ByteBuffer frame = ByteBuffer.allocate(HEADERS[six ? 2 : 1] + 20 + 3);
    frame.putShort(12, (short) (six ? 0x86DD : 0x0800));
    frame.put(14, (byte) (six ? 0x60 : 0x45)).put(six ? 20 : 23, (byte) 6);
    int tcp = HEADERS[six ? 2 : 1];
    frame.putShort(tcp, (short) from).putShort(tcp + 2, (short) to);
    frame.putInt(tcp + 4, sequence).put(tcp + 13, (byte) flags).put(tcp + 20, (byte) 77);
    packets.add(frame.array());
  }

  /** The ports of each packet afterwards, as they are sent. */
  private List<List<Integer>> ports() throws IOException {
    List<PcapngFile.Packet> capture = new ArrayList<>();
    for (byte[] packet : packets) {
      capture.add(new PcapngFile.Packet(new byte[0], ByteBuffer.wrap(packet.clone())));
    }
    FreshPorts.give(capture);
    List<List<Integer>> ports = new ArrayList<>();
    for (int i = 0; i < packets.size(); i++) {
      ByteBuffer before = ByteBuffer.wrap(packets.get(i));
      ByteBuffer after = capture.get(i).frame();
      int tcp = HEADERS[before.get(12) == 8 ? 1 : 2];
      ports.add(List.of(after.getShort(tcp) & 0xFFFF, after.getShort(tcp + 2) & 0xFFFF));
      after.putInt(tcp, before.getInt(tcp));
      assertArrayEquals(before.array(), after.array(), "nothing but ports is changed");
    }
    return ports;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectionsOfTheSamePortsAreToldApart(boolean ipv6) throws IOException {
    six = ipv6;
    for (int sequence : new int[] {100, 200}) {
      packet(CLIENT, SERVER, SYN, sequence);
      packet(CLIENT, SERVER, SYN, sequence);
      packet(SERVER, CLIENT, SYN | ACK, 7);
      packet(CLIENT, SERVER, ACK, sequence + 1);
    }
    List<List<Integer>> ports = ports();
    int first = ports.get(0).get(0);
    int second = ports.get(4).get(0);
    assertNotEquals(first, second);
    for (int i = 0; i < ports.size(); i++) {
      int client = i < 4 ? first : second;
      assertEquals(i % 4 == 2 ? List.of(SERVER, client) : List.of(client, SERVER), ports.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachSideMayHaveConnectedOnThePortsOfTheOther(boolean ipv6) throws IOException {
    six = ipv6;
    packet(CLIENT, SERVER, SYN, 1);
    packet(SERVER, CLIENT, SYN, 2);
    packet(CLIENT, SERVER, SYN | ACK, 3);
    List<List<Integer>> ports = ports();
    int client = ports.get(1).get(0);
    assertNotEquals(ports.get(0).get(0), client);
    assertEquals(List.of(client, CLIENT), ports.get(1));
    assertEquals(List.of(CLIENT, client), ports.get(2));
  }
}
