import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.dat4j.dat.*;
import org.dat4j.dat.util.*;

/**
 * Words that one process writes into slots of another, each announced by a Send.
 *
 * <pre>
 * java Notification.java IA own QUALIFIER
 * java Notification.java IA write QUALIFIER WORD...
 * </pre>
 */
public class Notification {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final int SLOTS = 8; // as many words as one run can write
  static final int SLOT = 64; // bytes of a slot: a length, then the word
  static final int NOTE = Integer.BYTES; // bytes of a notification: the number of a slot

  public static void main(String[] args) {
    long qualifier = Long.parseLong(args[2]);
    try (Ia ia = Dat.openIa(args[0])) {
      if (args[1].equals("own")) {
        own(ia, qualifier);
      } else {
        write(ia, qualifier, args);
      }
    }
  }

  static void own(Ia ia, long qualifier) {
    DatEvent event = new DatEvent();
    try (DatListener listener = Dats.listen(ia, qualifier);
        DatConnection writer = Dats.endpoint(ia)) {
      Region slots = writer.register(SLOTS * SLOT);
      Region notes = writer.register(SLOTS * NOTE);
      writer.share(slots);
      // A Receive for each notification that can come: a Send needs one when it arrives.
      for (int i = 0; i < SLOTS; i++) {
        long address = notes.address() + i * NOTE;
        check(writer.ep().postRecv(notes.context(), address, NOTE, i, CompletionFlags.DEFAULT));
      }
      System.out.println("waiting on " + listener.connQual());
      listener.accept(writer, LIMIT);
      for (int i = 0; i < SLOTS; i++) {
        Dats.await(writer.recvEvd(), EventNumber.DTO_COMPLETION_EVENT, LIMIT, event);
        if (event.status() != DtoStatus.SUCCESS) {
          break; // flushed: the connection has ended
        }
        int slot = notes.buffer().getInt((int) event.cookie() * NOTE);
        System.out.println("slot " + slot + ": " + word(slots.buffer(), slot));
      }
      // The writer ends the connection: if the owner did, the last Sends could still be flushed.
      writer.awaitEnd(LIMIT);
      System.out.println("the writer has gone");
    }
  }

  static void write(Ia ia, long qualifier, String[] args) {
    DatEvent event = new DatEvent();
    try (DatConnection owner = Dats.endpoint(ia)) {
      Region out = owner.register(SLOTS * SLOT);
      Region notes = owner.register(SLOTS * NOTE);
      owner.connect(ia.address(), qualifier, LIMIT);
      int count = Math.min(SLOTS, args.length - 3);
      for (int i = 0; i < count; i++) {
        byte[] word = args[3 + i].getBytes(UTF_8);
        out.buffer().putInt(i * SLOT, word.length).put(i * SLOT + Integer.BYTES, word);
        notes.buffer().putInt(i * NOTE, i);
        writeSlot(owner, out, i, Integer.BYTES + word.length);
        // Sent behind the Write: when this message is received, the word is in its slot.
        long note = notes.address() + i * NOTE;
        check(owner.ep().postSend(notes.context(), note, NOTE, i, CompletionFlags.DEFAULT));
      }
      for (int i = 0; i < count; i++) {
        Dats.awaitDto(owner.requestEvd(), i, LIMIT, event);
      }
      System.out.println("wrote " + count + " words");
    }
  }

  /** Writes a slot without an event: the completion of the Send behind it covers the Write. */
  static void writeSlot(DatConnection owner, Region out, int slot, int length) {
    RemoteRegion slots = owner.peerRegion();
    long from = out.address() + slot * SLOT;
    long to = slots.address() + slot * SLOT;
    int flags = CompletionFlags.SUPPRESS;
    check(owner.ep().postRdmaWrite(out.context(), from, length, 0, slots.rmrContext(), to, flags));
  }

  static String word(ByteBuffer slots, int slot) {
    byte[] word = new byte[slots.getInt(slot * SLOT)];
    slots.get(slot * SLOT + Integer.BYTES, word);
    return new String(word, UTF_8);
  }

  static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }
}
