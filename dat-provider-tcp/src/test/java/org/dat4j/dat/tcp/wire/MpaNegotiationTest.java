package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.dat4j.dat.tcp.wire.MpaFrame.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MpaNegotiationTest {
  private static final byte[] NOTHING = {};
  private static final int NONE = MpaEnhanced.NOT_NEGOTIATED;

  private static MpaEnhanced clientServer(int ird, int ord) {
    return new MpaEnhanced(false, false, false, false, ird, ord);
  }

  private static MpaEnhanced offer(boolean send, boolean write, boolean read) {
    return new MpaEnhanced(true, send, write, read, 8, 8);
  }

  private static MpaFault check(MpaEnhanced offer, MpaEnhanced answer) {
    MpaFrame request = MpaFrame.request(true, offer, NOTHING);
    MpaFrame reply =
        new MpaFrame(Kind.REPLY, answer == null ? 1 : 2, false, true, false, answer, NOTHING);
    return MpaNegotiation.checkReply(request, reply);
  }

  @ParameterizedTest
  @CsvSource({"false,false,false", "true,false,true", "false,true,true", "true,true,true"})
  void oneEndThatWantsCrcSuffices(boolean initiator, boolean responder, boolean expected) {
    MpaFrame request = MpaFrame.request(initiator, null, NOTHING);
    MpaFrame reply = MpaFrame.accept(request, responder, null, NOTHING);
    assertEquals(expected, MpaNegotiation.crc(request, reply));
  }

  @Test
  void requestWithMarkersIsRefused() {
    MpaFrame request = new MpaFrame(Kind.REQUEST, 1, true, true, false, null, NOTHING);
    assertEquals(MpaFault.MARKERS_REQUIRED, MpaNegotiation.checkRequest(request, 0));
  }

  @Test
  void requestMustNotBeFollowedBeforeTheReply() {
    MpaFrame request = MpaFrame.request(true, null, NOTHING);
    assertNull(MpaNegotiation.checkRequest(request, 0));
    assertEquals(MpaFault.EARLY_OCTETS, MpaNegotiation.checkRequest(request, 1));
  }

  @Test
  void replyWithMarkersIsRefused() {
    MpaFrame request = MpaFrame.request(true, null, NOTHING);
    MpaFrame reply = new MpaFrame(Kind.REPLY, 1, true, true, false, null, NOTHING);
    assertEquals(MpaFault.MARKERS_REQUIRED, MpaNegotiation.checkReply(request, reply));
  }

  @Test
  void rejectionIsNotCheckedFurther() {
    MpaFrame request = MpaFrame.request(true, offer(false, true, true), NOTHING);
    MpaFrame reply = new MpaFrame(Kind.REPLY, 1, true, true, true, null, NOTHING);
    assertNull(MpaNegotiation.checkReply(request, reply));
  }

  @Test
  void replyMustMirrorTheRequest() {
    assertNull(check(null, null));
    assertEquals(MpaFault.ENHANCED_NOT_MIRRORED, check(null, clientServer(1, 1)));
    assertEquals(MpaFault.ENHANCED_NOT_MIRRORED, check(clientServer(1, 1), null));
    assertEquals(MpaFault.MODEL_NOT_MIRRORED, check(clientServer(8, 8), offer(false, true, true)));
    assertEquals(MpaFault.MODEL_NOT_MIRRORED, check(offer(false, true, true), clientServer(8, 8)));
  }

  @Test
  void readyToReceiveMessageMustBeOneThatWasOffered() {
    assertNull(check(offer(false, true, true), offer(false, true, false)));
    assertNull(check(offer(false, true, true), offer(false, false, true)));
    MpaFault none = check(offer(false, true, true), offer(true, false, false));
    assertEquals(MpaFault.NO_COMMON_RTR, none);
    assertEquals(TerminateCode.MPA_NO_MATCHING_RTR, none.terminateCode());
    assertEquals(
        MpaFault.NO_COMMON_RTR, check(offer(false, true, true), offer(false, false, false)));
  }

  @Test
  void writeIsPreferredAsReadyToReceiveMessage() {
    MpaEnhanced all = offer(true, true, true);
    assertEquals(Opcode.WRITE, MpaNegotiation.rtr(all, all));
    assertEquals(Opcode.READ_REQUEST, MpaNegotiation.rtr(all, offer(true, false, true)));
    assertEquals(Opcode.SEND, MpaNegotiation.rtr(all, offer(true, false, false)));
    assertEquals(-1, MpaNegotiation.rtr(offer(false, true, false), offer(false, false, true)));
  }

  @Test
  void peersOutboundDepthMustFitOurInboundDepth() {
    assertNull(check(clientServer(8, 8), clientServer(1, 8)));
    MpaFault insufficient = check(clientServer(8, 8), clientServer(8, 9));
    assertEquals(MpaFault.INSUFFICIENT_READ_DEPTH, insufficient);
    assertEquals(TerminateCode.MPA_INSUFFICIENT_IRD, insufficient.terminateCode());
    assertNull(check(clientServer(8, 8), clientServer(8, NONE)));
    assertNull(check(clientServer(NONE, 8), clientServer(8, 100)));
  }

  @ParameterizedTest
  @CsvSource({
    // offered: send, write, read; chosen: write, read
    "false, true, true, true, false",
    "true, true, true, true, false",
    "false, true, false, true, false",
    "false, false, true, false, true",
    "true, false, true, false, true",
    "true, false, false, true, false",
    "false, false, false, true, false",
  })
  void responderChoosesWriteElseRead(
      boolean send, boolean write, boolean read, boolean choosesWrite, boolean choosesRead) {
    MpaEnhanced answer = MpaNegotiation.answer(offer(send, write, read), 8, 8);
    assertEquals(new MpaEnhanced(true, false, choosesWrite, choosesRead, 8, 8), answer);
  }

  @ParameterizedTest
  @CsvSource({
    // offered IRD and ORD; own IRD and ORD; answered IRD and ORD
    "8, 8, 16, 16, 16, 8",
    "16, 16, 8, 8, 8, 8",
    "0, 4, 8, 8, 8, 0",
    "4, 0, 0, 0, 1, 0",
    "16383, 4, 8, 9, 8, 16383",
    "4, 16383, 8, 9, 16383, 4",
    "16382, 16382, 20000, 20000, 16382, 16382",
  })
  void responderFitsItsDepthsToTheRequest(
      int offeredIrd, int offeredOrd, int ird, int ord, int answeredIrd, int answeredOrd) {
    MpaEnhanced answer = MpaNegotiation.answer(clientServer(offeredIrd, offeredOrd), ird, ord);
    assertEquals(clientServer(answeredIrd, answeredOrd), answer);
    assertNull(check(clientServer(offeredIrd, offeredOrd), answer));
  }

  @Test
  void outboundDepthFollowsWhatThePeerTold() {
    assertEquals(8, MpaNegotiation.agreedOrd(8, null));
    assertEquals(8, MpaNegotiation.agreedOrd(8, clientServer(NONE, 1)));
    assertEquals(3, MpaNegotiation.agreedOrd(8, clientServer(3, 1)));
    assertEquals(8, MpaNegotiation.agreedOrd(8, clientServer(9, 1)));
  }
}
