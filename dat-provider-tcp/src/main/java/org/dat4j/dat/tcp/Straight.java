package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.software.Access;
import org.dat4j.dat.spi.software.Hazard;
import org.dat4j.dat.spi.software.Span;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduParser;

/**
 * Reads the rest of one RDMA Write segment from the socket into the memory it is for, without a
 * copy. Only for connections without CRC: what is read is placed at once. The segment's header
 * stays at the front of the staging buffer, and what follows the payload is read behind it.
 *
 * <p>Under the receive turn. The memory is looked up and published anew for every read, so a
 * registration that is freed meanwhile is not touched any more.
 */
final class Straight {

  /** Payload still to come for which this is worth its second piece per read. */
  static final int WORTH = 8 << 10;

  /** The memory cannot be written any more, see {@link #refusal}. */
  static final int REFUSED = -2;

  /** Octets read beyond the payload: the trailer and the next header, and what is short. */
  private static final int AHEAD = 4096;

  private static final int SLOT = 0;

  private final SocketChannel channel;
  private final WireUpcalls upcalls;
  private final Span span = new Span();
  private final ByteBuffer[] pieces = new ByteBuffer[2];
  private int stag;
  private long offset;
  private int left;
  private int trailer;
  private Access refusal = Access.OK;

  Straight(SocketChannel channel, WireUpcalls upcalls) {
    this.channel = channel;
    this.upcalls = upcalls;
  }

  /**
   * Begins with a segment whose memory was found good and whose staged part was placed.
   *
   * @param fpdu its header
   * @param staging where the header is; it is moved to the front
   */
  void begin(FpduParser fpdu, ByteBuffer staging) {
    stag = fpdu.stag();
    left = fpdu.payloadMissing();
    offset = fpdu.taggedOffset() + fpdu.payloadPresent();
    trailer = fpdu.trailerLength();
    staging.put(0, staging, fpdu.start(), Fpdu.TAGGED_PAYLOAD);
  }

  /** Octets of payload still to come. */
  int missing() {
    return left;
  }

  /** Whether the payload and what follows it in the segment are there. */
  boolean isComplete(int tail) {
    return left == 0 && tail >= end();
  }

  /** Where the next segment begins in the staging buffer. */
  int end() {
    return Fpdu.TAGGED_PAYLOAD + trailer;
  }

  /** Why {@link #REFUSED}. */
  Access refusal() {
    return refusal;
  }

  /**
   * Reads once.
   *
   * @param staging what does not belong into the memory goes here
   * @param tail behind what is there
   * @return octets more in the staging buffer; -1 at the end of the stream; {@link #REFUSED}
   */
  int read(ByteBuffer staging, int tail) throws IOException {
    staging.limit(tail + AHEAD).position(tail);
    if (left == 0) {
      return channel.read(staging);
    }
    Hazard hazard = upcalls.hazard();
    refusal = upcalls.locateRemote(stag, offset, left, MemPriv.REMOTE_WRITE, hazard, SLOT, span);
    if (refusal != Access.OK) {
      return REFUSED;
    }
    hazard.seal();
    ByteBuffer view = null;
    try {
      if (!span.isValid()) {
        refusal = Access.REVOKED;
        return REFUSED;
      }
      view = span.lendView();
      pieces[0] = view;
      pieces[1] = staging;
      long count = channel.read(pieces, 0, 2);
      if (count < 0) {
        return -1;
      }
      int placed = (int) Math.min(count, left);
      left -= placed;
      offset += placed;
      return (int) count - placed;
    } catch (RuntimeException e) {
      // A buffer whose arena is closed or that belongs to another thread.
      refusal = Access.REVOKED;
      return REFUSED;
    } finally {
      pieces[0] = null;
      pieces[1] = null;
      if (view != null) {
        span.returnView(view);
      }
      hazard.clear(SLOT);
    }
  }
}
