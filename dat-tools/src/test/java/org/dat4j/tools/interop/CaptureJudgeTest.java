package org.dat4j.tools.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The judge finds each thing that can be wrong. The rows are what tshark 4.0 says about a
 * connection made of the golden vectors of the wire tests: request, reply, zero-length Write, Send,
 * a Write in two segments, Read Request, Read Response, Terminate.
 */
class CaptureJudgeTest {

  private static final int FRAMES = 7;

  private final List<String[]> rows = new ArrayList<>();

  CaptureJudgeTest() throws IOException {
    try (InputStream in = CaptureJudgeTest.class.getResourceAsStream("golden-capture.tsv")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines = text.lines().toList();
      assertEquals(CapturedFrame.FIELDS, List.of(lines.get(0).split("\t")));
      lines.stream().skip(1).forEach(line -> rows.add(line.split("\t", -1)));
    }
  }

  private CapturedTraffic judge() {
    return judge(false);
  }

  private CapturedTraffic judge(boolean siw) {
    CapturedTraffic traffic = new CapturedTraffic(siw);
    for (String[] row : rows) {
      traffic.add(CapturedFrame.parse(String.join("\t", row)));
    }
    for (int i = 0; i < FRAMES; i++) {
      traffic.crc(true, "");
    }
    traffic.end();
    return traffic;
  }

  private void set(int frame, String field, String value) {
    rows.get(frame - 1)[CapturedFrame.FIELDS.indexOf(field)] = value;
  }

  @Test
  void goldenConnectionIsWellFormed() {
    CapturedTraffic traffic = judge();
    assertEquals(List.of(), traffic.faults());
    assertEquals(List.of(), traffic.missing("all", List.of(0, 1, 2, 3, 7)));
    assertEquals(
        "1 connections, 7 frames (3 Write, 1 Read Request, 1 Read Response, 1 Send, 1 Terminate),"
            + " CRC good in 7 of 7, payload up to 28",
        traffic.summary());
  }

  @ParameterizedTest
  @CsvSource({
    "1, iwarp_mpa.marker_flag, 1, wants markers",
    "1, iwarp_mpa.rev, 3, another revision",
    "2, iwarp_mpa.res, 0x14, iwarp_mpa.res is 0x14",
    "2, iwarp_mpa.rej_flag, 1, without an accepting reply",
    "2, tcp.srcport, 18515, both sides are initiators",
    "3, tcp.srcport, 40000, the responder sends before",
    "4, iwarp_mpa.pad, 000001, a pad that is not zero",
    "4, iwarp_ddp.dv, 2, iwarp_ddp.dv is 2",
    "4, iwarp_ddp.rsvd, 0x01, iwarp_ddp.rsvd",
    "4, iwarp_rdma.version, 0, iwarp_rdma.version",
    "4, iwarp_rdma.reserved, 00000100, iwarp_rdma.reserved",
    "4, iwarp_rdma.opcode, 0x08, opcode 8",
    "4, iwarp_ddp.msn, 2, sequence number 2 instead of 1",
    "4, iwarp_ddp.mo, 4, message offset 4 instead of 0",
    "4, iwarp_ddp.qn, 1, queue 1 instead of 0",
    "4, iwarp_mpa.ulpdulength, 27, bytes belong to no frame",
    "4, _ws.malformed, 1, malformed",
    "6, iwarp_ddp.stag, 0x00123402, a gap in a tagged message",
    "6, iwarp_ddp.tagged_offset, 0x1005, a gap in a tagged message",
    "7, iwarp_ddp.last_flag, 0, two segments on queue 1",
    "8, iwarp_rdma.opcode, 0x03, wrong model for opcode 3"
  })
  void eachFaultIsFound(int frame, String field, String value, String expected) {
    set(frame, field, value);
    List<String> faults = judge().faults();
    assertTrue(faults.stream().anyMatch(fault -> fault.contains(expected)), faults.toString());
  }

  @Test
  void onlySoftIwarpMaySendPadsThatAreNotZero() {
    set(4, "iwarp_mpa.pad", "000001");
    assertTrue(judge(true).faults().toString().contains("a pad that is not zero"));
    set(1, "iwarp_mpa.crc_flag", "0"); // now the initiator is the one that never asks for CRC
    assertEquals(List.of(), judge(true).faults());
  }

  @Test
  void softIwarpAsResponderMaySendFirst() {
    set(3, "tcp.srcport", "40000");
    assertTrue(!judge(true).faults().toString().contains("the responder sends before"));
    set(1, "iwarp_mpa.crc_flag", "0");
    assertTrue(judge(true).faults().toString().contains("the responder sends before"));
  }

  @Test
  void frameAfterTheTerminateIsFound() {
    rows.add(rows.get(7).clone());
    assertTrue(judge().faults().toString().contains("a frame after the Terminate"));
  }

  @Test
  void bytesOutsideOfFramesAreFoundUnlessTheConnectionWasCut() {
    rows.remove(8); // the Terminate
    set(8, "tcp.len", "29");
    assertTrue(judge().faults().toString().contains("1 of 57 bytes belong to no frame"));
    set(8, "tcp.flags.reset", "1");
    assertTrue(!judge().faults().toString().contains("belong to no frame"));
  }

  @ParameterizedTest
  @CsvSource({"1, 8, false", "1, 9, true", "1, 7, true", "0, 8, true"})
  void noteOfEightBytesMayFollowARejectingReply(String rejected, int more, boolean found) {
    rows.subList(2, rows.size()).clear();
    set(2, "iwarp_mpa.rej_flag", rejected);
    int length = Integer.parseInt(rows.get(1)[CapturedFrame.FIELDS.indexOf("tcp.len")]);
    set(2, "tcp.len", String.valueOf(length + more));
    String faults = judge().faults().toString();
    assertEquals(found, faults.contains(more + " of " + (length + more)), faults);
  }

  @Test
  void messageWithoutEndIsFound() {
    rows.remove(8);
    set(8, "iwarp_ddp.last_flag", "0");
    assertTrue(judge().faults().toString().contains("ends within a message"));
  }

  /** Row 8 is the last one of the responder and its stream ends there within a segment. */
  private void cutTheEndOfTheResponder() {
    rows.remove(8); // the Terminate
    set(8, "tcp.len", "29");
    set(8, "iwarp_ddp.last_flag", "0");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSideMayEndAnywhereAfterTheFinOfTheOther(boolean siw) {
    cutTheEndOfTheResponder();
    set(7, "tcp.flags.fin", "1");
    set(8, "tcp.flags.fin", "1");
    // One frame less than the CRCs that the judge is told of.
    assertEquals(List.of("tshark checked 7 CRCs where 6 were agreed on"), judge(siw).faults());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSideThatEndsFirstHasToEndItsMessage(boolean siw) {
    cutTheEndOfTheResponder();
    set(8, "tcp.flags.fin", "1");
    rows.add(rows.get(2).clone());
    set(9, "tcp.seq", "181");
    set(9, "tcp.flags.fin", "1");
    String faults = judge(siw).faults().toString();
    assertTrue(faults.contains("1 of 57 bytes belong to no frame"), faults);
    assertTrue(faults.contains("ends within a message"), faults);
  }

  @Test
  void wrongCrcAndOneThatWasNotCheckedAreFound() {
    CapturedTraffic traffic = judge();
    traffic.crc(false, "CRC check: 0x00000000 (Bad CRC32)");
    assertEquals(List.of("CRC check: 0x00000000 (Bad CRC32)"), traffic.faults());
    rows.remove(8);
    assertTrue(judge().faults().toString().contains("checked 7 CRCs where 6 were agreed on"));
  }

  @Test
  void fewWrongCrcsAreLeftToSoftIwarp() {
    CapturedTraffic traffic = judge(true);
    for (int i = 0; i < 12; i++) {
      traffic.crc(false, "CRC check: 0x00000000 (Bad CRC32)");
    }
    assertEquals(judge(true).faults(), traffic.faults());
    traffic.crc(false, "CRC check: 0x00000001 (Bad CRC32)");
    assertTrue(traffic.faults().contains("CRC check: 0x00000001 (Bad CRC32)"));
  }

  @ParameterizedTest
  @CsvSource({"200, 198, true", "200, 197, false", "200, 0, false"})
  void mostFramesHaveCrcIfOneOfHundredHasNone(int all, int checked, boolean most) {
    CapturedTraffic traffic = new CapturedTraffic(false);
    String[] read = rows.get(7);
    for (int i = 0; i < all; i++) {
      traffic.add(CapturedFrame.parse(String.join("\t", read)));
    }
    for (int i = 0; i < checked; i++) {
      traffic.crc(true, "");
    }
    assertEquals(most, traffic.missing("most", List.of()).isEmpty());
  }

  @Test
  void emptyCaptureAndOtherContentsThanExpectedAreFound() {
    assertEquals(
        List.of("CRC in 7 of 7 frames, expected in none", "no SendSE"),
        judge().missing("none", List.of(5)));
    rows.clear();
    CapturedTraffic empty = new CapturedTraffic(false);
    empty.end();
    assertEquals(List.of("no frame at all: nothing was proved"), empty.missing("none", List.of()));
  }
}
