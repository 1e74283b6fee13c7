package org.dat4j.dat.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A message between two ipc adapters on the socket of their link, such as a connection request or a
 * wake-up. It has a header, and private data in some.
 *
 * @param type its kind
 * @param index of the connection; of an area its number in the link
 * @param first what the kind says
 * @param second what the kind says
 * @param data private data, not to be changed
 */
record ControlFrame(Type type, int index, long first, long second, byte[] data) {

  private static final byte[] NO_DATA = new byte[0];

  /** Every frame that wakes a peer: a wait that is woken allocates nothing. */
  static final ControlFrame WAKE = of(Type.WAKE, 0, 0, 0);

  /** Bytes of a header: type, length, index, nothing, first, second. */
  private static final int HEADER = 4 * Integer.BYTES + 2 * Long.BYTES;

  /** Bytes of the longest frame. */
  static final int MAX_BYTES = HEADER + IpcProvider.MAX_PRIVATE_DATA;

  /** The kind of a control frame, sent as its ordinal. */
  enum Type {
    /** The first frame of a link: version and bytes of a ring; the index is unused. */
    HELLO,
    /** The second one: the number of the adapter that connects. */
    ADAPTER,
    /** Names the file of a further area. */
    AREA,
    /** Says that the file of an area is no longer needed. */
    MAPPED,
    /**
     * Asks for a connection: the requester's port, the service point's number, and private data.
     */
    REQUEST,
    /** Accepts a request, with private data. */
    ACCEPT,
    /** Says that the program rejected the request. */
    REJECT,
    /** Says that the request cannot be answered, and why: the ordinal of a {@link DropReason}. */
    DROP,
    /** Says that the requester has seen the accept: both sides are connected. */
    READY,
    /**
     * Says that this side has let go of a connection: 1 without a fault, 0 after one. Where a
     * request of the peer was refused: its negative status, its number, and a byte of what was
     * wrong. See {@link PeerEnd}.
     */
    RELEASE,
    /** Wakes the peer, whose rings have news. */
    WAKE;

    private static final Type[] ALL = values();
  }

  static ControlFrame of(Type type, int index, long first, long second) {
    return new ControlFrame(type, index, first, second, NO_DATA);
  }

  void write(ByteBuffer to) {
    to.putInt(type.ordinal()).putInt(data.length).putInt(index).putInt(0);
    to.putLong(first).putLong(second).put(data);
  }

  /** Takes the next frame; null while it has not arrived as a whole. */
  static ControlFrame read(ByteBuffer from) throws IOException {
    int at = from.position();
    if (from.remaining() < HEADER) {
      return null;
    }
    int type = from.getInt(at);
    int length = from.getInt(at + Integer.BYTES);
    int index = from.getInt(at + 2 * Integer.BYTES);
    if (type < 0
        || type >= Type.ALL.length
        || length < 0
        || length > IpcProvider.MAX_PRIVATE_DATA
        || index < 0) {
      throw new IOException("the peer sends a frame of type " + type + ", length " + length);
    }
    if (from.remaining() < HEADER + length) {
      return null;
    }
    from.position(at + 4 * Integer.BYTES);
    long first = from.getLong();
    long second = from.getLong();
    if (type == Type.WAKE.ordinal() && length == 0) {
      return WAKE;
    }
    byte[] data = NO_DATA;
    if (length > 0) {
      data = new byte[length];
      from.get(data);
    }
    return new ControlFrame(Type.ALL[type], index, first, second, data);
  }
}
