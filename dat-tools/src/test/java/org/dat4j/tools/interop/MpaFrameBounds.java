package org.dat4j.tools.interop;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the bounds of the frames in one direction of an MPA connection: a start-up frame, then
 * FPDUs without markers. Not thread-safe.
 */
final class MpaFrameBounds {
  private static final byte[] REQUEST = "MPA ID Req Frame".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REPLY = "MPA ID Rep Frame".getBytes(StandardCharsets.US_ASCII);
  private static final int STARTUP_HEADER = REQUEST.length + 4;
  private static final int LENGTH_FIELD = 2;
  private static final int CRC = 4;

  private final byte[] header = new byte[STARTUP_HEADER];
  private boolean startup = true;
  private boolean foreign;

  /** Bytes of the present frame so far; 0 between two frames. */
  private int seen;

  /** Adds the next bytes of the stream. */
  void add(byte[] bytes) {
    int at = 0;
    while (at < bytes.length && !foreign) {
      int needed = startup ? STARTUP_HEADER : LENGTH_FIELD;
      if (seen < needed) {
        header[seen++] = bytes[at++];
        foreign = startup && seen == needed && !isStartup();
        continue;
      }
      int step = Math.min(frameBytes() - seen, bytes.length - at);
      seen += step;
      at += step;
      endFrame();
    }
    endFrame();
  }

  private void endFrame() {
    int needed = startup ? STARTUP_HEADER : LENGTH_FIELD;
    if (seen >= needed && seen == frameBytes()) {
      seen = 0;
      startup = false;
    }
  }

  private boolean isStartup() {
    byte[] key = Arrays.copyOf(header, REQUEST.length);
    return Arrays.equals(key, REQUEST) || Arrays.equals(key, REPLY);
  }

  private int frameBytes() {
    if (startup) {
      return STARTUP_HEADER + number(STARTUP_HEADER - LENGTH_FIELD);
    }
    int unpadded = LENGTH_FIELD + number(0);
    return (unpadded + 3) / 4 * 4 + CRC;
  }

  private int number(int at) {
    return (header[at] & 0xFF) << 8 | header[at + 1] & 0xFF;
  }

  /** Bytes of an FPDU that has begun and not ended; 0 where there is none. */
  int begun() {
    return startup || foreign ? 0 : seen;
  }
}
