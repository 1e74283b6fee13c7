import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.dat4j.dat.*;
import org.dat4j.dat.util.*;

/**
 * A stream of messages into a ring of Receives. The sender spends a credit for each message, and
 * the receiver returns credits for the Receives that it has posted again.
 *
 * <pre>
 * java Credits.java IA receive QUALIFIER
 * java Credits.java IA send QUALIFIER MESSAGES
 * </pre>
 */
public class Credits {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final int RECEIVES = 16; // that each side keeps posted
  static final int LENGTH = 64; // bytes of a message: the credits that it returns, then its text

  private final DatConnection peer;
  private final Region in;
  private final Region out;
  private final DatEvent event = new DatEvent();
  private long received;
  private long sent;
  private int credits; // Receives of the peer that no message of this side has used
  private int owed; // Receives that were posted again, and that the peer has not been told

  public static void main(String[] args) {
    long qualifier = Long.parseLong(args[2]);
    try (Ia ia = Dat.openIa(args[0]);
        DatConnection peer = Dats.endpoint(ia)) {
      Credits side = new Credits(peer);
      if (args[1].equals("receive")) {
        side.receiveAll(ia, qualifier);
      } else {
        side.sendAll(ia, qualifier, Integer.parseInt(args[3]));
      }
    }
  }

  /** Registers the memory of both rings, and tells the peer the Receives with the connection. */
  Credits(DatConnection peer) {
    this.peer = peer;
    in = peer.register(RECEIVES * LENGTH);
    out = peer.register(RECEIVES * LENGTH);
    peer.privateData(ByteBuffer.allocate(Integer.BYTES).putInt(RECEIVES).array());
  }

  /** Fills the ring of Receives, before there is a connection. */
  void postReceives() {
    for (int i = 0; i < RECEIVES; i++) {
      peer.receive(in, i * LENGTH, LENGTH, i);
    }
  }

  void receiveAll(Ia ia, long qualifier) {
    try (DatListener listener = Dats.listen(ia, qualifier)) {
      System.out.println("waiting on " + listener.connQual());
      postReceives();
      peer.accept(listener.awaitRequest(LIMIT));
      peer.awaitConnected(LIMIT);
      credits = ByteBuffer.wrap(peer.peerPrivateData()).getInt();
      for (String text = take(); !text.isEmpty(); text = take()) {
        System.out.println("received: " + text);
        if (owed >= RECEIVES / 2 && credits > 0) {
          post(""); // only returns credits; with none left, the next message brings some
        }
      }
      awaitSends();
    }
  }

  void sendAll(Ia ia, long qualifier, int messages) {
    peer.connectUntil(ia.address(), qualifier, LIMIT, eachTry -> postReceives());
    credits = ByteBuffer.wrap(peer.peerPrivateData()).getInt();
    int waits = 0;
    for (int i = 0; i <= messages; i++) {
      while (credits == 0) {
        take(); // a message of the receiver has no text, and always some credits
        waits++;
      }
      post(i < messages ? "message " + i : ""); // one without text is the last
    }
    awaitSends();
    peer.awaitEnd(LIMIT); // the receiver ends the connection: it has all messages by then
    System.out.println("sent " + messages + " messages, waited " + waits + " times for credits");
  }

  /** Waits for the next message, posts its Receive again, and returns its text. */
  String take() {
    int slot = (int) (received % RECEIVES) * LENGTH;
    int length = (int) Dats.awaitDto(peer.recvEvd(), received, LIMIT, event);
    credits += in.buffer().getInt(slot);
    byte[] text = new byte[length - Integer.BYTES];
    in.buffer().get(slot + Integer.BYTES, text);
    peer.receive(in, slot, LENGTH, received + RECEIVES); // after the message was copied
    received++;
    owed++;
    return new String(text, UTF_8);
  }

  /** Sends a text with the credits that are owed, and spends one. */
  void post(String text) {
    if (sent >= RECEIVES) {
      Dats.awaitDto(peer.requestEvd(), sent - RECEIVES, LIMIT, event); // of the Send in this slot
    }
    int slot = (int) (sent % RECEIVES) * LENGTH;
    byte[] bytes = text.getBytes(UTF_8);
    out.buffer().putInt(slot, owed).put(slot + Integer.BYTES, bytes);
    peer.send(out, slot, Integer.BYTES + bytes.length, sent);
    sent++;
    owed = 0;
    credits--;
  }

  /** Waits for the completions that no post has waited for. */
  void awaitSends() {
    for (long i = Math.max(0, sent - RECEIVES); i < sent; i++) {
      Dats.awaitDto(peer.requestEvd(), i, LIMIT, event);
    }
  }
}
