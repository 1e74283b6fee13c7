package org.dat4j.dat.tcp.setup;

import java.nio.ByteBuffer;
import org.dat4j.dat.tcp.config.Setting;
import org.dat4j.dat.tcp.config.TcpSettings;

/**
 * A reason why a tcp service point rejects a connection request before its program sees it, such as
 * a limit that is reached. The requester gets a note after the rejecting reply, where peers that do
 * not know such notes have stopped reading.
 */
enum RejectReason {
  /** Too many connections without a request. */
  HALF_OPEN(Setting.HALF_OPEN) {
    @Override
    int value(TcpSettings settings) {
      return settings.halfOpen();
    }
  },
  /** Too many half-open connections of one address. */
  HALF_OPEN_PER_ADDRESS(Setting.HALF_OPEN_PER_ADDRESS) {
    @Override
    int value(TcpSettings settings) {
      return settings.halfOpenPerAddress();
    }
  },
  /** Too many connections of the adapter. */
  CONNECTIONS(Setting.CONNECTIONS) {
    @Override
    int value(TcpSettings settings) {
      return settings.connections();
    }
  },
  /** Too many invalid accesses of the address. */
  GUESSES_PER_ADDRESS(Setting.GUESSES_PER_ADDRESS) {
    @Override
    int value(TcpSettings settings) {
      return settings.guessesPerAddress();
    }
  },
  /** The program does not take its requests. */
  BACKLOG(null),
  /** The service point ended. */
  GONE(null);

  /** Bytes of a note. */
  static final int NOTE_BYTES = 8;

  private static final int MAGIC = 0x64346a; // d4j

  private final Setting setting;

  RejectReason(Setting setting) {
    this.setting = setting;
  }

  /**
   * Tells whether it needs no attention here: an attacker is kept out, or the program has ended.
   */
  boolean isRoutine() {
    return this == GUESSES_PER_ADDRESS || this == GONE;
  }

  /** Returns the value of the setting that is the limit. */
  int value(TcpSettings settings) {
    return 0;
  }

  /**
   * Describes the reason to people of either side.
   *
   * @param value of the setting, or capacity of the queue, 0 when not known
   */
  String text(int value) {
    if (this == GONE) {
      return "the service point was freed: listen again, then connect again";
    }
    if (this == BACKLOG) {
      return "the event queue of the service point is full"
          + (value > 0 ? " with " + value + " requests" : "")
          + ": take requests faster there, or make its EVD longer; then connect again";
    }
    return "the limit "
        + setting.key()
        + "="
        + value
        + " of the accepting adapter is reached: connect again later, or raise "
        + setting.key()
        + " in its line of dat.conf";
  }

  /** Returns the note for a requester. */
  byte[] note(int value) {
    return ByteBuffer.allocate(NOTE_BYTES).putInt(MAGIC << 8 | ordinal()).putInt(value).array();
  }

  /** Returns what a note says; null when it is none. */
  static String read(ByteBuffer note) {
    if (note.remaining() != NOTE_BYTES) {
      return null;
    }
    int head = note.getInt(note.position());
    int ordinal = head & 0xFF;
    if (head >>> 8 != MAGIC || ordinal >= values().length) {
      return null;
    }
    return values()[ordinal].text(note.getInt(note.position() + Integer.BYTES));
  }
}
