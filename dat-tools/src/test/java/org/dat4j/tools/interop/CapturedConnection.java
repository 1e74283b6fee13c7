package org.dat4j.tools.interop;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Holds one connection of a capture against the RFCs: start-up without markers, the first frame by
 * the initiator, every byte part of a start-up frame or a frame, sequence numbers and offsets of
 * untagged messages without a gap, offsets of tagged messages likewise, queue and model as the
 * opcode has them, one Terminate for each direction and nothing after it. Only the end of a
 * connection that was reset, or ended by a Terminate, may be cut off, and what one side sends after
 * the FIN of the other one. A rejecting reply may be followed by the note of dat4j that tells why
 * the listener refused.
 *
 * <p>Two things that Linux's soft iWARP is known for can be left to it: the pads of its frames hold
 * what was there before, where CRC is in use; and as responder without a peer-to-peer model it
 * sends when it likes. Which side it is shows the CRC flag of the request, which it never sets
 * itself.
 */
final class CapturedConnection {

  private static final int WRITE = 0;
  private static final int READ_REQUEST = 1;
  private static final int READ_RESPONSE = 2;
  private static final int TERMINATE = 7;

  /** Bytes of the note of a refusal, which dat4j appends to a rejecting reply. */
  private static final int NOTE = 8;

  private final int number;
  private final boolean siw;
  private final Consumer<String> report;
  private final Map<Integer, Direction> directions = new HashMap<>();
  private CapturedFrame.Startup request;
  private CapturedFrame.Startup reply;
  private int initiator;
  private long replyEnd;
  private boolean initiatorMoved;
  private boolean cut;
  private long frames;

  CapturedConnection(int number, boolean siw, Consumer<String> report) {
    this.number = number;
    this.siw = siw;
    this.report = report;
  }

  /** Frames whose CRC has to be checked: all, where one side asked for it. */
  long checkedFrames() {
    return request != null && reply != null && (request.crc() || reply.crc()) ? frames : 0;
  }

  void add(CapturedFrame frame) {
    Direction direction = directions.computeIfAbsent(frame.sender(), port -> new Direction());
    direction.bytes = Math.max(direction.bytes, frame.end() - 1);
    cut |= frame.reset();
    if (frame.fin() && !direction.fin) {
      direction.endsAfterPeer = directions.values().stream().anyMatch(other -> other.fin);
      direction.fin = true;
    }
    require(frame, !frame.padded() || isSiw(frame.sender()), "a pad that is not zero");
    if (!frame.complaint().isEmpty()) {
      fault(frame, frame.complaint());
    }
    if (frame.startup() != null) {
      startup(frame, direction);
    }
    for (CapturedFrame.Fpdu fpdu : frame.fpdus()) {
      fpdu(frame, direction, fpdu);
    }
  }

  private boolean isSiw(int sender) {
    return siw && request != null && request.crc() == (sender != initiator);
  }

  private void startup(CapturedFrame frame, Direction direction) {
    CapturedFrame.Startup startup = frame.startup();
    direction.explained += startup.bytes();
    require(frame, !startup.markers(), "wants markers");
    require(frame, startup.revision() == 1 || startup.revision() == 2, "another revision");
    if (startup.request()) {
      require(frame, request == null, "a second request");
      require(frame, frame.fpdus().isEmpty(), "the initiator does not wait for the reply");
      request = startup;
      initiator = frame.sender();
    } else {
      require(frame, request != null && reply == null, "a reply that answers no request");
      require(frame, frame.sender() != initiator, "both sides are initiators");
      reply = startup;
      replyEnd = direction.explained;
    }
  }

  private void fpdu(CapturedFrame frame, Direction direction, CapturedFrame.Fpdu fpdu) {
    frames++;
    direction.explained += fpdu.bytes();
    require(frame, reply != null && !reply.reject(), "a frame without an accepting reply");
    if (frame.sender() == initiator) {
      initiatorMoved = true;
    } else {
      require(
          frame,
          initiatorMoved || isSiw(frame.sender()),
          "the responder sends before the initiator has");
    }
    require(frame, !direction.terminated, "a frame after the Terminate");
    boolean tagged = fpdu.opcode() == WRITE || fpdu.opcode() == READ_RESPONSE;
    require(frame, fpdu.opcode() <= TERMINATE, "opcode " + fpdu.opcode());
    require(frame, fpdu.tagged() == tagged, "wrong model for opcode " + fpdu.opcode());
    if (fpdu.tagged()) {
      tagged(frame, direction, fpdu);
    } else {
      untagged(frame, direction, fpdu);
    }
  }

  private void tagged(CapturedFrame frame, Direction direction, CapturedFrame.Fpdu fpdu) {
    CapturedFrame.Fpdu before = direction.tagged;
    if (before != null) {
      require(
          frame,
          before.opcode() == fpdu.opcode()
              && before.stag() == fpdu.stag()
              && before.offset() + before.payload() == fpdu.offset(),
          "a gap in a tagged message: " + fpdu + " after " + before);
    }
    direction.tagged = fpdu.last() ? null : fpdu;
  }

  private void untagged(CapturedFrame frame, Direction direction, CapturedFrame.Fpdu fpdu) {
    int queue =
        switch (fpdu.opcode()) {
          case READ_REQUEST -> 1;
          case TERMINATE -> 2;
          default -> 0;
        };
    require(frame, fpdu.queue() == queue, "queue " + fpdu.queue() + " instead of " + queue);
    require(
        frame,
        fpdu.sequence() == direction.sequences[queue],
        "sequence number " + fpdu.sequence() + " instead of " + direction.sequences[queue]);
    require(
        frame,
        fpdu.offset() == direction.offsets[queue],
        "message offset " + fpdu.offset() + " instead of " + direction.offsets[queue]);
    direction.offsets[queue] += fpdu.payload();
    if (fpdu.last()) {
      direction.sequences[queue]++;
      direction.offsets[queue] = 0;
    }
    if (queue > 0) {
      require(frame, fpdu.last(), "a message in two segments on queue " + queue);
    }
    if (fpdu.opcode() == TERMINATE) {
      direction.terminated = true;
      cut = true;
    }
  }

  /** Judges what only the whole connection tells. */
  void end() {
    for (Map.Entry<Integer, Direction> entry : directions.entrySet()) {
      Direction direction = entry.getValue();
      long left = direction.bytes - direction.explained;
      boolean mayEndAnywhere = cut || direction.endsAfterPeer;
      boolean note = left == NOTE && isRejectedBy(entry.getKey(), direction);
      if (left < 0 || left > 0 && !mayEndAnywhere && !note) {
        report.accept(
            "connection "
                + number
                + ", port "
                + entry.getKey()
                + ": "
                + left
                + " of "
                + direction.bytes
                + " bytes belong to no frame");
      }
      boolean open = direction.tagged != null || direction.offsets[0] > 0;
      if (open && !mayEndAnywhere) {
        report.accept(
            "connection " + number + ", port " + entry.getKey() + ": ends within a message");
      }
    }
  }

  /** Whether a rejecting reply is the last thing that this side sends. */
  private boolean isRejectedBy(int sender, Direction direction) {
    return reply != null
        && reply.reject()
        && sender != initiator
        && direction.explained == replyEnd;
  }

  private void require(CapturedFrame frame, boolean holds, String otherwise) {
    if (!holds) {
      fault(frame, otherwise);
    }
  }

  private void fault(CapturedFrame frame, String text) {
    report.accept("connection " + number + ", frame " + frame.number() + ": " + text);
  }

  /** What one side sends. */
  private static final class Direction {
    private final long[] sequences = {1, 1, 1};
    private final long[] offsets = new long[3];
    private long bytes;
    private long explained;
    private CapturedFrame.Fpdu tagged;
    private boolean terminated;
    private boolean fin;
    private boolean endsAfterPeer;
  }
}
