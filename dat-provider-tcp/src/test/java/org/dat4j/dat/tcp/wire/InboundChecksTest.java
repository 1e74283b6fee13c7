package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class InboundChecksTest {
  private final Frames frames = new Frames(true);
  private InboundChecks checks = new InboundChecks();

  private int check(int parsed) {
    assertEquals(FpduParser.OK, parsed, "the FPDU itself is good");
    return checks.check(frames.parser);
  }

  private void accept(int parsed) {
    int result = check(parsed);
    assertEquals(FpduParser.OK, result, () -> TerminateCode.describe(result));
  }

  private void refuse(TerminateCode expected, int parsed) {
    int result = check(parsed);
    assertEquals(expected.fault(), result, () -> TerminateCode.describe(result));
    assertFalse(checks.betweenMessages());
  }

  private int send(boolean last, int msn, int mo, int length) {
    return frames.parseSend(last, msn, mo, length);
  }

  private int send(int opcode, boolean last, int stag, int msn, int mo, int length) {
    return frames.parseUntagged(opcode, last, stag, 0, msn, mo, length);
  }

  private int read(boolean last, int msn, int mo) {
    return frames.parseUntagged(Opcode.READ_REQUEST, last, 0, 1, msn, mo, 28);
  }

  private int terminate(boolean last, int msn, int mo) {
    return frames.parseUntagged(Opcode.TERMINATE, last, 0, 2, msn, mo, 4);
  }

  private void assertMessage(boolean starts, boolean ends, long offset, long length) {
    assertEquals(starts, checks.startsMessage());
    assertEquals(ends, checks.endsMessage());
    assertEquals(offset, checks.messageOffset());
    assertEquals(length, checks.messageLength());
    assertEquals(ends, checks.betweenMessages());
  }

  @Test
  void segmentsOfASendAreJoined() {
    accept(frames.parse(Golden.SEND_HELLO));
    assertMessage(true, true, 0, 5);
    accept(send(false, 2, 0, 8));
    assertMessage(true, false, 0, 8);
    accept(send(false, 2, 8, 100));
    assertMessage(false, false, 8, 108);
    accept(send(true, 2, 108, 0));
    assertMessage(false, true, 108, 108);
    accept(send(true, 3, 0, 0));
    assertMessage(true, true, 0, 0);
  }

  @Test
  void segmentsOfAWriteAreJoined() {
    accept(frames.parse(Golden.WRITE_FIRST_SEGMENT));
    assertMessage(true, false, 0, 4);
    accept(frames.parse(Golden.WRITE_LAST_SEGMENT));
    assertMessage(false, true, 4, 6);
    accept(frames.parse(Golden.READ_RESPONSE));
    assertMessage(true, true, 0, 8);
  }

  @Test
  void firstSequenceNumberIsOne() {
    refuse(TerminateCode.DDP_MSN_RANGE, send(true, 0, 0, 1));
    checks = new InboundChecks();
    refuse(TerminateCode.DDP_MSN_RANGE, send(true, 2, 0, 1));
    checks = new InboundChecks();
    refuse(TerminateCode.DDP_MSN_RANGE, read(true, 2, 0));
    checks = new InboundChecks();
    refuse(TerminateCode.DDP_MSN_RANGE, terminate(true, 2, 0));
  }

  @Test
  void repeatedAndSkippedSequenceNumbersAreRefused() {
    accept(send(true, 1, 0, 1));
    refuse(TerminateCode.DDP_MSN_RANGE, send(true, 1, 0, 1));
    checks = new InboundChecks();
    accept(send(true, 1, 0, 1));
    refuse(TerminateCode.DDP_MSN_RANGE, send(true, 3, 0, 1));
    checks = new InboundChecks();
    accept(read(true, 1, 0));
    refuse(TerminateCode.DDP_MSN_RANGE, read(true, 1, 0));
  }

  @Test
  void sequenceNumbersWrap() {
    checks = new InboundChecks(-2);
    accept(send(true, -2, 0, 1));
    accept(send(true, -1, 0, 1));
    accept(send(true, 0, 0, 1));
    accept(send(true, 1, 0, 1));
    accept(read(true, -2, 0));
    accept(read(true, -1, 0));
    accept(read(true, 0, 0));
    refuse(TerminateCode.DDP_MSN_RANGE, send(true, 1, 0, 1));
  }

  @Test
  void queuesAreNumberedApart() {
    accept(send(true, 1, 0, 1));
    accept(read(true, 1, 0));
    accept(send(Opcode.SEND_SOLICITED, true, 0, 2, 0, 1));
    accept(read(true, 2, 0));
    accept(terminate(true, 1, 0));
  }

  @Test
  void messageOffsetMustContinueTheMessage() {
    for (int wrong : new int[] {7, 9, 0, -1}) {
      checks = new InboundChecks();
      accept(send(false, 1, 0, 8));
      refuse(TerminateCode.DDP_INVALID_MO, send(true, 1, wrong, 2));
    }
    checks = new InboundChecks();
    refuse(TerminateCode.DDP_INVALID_MO, send(true, 1, 1, 8));
    checks = new InboundChecks();
    refuse(TerminateCode.DDP_INVALID_MO, send(true, 1, -8, 16));
    checks = new InboundChecks();
    refuse(TerminateCode.DDP_INVALID_MO, read(true, 1, 4));
    checks = new InboundChecks();
    refuse(TerminateCode.DDP_INVALID_MO, terminate(true, 1, 4));
  }

  @Test
  void messageEndsBelowFourGibibytes() {
    // Without CRC only the header changes from segment to segment.
    Frames large = new Frames(false);
    int segment = 65517;
    long offset = 0;
    while (offset + segment <= 0xFFFFFFFFL) {
      assertEquals(FpduParser.OK, checkSegment(large, offset, segment), "offset " + offset);
      offset += segment;
    }
    assertEquals(offset, checks.messageLength());
    assertEquals(TerminateCode.DDP_MESSAGE_TOO_LONG.fault(), checkSegment(large, offset, segment));
  }

  private int checkSegment(Frames large, long offset, int length) {
    FpduEncoder.send(large.staging, 0, false, 1, (int) offset, length);
    assertEquals(FpduParser.OK, large.parser.parse(0, Fpdu.MAX_LENGTH));
    return checks.check(large.parser);
  }

  @Test
  void messageThatWasNotFinishedHasNoSuccessor() {
    accept(send(false, 1, 0, 8));
    refuse(TerminateCode.DDP_MSN_RANGE, send(true, 2, 0, 8));
    checks = new InboundChecks();
    accept(send(false, 1, 0, 8));
    refuse(TerminateCode.RDMAP_UNEXPECTED_OPCODE, read(true, 1, 0));
    checks = new InboundChecks();
    accept(frames.parseWrite(false, 1, 0, 8));
    refuse(TerminateCode.RDMAP_UNEXPECTED_OPCODE, frames.parseReadResponse(true, 1, 8, 8));
    checks = new InboundChecks();
    accept(frames.parseReadResponse(false, 1, 0, 8));
    refuse(TerminateCode.RDMAP_UNEXPECTED_OPCODE, frames.parseWrite(true, 1, 8, 8));
  }

  @Test
  void kindOfSendCannotChangeWithinAMessage() {
    accept(send(false, 1, 0, 8));
    refuse(TerminateCode.RDMAP_UNEXPECTED_OPCODE, send(Opcode.SEND_SOLICITED, true, 0, 1, 8, 8));
    checks = new InboundChecks();
    accept(send(Opcode.SEND_INVALIDATE, false, 77, 1, 0, 8));
    refuse(
        TerminateCode.RDMAP_OPERATION_UNSPECIFIED, send(Opcode.SEND_INVALIDATE, true, 78, 1, 8, 8));
  }

  @Test
  void reservedFieldOfAPlainSendMayChange() {
    accept(send(Opcode.SEND, false, 77, 1, 0, 8));
    accept(send(Opcode.SEND, true, 78, 1, 8, 8));
  }

  @Test
  void taggedSegmentsMustContinueTheirMessage() {
    accept(frames.parseWrite(false, 1, 100, 8));
    refuse(TerminateCode.DDP_INVALID_STAG, frames.parseWrite(true, 2, 108, 8));
    for (long wrong : new long[] {107, 109, 100, -1}) {
      checks = new InboundChecks();
      accept(frames.parseWrite(false, 1, 100, 8));
      refuse(TerminateCode.DDP_BASE_OR_BOUNDS, frames.parseWrite(true, 1, wrong, 8));
    }
  }

  @Test
  void nextTaggedMessageMayGoAnywhere() {
    accept(frames.parseWrite(true, 1, 100, 8));
    accept(frames.parseWrite(true, 2, 0, 8));
    accept(frames.parseReadResponse(true, 3, -8, 8));
    accept(frames.parseWrite(true, -1, -1, 0));
  }

  @Test
  void taggedAndUntaggedMessagesMayOverlap() {
    accept(frames.parse(Golden.WRITE_FIRST_SEGMENT));
    accept(send(false, 1, 0, 8));
    assertFalse(checks.betweenMessages());
    accept(frames.parse(Golden.WRITE_LAST_SEGMENT));
    assertEquals(6, checks.messageLength());
    assertFalse(checks.betweenMessages());
    accept(send(true, 1, 8, 8));
    assertEquals(16, checks.messageLength());
    assertTrue(checks.betweenMessages());
  }

  @Test
  void readRequestAndTerminateAreOneSegmentEach() {
    refuse(TerminateCode.DDP_MESSAGE_TOO_LONG, read(false, 1, 0));
    checks = new InboundChecks();
    refuse(TerminateCode.DDP_MESSAGE_TOO_LONG, terminate(false, 1, 0));
  }

  @Test
  void nothingIsAcceptedAfterAFault() {
    refuse(TerminateCode.DDP_INVALID_MO, send(true, 1, 4, 1));
    refuse(TerminateCode.DDP_INVALID_MO, send(true, 1, 0, 1));
    refuse(TerminateCode.DDP_INVALID_MO, frames.parse(Golden.WRITE));
  }

  @Test
  void nothingIsAcceptedAfterTerminate() {
    accept(terminate(true, 1, 0));
    assertFalse(checks.betweenMessages());
    refuse(TerminateCode.RDMAP_UNEXPECTED_OPCODE, send(true, 1, 0, 1));
    checks = new InboundChecks();
    accept(terminate(true, 1, 0));
    refuse(TerminateCode.RDMAP_UNEXPECTED_OPCODE, terminate(true, 2, 0));
  }

  @Test
  void terminateIsAcceptedWithinAMessage() {
    accept(send(false, 1, 0, 8));
    accept(frames.parseWrite(false, 1, 100, 8));
    accept(terminate(true, 1, 0));
  }
}
