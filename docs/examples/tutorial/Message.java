import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import org.dat4j.dat.*;
import org.dat4j.dat.util.*;

/**
 * A message from one process to another.
 *
 * <pre>
 * java Message.java IA receive QUALIFIER
 * java Message.java IA send QUALIFIER TEXT
 * </pre>
 */
public class Message {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final int LONGEST = 256; // bytes of a message

  public static void main(String[] args) {
    long qualifier = Long.parseLong(args[2]);
    try (Ia ia = Dat.openIa(args[0])) {
      if (args[1].equals("receive")) {
        receive(ia, qualifier);
      } else {
        send(ia, qualifier, args[3].getBytes(UTF_8));
      }
    }
  }

  static void receive(Ia ia, long qualifier) {
    try (DatListener listener = Dats.listen(ia, qualifier);
        DatConnection sender = Dats.endpoint(ia)) {
      Region in = sender.register(LONGEST);
      // Posted before the connection is accepted, so that the first message finds a Receive.
      check(sender.ep().postRecv(in.context(), in.address(), LONGEST, 1, CompletionFlags.DEFAULT));
      System.out.println("waiting on " + listener.connQual());
      listener.accept(sender, LIMIT);
      long length = Dats.awaitDto(sender.recvEvd(), 1, LIMIT, new DatEvent());
      byte[] text = new byte[(int) length];
      in.buffer().get(0, text);
      System.out.println("received: " + new String(text, UTF_8));
      sender.awaitEnd(LIMIT); // the sender ends the connection: its Send has completed by then
    }
  }

  static void send(Ia ia, long qualifier, byte[] text) {
    try (DatConnection receiver = Dats.endpoint(ia)) {
      Region out = receiver.register(LONGEST);
      out.buffer().put(0, text);
      receiver.connect(ia.address(), qualifier, LIMIT);
      int flags = CompletionFlags.DEFAULT;
      check(receiver.ep().postSend(out.context(), out.address(), text.length, 1, flags));
      Dats.awaitDto(receiver.requestEvd(), 1, LIMIT, new DatEvent());
      System.out.println("sent " + text.length + " bytes");
    }
  }

  static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }
}
