import static java.nio.charset.StandardCharsets.UTF_8;
import static org.dat4j.rsm.util.Rsms.check;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.dat4j.rsm.*;
import org.dat4j.rsm.util.*;

/**
 * A ring of messages in shared memory: one process exports it and takes messages out, another one
 * imports it and puts messages in. Signals count, so the ring needs no head and no tail.
 *
 * <pre>
 * java Ring.java receive
 * java Ring.java send TEXT...
 * </pre>
 */
public class Ring {
  static final int ID = 0x500002;
  static final int SLOTS = 4; // messages that can be sent before one is taken
  static final int SLOT = 256; // bytes: the length, then the text
  static final Duration LIMIT = Duration.ofSeconds(30); // until the ring is there
  static final int MILLIS = 60_000; // until the other side has done its part

  public static void main(String[] args) {
    try (RsmController controller = Rsm.getController("loopback")) {
      if (args[0].equals("receive")) {
        receive(controller);
      } else {
        send(controller, args);
      }
    }
  }

  static void receive(RsmController controller) {
    ByteBuffer memory = controller.allocate(SLOTS * SLOT);
    try (ExportSegment ring = controller.createExportSegment(memory, ExportFlags.NONE)) {
      ring.publish(ID, null);
      System.out.println("the ring is up");
      for (int i = 0; ; i++) {
        check(ring.await(MILLIS), "await"); // one signal for each message that is in
        int slot = i % SLOTS * SLOT;
        byte[] text = new byte[memory.getInt(slot)];
        memory.get(slot + Integer.BYTES, text);
        check(ring.post(SignalFlags.NONE), "post"); // one for each that was taken
        if (text.length == 0) {
          return; // the sender ends with an empty message
        }
        System.out.println("received: " + new String(text, UTF_8));
      }
    }
  }

  static void send(RsmController controller, String[] args) {
    int node = Rsm.getInterconnectTopology().localNodeId();
    try (ImportSegment ring = Rsms.connectUntil(controller, node, ID, Permission.WRITE, LIMIT)) {
      ring.initBarrier(BarrierType.DEFAULT); // in implicit mode each put returns its own error
      ImportedWords lengths = new ImportedWords(ring);
      for (int i = 0; i < args.length; i++) {
        if (i >= SLOTS) {
          check(ring.awaitOrAborted(MILLIS), "await"); // full: until a message was taken
        }
        boolean last = i == args.length - 1;
        put(ring, lengths, i % SLOTS * SLOT, last ? "" : args[i + 1]); // args[0] is "send"
      }
      for (int i = 0; i < Math.min(args.length, SLOTS); i++) {
        check(ring.awaitOrAborted(MILLIS), "await"); // until the rest was taken
      }
      System.out.println("sent " + (args.length - 1) + " messages");
    }
  }

  static void put(ImportSegment ring, ImportedWords lengths, int slot, String message) {
    byte[] text = message.getBytes(UTF_8);
    if (text.length > SLOT - Integer.BYTES) {
      throw new IllegalArgumentException("longer than a slot: " + message);
    }
    lengths.put32(slot, text.length);
    check(ring.put(slot + Integer.BYTES, ByteBuffer.wrap(text), 0, text.length), "put");
    check(ring.post(SignalFlags.NONE), "post"); // the receiver of the signal sees both puts
  }
}
