package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.tcp.wire.TerminateCode;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The status of the request that a Terminate from the peer is about, for every code there is. */
@Timeout(240)
class TerminateStatusTest {

  private static final int SMALL = 8;

  /** More than sockets take from one whose peer does not read. */
  private static final ByteBuffer LARGE = ByteBuffer.allocateDirect(32 << 20);

  /** The open transfers: two Reads, or a long Send or Write under way and a second behind it. */
  private enum Open {
    READ,
    SEND,
    WRITE
  }

  /**
   * What is open, the code, what the Terminate shows of it, the status. Protection is what the peer
   * refuses an access for; what it finds wrong with bytes is the transport's fault.
   */
  static List<String> table() {
    List<String> rows = new ArrayList<>();
    for (String code : List.of("00", "01", "02", "03", "04", "ff")) {
      rows.add("READ 0/1/" + code + " READ_HEADER ERR_REMOTE_ACCESS");
      rows.add("READ 0/1/" + code + " NOTHING ERR_REMOTE_ACCESS");
    }
    for (String code : List.of("00", "01", "02", "03")) {
      rows.add("WRITE 1/1/" + code + " HEADER ERR_REMOTE_ACCESS");
    }
    rows.add("SEND 1/2/02 HEADER ERR_RECEIVER_NOT_READY");
    rows.add("SEND 1/2/05 HEADER ERR_REMOTE_RESPONDER");
    rows.add("SEND 0/1/09 HEADER ERR_REMOTE_RESPONDER");
    rows.add("SEND 0/2/09 HEADER ERR_REMOTE_RESPONDER");
    rows.add("READ 1/2/05 HEADER ERR_REMOTE_RESPONDER");
    rows.add("READ 0/2/07 HEADER ERR_REMOTE_RESPONDER");
    for (String code : List.of("1/2/01", "1/2/03", "1/2/04")) {
      rows.add("SEND " + code + " HEADER ERR_TRANSPORT");
      rows.add("READ " + code + " HEADER ERR_TRANSPORT");
    }
    for (Open open : Open.values()) {
      for (String code : List.of("0/0/00", "1/0/00", "0/2/07")) {
        rows.add(open + " " + code + " NOTHING ERR_REMOTE_RESPONDER");
      }
      for (String code : List.of("0/2/05", "0/2/06", "0/2/08", "0/2/ff")) {
        rows.add(open + " " + code + " NOTHING ERR_TRANSPORT");
      }
      for (String code : List.of("1/1/04", "1/2/06", "1/3/00")) {
        rows.add(open + " " + code + " NOTHING ERR_TRANSPORT");
      }
      for (int code = 1; code <= 7; code++) {
        rows.add(open + " 2/0/0" + code + " NOTHING ERR_TRANSPORT");
      }
    }
    return rows;
  }

  static Stream<Arguments> cases() {
    return table().stream()
        .flatMap(row -> Stream.of(Role.values()).map(role -> Arguments.of(row, role)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("cases")
  void theRequestHasTheStatusOfTheCode(String row, Role role) throws IOException {
    String[] parts = row.split(" ");
    Open open = Open.valueOf(parts[0]);
    Copy copy = Copy.valueOf(parts[2]);
    try (HostileScene scene = new HostileScene(role, true)) {
      scene.postReceives();
      String refused = open(scene, open);
      scene.peer.write(scene.fpdu(HexFrames.terminate(parts[1], copy, refused)));
      DtoStatus status = DtoStatus.valueOf(parts[3]);
      boolean anyRead =
          open == Open.READ && (copy == Copy.HEADER || status == DtoStatus.ERR_REMOTE_ACCESS);
      // Of two Reads the second was refused; only the header of a Read Request tells which.
      expect(scene, 1, copy == Copy.READ_HEADER ? DtoStatus.ERR_FLUSHED : status);
      expect(scene, 2, copy == Copy.READ_HEADER || anyRead ? status : DtoStatus.ERR_FLUSHED);
      DatEvent event = scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      assertTrue(event.detail().toString().contains(parts[1]), event.toString());
      scene.peer.countToTheEndOrReset();
    }
  }

  private static void expect(HostileScene scene, long cookie, DtoStatus status) {
    DatEvent event = scene.next(scene.end.requestEvd());
    assertEquals(cookie, event.cookie(), event.toString());
    assertEquals(status, event.status(), event.toString());
  }

  /** Posts two requests, with cookies 1 and 2; the segment that is to be refused. */
  private static String open(HostileScene scene, Open open) throws IOException {
    if (open == Open.READ) {
      post(scene, open, scene.target, SMALL, 1);
      post(scene, open, scene.target, SMALL, 2);
      segment(scene);
      return segment(scene);
    }
    Region large = scene.end.register(LARGE, MemPriv.ALL);
    post(scene, open, large, LARGE.capacity(), 1);
    post(scene, open, large, SMALL, 2);
    return segment(scene);
  }

  private static void post(HostileScene scene, Open open, Region region, int size, int cookie) {
    int stag = region.context();
    long address = region.address();
    // Where the peer's memory is said to be, another place for each.
    long remote = 0x1000L * cookie;
    int flags = CompletionFlags.DEFAULT;
    switch (open) {
      case READ -> scene.end.ep().postRdmaRead(stag, address, size, cookie, 0x1234, remote, flags);
      case WRITE ->
          scene.end.ep().postRdmaWrite(stag, address, size, cookie, 0x1234, remote, flags);
      default -> scene.end.ep().postSend(stag, address, size, cookie, flags);
    }
  }

  /** The next segment that the adapter sends. */
  private static String segment(HostileScene scene) throws IOException {
    int length = scene.peer.in().readUnsignedShort();
    byte[] bytes = new byte[length + (-(length + 2) & 3) + 4];
    scene.peer.in().readFully(bytes);
    return HexFormat.of().formatHex(bytes, 0, length);
  }

  @Test
  void everyCodeHasARow() {
    Set<String> tried = new TreeSet<>();
    table().forEach(row -> tried.add(row.split(" ")[1]));
    for (TerminateCode code : TerminateCode.values()) {
      String description = TerminateCode.describe(code.fault());
      assertTrue(
          tried.stream().anyMatch(row -> description.endsWith("(" + row + ")")), description);
    }
  }
}
