package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.tcp.HostileTest.Inputs;
import org.dat4j.dat.tcp.wire.TerminateCode;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads and Terminates that take more than one burst of bytes, see {@link HostileTest}. */
@Timeout(240)
class HostileMessageTest {

  /** An act on a connection. */
  private interface Act {
    void on(HostileScene scene) throws IOException;
  }

  /** On a connection for each role, with CRC and without. */
  private static void forEveryWay(Act act) throws IOException {
    for (Role role : Role.values()) {
      for (boolean crc : new boolean[] {true, false}) {
        try (HostileScene scene = new HostileScene(role, crc)) {
          act.on(scene);
        }
      }
    }
  }

  /** What comes back for an RDMA Read of eight bytes: STag and TO beside the right ones, bytes. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 8, 1/1/00",
    "0, 1, 8, 1/1/01",
    "0, -1, 8, 1/1/01",
    "0, 0, 0, 1/1/01",
    "0, 0, 7, 1/1/01",
    "0, 0, 9, 1/1/01",
    "0, 0, 300, 1/1/01",
  })
  @Inputs(54)
  void aReadResponseThatDoesNotFitItsReadIsABadResponse(
      int stagOff, int offset, int length, String fault) throws IOException {
    forEveryWay(
        scene -> {
          scene.postReceives();
          int sink = scene.postRead(scene.target);
          String response = HexFrames.readResponse(sink + stagOff, offset, "cd".repeat(length));
          scene.peer.write(scene.fpdu(response));
          scene.expectLast(scene.fpdu(HexFrames.terminate(fault, Copy.HEADER, response)));
          assertEquals(DtoStatus.ERR_BAD_RESPONSE, scene.next(scene.end.requestEvd()).status());
          scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
          scene.expectUntouched();
        });
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(54)
  void aReadIsAnsweredOnce(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      int sink = scene.postRead(scene.target);
      String first = HexFrames.readResponse(sink, 0, "cd".repeat(8));
      String second = HexFrames.readResponse(sink, 0, "ef".repeat(8));
      scene.peer.write(scene.fpdu(first) + scene.fpdu(second));
      scene.expectLast(scene.fpdu(HexFrames.terminate("1/1/00", Copy.HEADER, second)));
      assertEquals(DtoStatus.SUCCESS, scene.next(scene.end.requestEvd()).status());
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      assertEquals(0xcdcdcdcdcdcdcdcdL, scene.target.buffer().getLong(0));
      scene.expectUntouchedBut("target", 8);
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(58)
  void aWriteInTheMiddleOfAReadResponseIsRefused(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      int sink = scene.postRead(scene.target);
      String first =
          HexFrames.tagged(HexFrames.TAGGED, HexFrames.READ_RESPONSE, sink, 0, "cdcdcdcd");
      String write = HexFrames.write(scene.target.context(), scene.target.address() + 16, "abab");
      scene.peer.write(scene.fpdu(first) + scene.fpdu(write));
      scene.expectLast(scene.fpdu(HexFrames.terminate("0/2/06", Copy.NOTHING, write)));
      DatEvent read = scene.next(scene.end.requestEvd());
      assertEquals(9, read.cookie());
      assertEquals(DtoStatus.ERR_FLUSHED, read.status());
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      assertEquals(0xcdcdcdcd, scene.target.buffer().getInt(0));
      scene.expectUntouchedBut("target", 4);
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(53)
  void aReadOfNothingFromNowhereIsAnswered(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      scene.peer.write(scene.fpdu(HexFrames.readRequest(1, 0, -5, -6)));
      scene.peer.expect(scene.fpdu(HexFrames.readResponse(0x00abcd02, 0x2000, "")));
      scene.expectAlive(1);
      scene.expectUntouchedButReceives(1);
    }
  }

  static List<String> terminates() {
    List<String> payloads = new ArrayList<>();
    for (TerminateCode code : TerminateCode.values()) {
      int fault = code.fault();
      String numbers =
          HexFrames.hex(TerminateCode.layer(fault) << 4 | TerminateCode.etype(fault), 1)
              + HexFrames.hex(TerminateCode.code(fault), 1);
      payloads.add(numbers + "0000");
    }
    String header = HexFrames.readRequest(1, 8, 0x1234, 0x1000);
    for (int content = 0; content < 256; content += 0x20) {
      payloads.add("1101" + HexFrames.hex(content, 1) + "00" + "0016" + header.substring(0, 28));
      payloads.add("0101" + HexFrames.hex(content, 1) + "00" + "002e" + header);
      payloads.add("0101" + HexFrames.hex(content, 1) + "00" + "002e" + header.substring(0, 38));
      payloads.add("0101" + HexFrames.hex(content, 1) + "00" + "00");
      payloads.add("ffff" + HexFrames.hex(content, 1) + "ff");
    }
    return payloads;
  }

  @ParameterizedTest
  @MethodSource("terminates")
  @Inputs(56)
  void anyTerminateIsOneBrokenConnection(String payload) throws IOException {
    forEveryWay(
        scene -> {
          scene.postReceives();
          String terminate = scene.fpdu(HexFrames.terminate(payload));
          // What stands behind it is not looked at: another one, a Write that would be in order.
          String write =
              HexFrames.write(scene.target.context(), scene.target.address(), "abababab");
          scene.peer.write(terminate + terminate + scene.fpdu(write));
          assertEquals(0, scene.peer.countToTheEndOrReset(), "a Terminate is not answered");
          DatEvent event = scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
          String numbers =
              HexFormat.fromHexDigit(payload.charAt(0))
                  + "/"
                  + HexFormat.fromHexDigit(payload.charAt(1))
                  + "/"
                  + payload.substring(2, 4);
          assertTrue(event.detail().toString().contains(numbers), event.toString());
          scene.expectUntouched();
        });
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 0, 1/2/03", "0, 1, 0, 1/2/01", "2, 1, 4, 1/2/04"})
  @Inputs(56)
  void aTerminateOutOfPlaceIsAnswered(int queue, int msn, int offset, String fault)
      throws IOException {
    forEveryWay(
        scene -> {
          scene.postReceives();
          String ulpdu =
              HexFrames.untagged(
                  HexFrames.UNTAGGED_LAST, HexFrames.TERMINATE, 0, queue, msn, offset, "02060000");
          scene.peer.write(scene.fpdu(ulpdu));
          scene.expectLast(scene.fpdu(HexFrames.terminate(fault, Copy.HEADER, ulpdu)));
          scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
          scene.expectUntouched();
        });
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(57)
  void aTerminateInTheMiddleOfALargeWriteEndsIt(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      int size = 32 << 20;
      Region large = scene.end.register(size);
      scene
          .end
          .ep()
          .postRdmaWrite(
              large.context(), large.address(), size, 7, 0x1234, 0x1000, CompletionFlags.DEFAULT);
      scene.peer.in().readNBytes(1 << 20);
      String first = HexFrames.tagged(HexFrames.TAGGED, HexFrames.WRITE, 0x1234, 0x1000, "");
      scene.peer.write(scene.fpdu(HexFrames.terminate("1/1/00", Copy.HEADER, first)));
      DatEvent event = scene.next(scene.end.requestEvd());
      assertEquals(7, event.cookie());
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, event.status());
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      scene.peer.countToTheEndOrReset();
      scene.expectUntouched();
    }
  }
}
