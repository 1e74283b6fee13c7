package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;

/** A staging buffer with a parser, and FPDUs put into it by their fields, right or wrong. */
final class Frames {
  final ByteBuffer staging = ByteBuffer.allocateDirect(1 << 17);
  final FpduParser parser;
  private final Crc32c crc = new Crc32c();
  private final boolean useCrc;

  Frames(boolean useCrc) {
    this.useCrc = useCrc;
    this.parser = new FpduParser(staging, useCrc);
  }

  /** Parses these octets as all that was received so far. */
  int parse(String hex) {
    byte[] octets = Golden.octets(hex);
    staging.put(0, octets);
    return parser.parse(0, octets.length);
  }

  /** Parses an FPDU with these control octets; everything else in it is zero. */
  int parseControl(int ulpduLength, int ddp, int rdmap) {
    clear(ulpduLength);
    staging.put(Fpdu.DDP_CONTROL, (byte) ddp);
    staging.put(Fpdu.RDMAP_CONTROL, (byte) rdmap);
    return seal(ulpduLength);
  }

  int parseUntagged(int opcode, boolean last, int stag, int qn, int msn, int mo, int payload) {
    int length = Fpdu.UNTAGGED_HEADER + payload;
    clear(length);
    FpduEncoder.untagged(staging, 0, opcode, last, stag, msn, mo, payload);
    staging.putInt(Fpdu.QN, qn);
    return seal(length);
  }

  int parseSend(boolean last, int msn, int mo, int payload) {
    return parseUntagged(Opcode.SEND, last, 0, Fpdu.QN_SEND, msn, mo, payload);
  }

  int parseWrite(boolean last, int stag, long offset, int payload) {
    clear(Fpdu.TAGGED_HEADER + payload);
    FpduEncoder.write(staging, 0, last, stag, offset, payload);
    return seal(Fpdu.TAGGED_HEADER + payload);
  }

  int parseReadResponse(boolean last, int stag, long offset, int payload) {
    clear(Fpdu.TAGGED_HEADER + payload);
    FpduEncoder.readResponse(staging, 0, last, stag, offset, payload);
    return seal(Fpdu.TAGGED_HEADER + payload);
  }

  private void clear(int ulpduLength) {
    int size = Math.max(Fpdu.MIN_LENGTH, Fpdu.size(ulpduLength));
    for (int i = 0; i < size; i++) {
      staging.put(i, (byte) 0);
    }
  }

  private int seal(int ulpduLength) {
    staging.putShort(0, (short) ulpduLength);
    int covered = Fpdu.size(ulpduLength) - Fpdu.CRC_FIELD;
    Crc32c.store(staging, covered, useCrc ? crc.of(staging, 0, covered) : 0);
    return parser.parse(0, covered + Fpdu.CRC_FIELD);
  }
}
