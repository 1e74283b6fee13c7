package org.dat4j.rsm.dat.message;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;

/**
 * Encodes and decodes the messages on a control connection of RSM over DAT. A message is big-endian
 * and begins with type, version, number of the request, and length of the rest. It refuses a
 * message that is not exactly what its type says. It compares each count with its limit before it
 * uses the count.
 */
public final class MessageCodec {
  /** The number of bytes of the longest message. */
  public static final int MAX_SIZE = 1024;

  /** The most requests of one side that may wait for answers. */
  public static final int MAX_REQUESTS = 32;

  /** The most supplementary groups that a message names. */
  public static final int MAX_GROUPS = 128;

  /** The most importers that an entry of the list names. */
  public static final int MAX_IMPORTERS = 16;

  private static final int VERSION = 2;
  private static final int HEADER = 6;
  private static final int MAX_NAME = 100;

  private static final int HELLO = 1;
  private static final int WELCOME = 2;
  private static final int CONNECT = 3;
  private static final int CONNECTED = 4;
  private static final int BIND = 5;
  private static final int GRANT = 6;
  private static final int DISCONNECT = 7;
  private static final int ABORT = 8;
  private static final int MEMORY_CHANGED = 9;
  private static final int SIGNAL = 10;
  private static final int CLAIM_ID = 11;
  private static final int GET_LIST_ENTRY = 12;
  private static final int LIST_ENTRY = 13;
  private static final int HEARTBEAT = 14;
  private static final int DONE = 15;

  private MessageCodec() {}

  /**
   * A message with the number of the request that it is or answers.
   *
   * @param request below {@link #MAX_REQUESTS}
   * @param message the message
   */
  public record Frame(int request, Message message) {}

  /**
   * Writes a message.
   *
   * @param out big-endian buffer with room for {@link #MAX_SIZE} from its position
   * @param request number of the request that the message is or answers
   * @param message the message
   */
  public static void encode(ByteBuffer out, int request, Message message) {
    int start = out.position();
    out.position(start + HEADER);
    int type = body(out, message);
    out.put(start, (byte) type).put(start + 1, (byte) VERSION);
    out.putShort(start + 2, (short) request);
    out.putShort(start + 4, (short) (out.position() - start - HEADER));
  }

  private static int body(ByteBuffer out, Message message) {
    if (message instanceof Message.Hello m) {
      out.putInt(m.uid()).putInt(m.gid()).putLong(m.pid()).putShort((short) m.groups().size());
      m.groups().forEach(out::putInt);
      return HELLO;
    } else if (message instanceof Message.Welcome m) {
      out.putInt(m.context()).putLong(m.address());
      return WELCOME;
    } else if (message instanceof Message.Connect m) {
      out.putInt(m.segment()).putInt(m.perm());
      return CONNECT;
    } else if (message instanceof Message.Connected m) {
      out.putInt(m.status()).putLong(m.length()).putLong(m.token());
      return CONNECTED;
    } else if (message instanceof Message.Bind m) {
      out.putLong(m.token());
      return BIND;
    } else if (message instanceof Message.Grant m) {
      out.putInt(m.status());
      place(out, m.where());
      return GRANT;
    } else if (message instanceof Message.Disconnect m) {
      out.putLong(m.token());
      return DISCONNECT;
    } else if (message instanceof Message.Abort m) {
      out.putLong(m.token());
      return ABORT;
    } else if (message instanceof Message.MemoryChanged m) {
      out.putLong(m.token());
      place(out, m.where());
      return MEMORY_CHANGED;
    } else if (message instanceof Message.Signal m) {
      out.putLong(m.token()).put((byte) (m.drop() ? 1 : 0)).putInt(m.count());
      return SIGNAL;
    } else if (message instanceof Message.ClaimId m) {
      out.putInt(m.segment()).putInt(m.slot());
      return CLAIM_ID;
    } else if (message instanceof Message.GetListEntry m) {
      out.putInt(m.index());
      return GET_LIST_ENTRY;
    } else if (message instanceof Message.ListEntry m) {
      info(out, m.info());
      return LIST_ENTRY;
    } else if (message instanceof Message.Heartbeat) {
      return HEARTBEAT;
    }
    out.putInt(((Message.Done) message).status());
    return DONE;
  }

  private static void place(ByteBuffer out, Message.MemoryLocation place) {
    out.putInt(place.context()).putLong(place.base()).putInt(place.generation());
  }

  private static void info(ByteBuffer out, SegmentInfo info) {
    out.put((byte) (info == null ? 0 : 1));
    if (info == null) {
      return;
    }
    byte[] name = info.controller().getBytes(StandardCharsets.US_ASCII);
    int shown = Math.min(name.length, MAX_NAME);
    out.putInt(info.nodeId()).put((byte) shown).put(name, 0, shown).putInt(info.segmentId());
    out.putLong(info.ownerPid()).putInt(info.uid()).putInt(info.gid());
    out.putLong(info.length()).putShort((short) info.mode());
    out.put((byte) info.accessList().size());
    for (AccessEntry entry : info.accessList()) {
      out.putShort((short) entry.node()).putShort((short) entry.permission());
    }
    int importers = Math.min(info.importers().size(), MAX_IMPORTERS);
    out.put((byte) importers);
    info.importers().subList(0, importers).forEach(out::putLong);
  }

  /**
   * Reads the message that fills a buffer from position to limit.
   *
   * @param in big-endian buffer
   * @return the message with its number
   * @throws ProtocolViolationException if the bytes are not a message
   */
  public static Frame decode(ByteBuffer in) throws ProtocolViolationException {
    if (in.remaining() < HEADER || in.remaining() > MAX_SIZE) {
      throw new ProtocolViolationException("a message of " + in.remaining() + " bytes");
    }
    int type = in.get();
    int version = in.get();
    int request = in.getShort();
    int length = in.getShort();
    if (version != VERSION) {
      throw new ProtocolViolationException("version " + version + " instead of " + VERSION);
    }
    if (request < 0 || request >= MAX_REQUESTS) {
      throw new ProtocolViolationException("request number " + request);
    }
    if (length != in.remaining()) {
      throw new ProtocolViolationException("length " + length + " of " + in.remaining() + " bytes");
    }
    Message message;
    try {
      message = message(type, in);
    } catch (BufferUnderflowException tooShort) {
      throw new ProtocolViolationException("type " + type + " with " + length + " bytes");
    }
    if (in.hasRemaining()) {
      throw new ProtocolViolationException("type " + type + " with " + length + " bytes");
    }
    return new Frame(request, message);
  }

  private static Message message(int type, ByteBuffer in) throws ProtocolViolationException {
    return switch (type) {
      case HELLO -> hello(in);
      case WELCOME -> new Message.Welcome(in.getInt(), in.getLong());
      case CONNECT -> new Message.Connect(in.getInt(), permission(in.getInt()));
      case CONNECTED -> new Message.Connected(status(in), length(in.getLong()), in.getLong());
      case BIND -> new Message.Bind(in.getLong());
      case GRANT -> new Message.Grant(status(in), place(in));
      case DISCONNECT -> new Message.Disconnect(in.getLong());
      case ABORT -> new Message.Abort(in.getLong());
      case MEMORY_CHANGED -> new Message.MemoryChanged(in.getLong(), place(in));
      case SIGNAL -> signal(in);
      case CLAIM_ID -> new Message.ClaimId(in.getInt(), in.getInt());
      case GET_LIST_ENTRY -> new Message.GetListEntry((int) length(in.getInt()));
      case LIST_ENTRY -> new Message.ListEntry(flag(in) ? info(in) : null);
      case HEARTBEAT -> new Message.Heartbeat();
      case DONE -> new Message.Done(status(in));
      default -> throw new ProtocolViolationException("type " + type);
    };
  }

  private static Message signal(ByteBuffer in) throws ProtocolViolationException {
    long token = in.getLong();
    boolean drop = flag(in);
    int count = count(in.getInt(), Message.Signal.MAX_COUNT);
    if (count == 0) {
      throw new ProtocolViolationException("a signal of count 0");
    }
    return new Message.Signal(token, drop, count);
  }

  private static Message hello(ByteBuffer in) throws ProtocolViolationException {
    int uid = in.getInt();
    int gid = in.getInt();
    long pid = in.getLong();
    int count = count(in.getShort(), MAX_GROUPS);
    List<Integer> groups = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      groups.add(in.getInt());
    }
    return new Message.Hello(uid, gid, pid, List.copyOf(groups));
  }

  private static Message.MemoryLocation place(ByteBuffer in) {
    return new Message.MemoryLocation(in.getInt(), in.getLong(), in.getInt());
  }

  private static SegmentInfo info(ByteBuffer in) throws ProtocolViolationException {
    int node = in.getInt();
    byte[] name = new byte[count(in.get(), MAX_NAME)];
    in.get(name);
    for (byte one : name) {
      if (one < ' ' || one == 0x7f) {
        throw new ProtocolViolationException("a name with byte " + one);
      }
    }
    int segment = in.getInt();
    long pid = in.getLong();
    int uid = in.getInt();
    int gid = in.getInt();
    long length = length(in.getLong());
    int mode = in.getShort();
    int entries = count(in.get(), RsmConstants.MAX_NODES);
    List<AccessEntry> list = new ArrayList<>(entries);
    for (int i = 0; i < entries; i++) {
      list.add(new AccessEntry(in.getShort(), in.getShort()));
    }
    int count = count(in.get(), MAX_IMPORTERS);
    List<Long> importers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      importers.add(in.getLong());
    }
    return new SegmentInfo(
        node,
        new String(name, StandardCharsets.US_ASCII),
        segment,
        pid,
        uid,
        gid,
        length,
        mode,
        list,
        importers);
  }

  private static int count(int value, int most) throws ProtocolViolationException {
    if (value < 0 || value > most) {
      throw new ProtocolViolationException("a count of " + value + ", the limit is " + most);
    }
    return value;
  }

  private static int permission(int value) throws ProtocolViolationException {
    if (!Permission.valid(value)) {
      throw new ProtocolViolationException("permission 0" + Integer.toOctalString(value));
    }
    return value;
  }

  private static int status(ByteBuffer in) throws ProtocolViolationException {
    int value = in.getInt();
    if (value < 0 || value > RsmReturn.BAD_ARGS_ERRORS) {
      throw new ProtocolViolationException("status " + value);
    }
    return value;
  }

  private static long length(long value) throws ProtocolViolationException {
    if (value < 0) {
      throw new ProtocolViolationException("length " + value);
    }
    return value;
  }

  private static boolean flag(ByteBuffer in) throws ProtocolViolationException {
    int value = in.get();
    if (value != 0 && value != 1) {
      throw new ProtocolViolationException("flag " + value);
    }
    return value == 1;
  }
}
