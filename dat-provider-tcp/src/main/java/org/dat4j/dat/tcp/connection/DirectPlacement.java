package org.dat4j.dat.tcp.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.GuardedCopy;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduParser;

/**
 * Reads the rest of an incoming RDMA Write's segment from the socket of an iWARP connection
 * straight into its registered memory, without a copy. Only for connections without CRC: what is
 * read is placed at once. The segment's header stays at the front of the receive buffer; bytes
 * after the payload are read behind it.
 *
 * <p>Used under the receive turn. The memory is looked up and published anew for every read, so
 * that a freed registration is not touched.
 */
final class DirectPlacement {

  /** Missing payload for which direct placement is worth the second piece per read. */
  static final int MIN_BYTES = 8 << 10;

  /** Result: the memory cannot be written, see {@link #refusal}. */
  static final int REFUSED = -2;

  /** Bytes read beyond the payload: the trailer and the next header. */
  private static final int READ_AHEAD = 4096;

  private static final int SLOT = 0;

  private final SocketChannel channel;
  private final WireUpcalls upcalls;
  private final RegionSlice slice = new RegionSlice();
  private final ByteBuffer[] pieces = new ByteBuffer[2];
  private int stag;
  private long offset;
  private int remaining;
  private int trailer;
  private AccessResult refusal = AccessResult.OK;

  DirectPlacement(SocketChannel channel, WireUpcalls upcalls) {
    this.channel = channel;
    this.upcalls = upcalls;
  }

  /**
   * Begins with a segment whose memory was checked and whose received part was placed.
   *
   * @param fpdu header of the segment
   * @param staging buffer with the header, which is moved to the front
   */
  void begin(FpduParser fpdu, ByteBuffer staging) {
    stag = fpdu.stag();
    remaining = fpdu.payloadMissing();
    offset = fpdu.taggedOffset() + fpdu.payloadPresent();
    trailer = fpdu.trailerLength();
    staging.put(0, staging, fpdu.start(), Fpdu.TAGGED_PAYLOAD);
  }

  /** Returns the bytes of payload still to come. */
  int missing() {
    return remaining;
  }

  /** Tells whether the payload and the trailer have arrived. */
  boolean isComplete(int tail) {
    return remaining == 0 && tail >= end();
  }

  /** Returns the index of the next segment in the receive buffer. */
  int end() {
    return Fpdu.TAGGED_PAYLOAD + trailer;
  }

  /** Returns the reason of {@link #REFUSED}. */
  AccessResult refusal() {
    return refusal;
  }

  /**
   * Reads once.
   *
   * @param staging receives the bytes beyond the payload
   * @param tail index after the bytes already there
   * @return bytes added to the receive buffer; -1 at the end of the stream; {@link #REFUSED}
   */
  int read(ByteBuffer staging, int tail) throws IOException {
    staging.limit(tail + READ_AHEAD).position(tail);
    if (remaining == 0) {
      return channel.read(staging);
    }
    HazardPointers hazard = upcalls.hazard();
    refusal =
        upcalls.locateRemote(stag, offset, remaining, MemPriv.REMOTE_WRITE, hazard, SLOT, slice);
    if (refusal != AccessResult.OK) {
      return REFUSED;
    }
    hazard.publishFence();
    ByteBuffer view = null;
    try {
      if (!slice.isValid()) {
        refusal = AccessResult.REVOKED;
        return REFUSED;
      }
      view = slice.lendView();
      pieces[0] = view;
      pieces[1] = staging;
      long count = channel.read(pieces, 0, 2);
      if (count < 0) {
        return -1;
      }
      int placed = (int) Math.min(count, remaining);
      remaining -= placed;
      offset += placed;
      return (int) count - placed;
    } catch (RuntimeException e) {
      // A buffer whose arena is closed or that belongs to another thread.
      refusal = AccessResult.REVOKED;
      return REFUSED;
    } catch (IOException e) {
      if (GuardedCopy.isReadable(slice.buffer(), slice.index(), slice.length())) {
        throw e;
      }
      // A mapped file was truncated.
      refusal = AccessResult.REVOKED;
      return REFUSED;
    } finally {
      pieces[0] = null;
      pieces[1] = null;
      if (view != null) {
        slice.returnView(view);
      }
      hazard.clear(SLOT);
    }
  }
}
