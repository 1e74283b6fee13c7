package org.dat4j.tools.perf;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;

/**
 * The connection over which the two sides agree on what to do: messages of a kind, a few numbers
 * and a text, sent by DAT like everything else. For one thread; messages without text allocate
 * nothing.
 */
final class Control implements AutoCloseable {

  /** Kinds of messages. */
  enum Kind {
    /** First message of each side: version of this protocol. */
    HELLO,
    /** What is measured next: operation, size, window, poll, limit. */
    SPEC,
    /** The other side is ready; after SPEC: port of its bare socket. */
    READY,
    /** A block: 1 for the operation or 0 for the limit, count. */
    RUN,
    /** The block is over: operations verified, octets allocated. */
    DONE,
    /** What was measured is over. */
    END,
    /** A result as text. */
    RESULT,
    /** The run is over. */
    BYE,
    /** The sender failed: why. */
    ERROR
  }

  private static final long VERSION = 1;
  private static final Kind[] KINDS = Kind.values();
  private static final int NUMBERS = 6;
  private static final int HEAD = 2 * Integer.BYTES + NUMBERS * Long.BYTES;
  private static final int SIZE = 16 * 1024;
  private static final int RECEIVES = 4;

  private final DatConnection connection;
  private final Completions waits;
  private final Completions polls;
  private final Region out;
  private final Region in;
  private final long[] numbers = new long[NUMBERS];
  private int slot;
  private String text = "";

  /** Connects with the other side's control. */
  Control(Session session) {
    waits = new Completions(false, session.patience());
    // A Send completes at once or nearly; waiting for it would be a detour through the kernel.
    polls = new Completions(true, session.patience());
    connection = Dats.endpoint(session.ia());
    try {
      out = connection.register(SIZE);
      in = connection.register(RECEIVES * SIZE);
      for (int i = 0; i < RECEIVES; i++) {
        postReceive(i);
      }
      session.meet(connection);
      greet(session.connects());
    } catch (RuntimeException | Error e) {
      connection.close();
      throw e;
    }
  }

  /** The connecting side speaks first, as iWARP demands of it. */
  private void greet(boolean first) {
    if (first) {
      send(Kind.HELLO, VERSION, 0);
    }
    expect(Kind.HELLO);
    if (number(0) != VERSION) {
      throw new StalledException(
          "the other side speaks version "
              + number(0)
              + " of this protocol, this side "
              + VERSION
              + ": use the same dat4j on both");
    }
    if (!first) {
      send(Kind.HELLO, VERSION, 0);
    }
  }

  private void postReceive(int index) {
    Completions.posted(
        connection
            .ep()
            .postRecv(
                in.context(),
                in.address() + (long) index * SIZE,
                SIZE,
                index,
                CompletionFlags.DEFAULT));
  }

  /** Sends a kind alone. */
  void send(Kind kind) {
    send(kind, 0, 0);
  }

  /** Sends two numbers. */
  void send(Kind kind, long first, long second) {
    out.buffer().putLong(2 * Integer.BYTES, first);
    out.buffer().putLong(2 * Integer.BYTES + Long.BYTES, second);
    post(kind, 0);
  }

  /** Sends up to six numbers. */
  void send(Kind kind, long[] values) {
    for (int i = 0; i < values.length; i++) {
      out.buffer().putLong(2 * Integer.BYTES + i * Long.BYTES, values[i]);
    }
    post(kind, 0);
  }

  /** Sends a text; too long a one is cut. */
  void send(Kind kind, String message) {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, SIZE - HEAD);
    out.buffer().put(HEAD, bytes, 0, length);
    post(kind, length);
  }

  private void post(Kind kind, int textLength) {
    out.buffer().putInt(0, kind.ordinal());
    out.buffer().putInt(Integer.BYTES, textLength);
    Completions.posted(
        connection
            .ep()
            .postSend(out.context(), out.address(), HEAD + textLength, 0, CompletionFlags.DEFAULT));
    polls.next(connection.requestEvd(), 0);
  }

  /** Waits for a message; its numbers and text are valid until the next call. */
  Kind receive() {
    DatEvent event = waits.next(connection.recvEvd(), slot);
    ByteBuffer buffer = in.buffer();
    int base = slot * SIZE;
    int ordinal = buffer.getInt(base);
    int textLength = buffer.getInt(base + Integer.BYTES);
    if (event.transferredLength() < HEAD
        || ordinal < 0
        || ordinal >= KINDS.length
        || textLength != event.transferredLength() - HEAD) {
      throw new StalledException("the other side does not speak this protocol: " + event);
    }
    for (int i = 0; i < NUMBERS; i++) {
      numbers[i] = buffer.getLong(base + 2 * Integer.BYTES + i * Long.BYTES);
    }
    text = "";
    if (textLength > 0) {
      byte[] bytes = new byte[textLength];
      buffer.get(base + HEAD, bytes);
      text = new String(bytes, StandardCharsets.UTF_8);
    }
    postReceive(slot);
    slot = (slot + 1) % RECEIVES;
    return KINDS[ordinal];
  }

  /** Waits for a message of one kind; the other side's failure becomes one here. */
  void expect(Kind kind) {
    Kind got = receive();
    if (got == Kind.ERROR) {
      throw new StalledException("the other side failed: " + text);
    }
    if (got != kind) {
      throw new StalledException("the other side sent " + got + ", not " + kind);
    }
  }

  /** A number of the last message. */
  long number(int index) {
    return numbers[index];
  }

  /** The text of the last message. */
  String text() {
    return text;
  }

  /** Why the other side failed, if it has said so or does within three seconds; else null. */
  String peerError() {
    DatEvent event = new DatEvent();
    long deadline = System.nanoTime() + Duration.ofSeconds(3).toNanos();
    try {
      while (System.nanoTime() - deadline < 0) {
        if (connection.recvEvd().await(100_000, 1, event) == DatReturn.SUCCESS) {
          if (event.status() != DtoStatus.SUCCESS) {
            return null;
          }
          int base = (int) event.cookie() * SIZE;
          int length = in.buffer().getInt(base + Integer.BYTES);
          if (in.buffer().getInt(base) == Kind.ERROR.ordinal() && length > 0) {
            byte[] bytes = new byte[Math.min(length, SIZE - HEAD)];
            in.buffer().get(base + HEAD, bytes);
            return new String(bytes, StandardCharsets.UTF_8);
          }
        }
      }
    } catch (DatException e) {
      return null;
    }
    return null;
  }

  /** Tells the other side of a failure, as far as it can still be reached. */
  void fail(Throwable failure) {
    try {
      String message = failure.getMessage();
      send(Kind.ERROR, message == null ? failure.toString() : message);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
