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
import org.dat4j.tools.perf.exchange.CompletionReader;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.StalledException;

/**
 * The DAT connection over which the two sides of a {@code perf} run agree on what to measure next.
 * A message has a kind, a few numbers and a text. For one thread; messages without text allocate
 * nothing.
 */
final class ControlChannel implements AutoCloseable {

  /** The kinds of messages. */
  enum Kind {
    /** First message of each side: version of this protocol. */
    HELLO,
    /** Next measurement: operation, size, window, poll, baseline. */
    SPEC,
    /** The other side is ready; after SPEC: port of its bare socket. */
    READY,
    /** A block: number of the {@link BlockPart}, count. */
    RUN,
    /** End of a block: verified operations, allocated bytes. */
    DONE,
    /** End of a measurement. */
    END,
    /** A result as text. */
    RESULT,
    /** End of the run. */
    BYE,
    /** A failure of the sender: its message. */
    ERROR
  }

  private static final long VERSION = 1;
  private static final Kind[] KINDS = Kind.values();
  private static final int NUMBERS = 6;
  private static final int HEAD = 2 * Integer.BYTES + NUMBERS * Long.BYTES;
  private static final int SIZE = 16 * 1024;
  private static final int RECEIVES = 4;

  private final DatConnection connection;
  private final CompletionReader waits;
  private final CompletionReader polls;
  private final Region out;
  private final Region in;
  private final long[] numbers = new long[NUMBERS];
  private int slot;
  private String text = "";

  /** Connects with the other side's channel. */
  ControlChannel(PerfSession session) {
    waits = new CompletionReader(false, session.spinDeadline());
    // A Send completes at once or nearly; waiting for it would be a detour through the kernel.
    polls = new CompletionReader(true, session.spinDeadline());
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

  /** Exchanges versions; the connecting side sends first, as iWARP demands. */
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
    CompletionReader.posted(
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
    CompletionReader.posted(
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

  /** Returns a number of the last message. */
  long number(int index) {
    return numbers[index];
  }

  /** Returns the text of the last message. */
  String text() {
    return text;
  }

  /** Waits up to three seconds for the other side's failure and returns its message, or null. */
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

  /** Reports a failure to the other side if it can still be reached. */
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
