import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.dat4j.dat.*;
import org.dat4j.dat.util.*;

/**
 * A region that one process owns and another writes and reads, without any work of the owner.
 *
 * <pre>
 * java SharedRegion.java IA own QUALIFIER
 * java SharedRegion.java IA write QUALIFIER TEXT
 * </pre>
 */
public class SharedRegion {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final int SIZE = 256; // bytes of the region: a length, then the text

  public static void main(String[] args) {
    long qualifier = Long.parseLong(args[2]);
    try (Ia ia = Dat.openIa(args[0])) {
      if (args[1].equals("own")) {
        own(ia, qualifier);
      } else {
        write(ia, qualifier, args[3].getBytes(UTF_8));
      }
    }
  }

  static void own(Ia ia, long qualifier) {
    try (DatListener listener = Dats.listen(ia, qualifier);
        DatConnection writer = Dats.endpoint(ia)) {
      Region board = writer.register(SIZE);
      writer.share(board); // the answer to the request says where the region is
      System.out.println("waiting on " + listener.connQual());
      listener.accept(writer, LIMIT);
      // No Receive and no copy: this side only waits for the end of the connection.
      EventNumber end = EventNumber.CONNECTION_EVENT_DISCONNECTED;
      Dats.await(writer.connectEvd(), end, LIMIT, new DatEvent());
      System.out.println("in my region: " + text(board.buffer()));
    }
  }

  static void write(Ia ia, long qualifier, byte[] text) {
    DatEvent event = new DatEvent();
    int length = Integer.BYTES + text.length;
    int flags = CompletionFlags.DEFAULT;
    try (DatConnection owner = Dats.endpoint(ia)) {
      Region out = owner.register(SIZE);
      Region back = owner.register(SIZE);
      out.buffer().putInt(0, text.length).put(Integer.BYTES, text);
      owner.connect(ia.address(), qualifier, LIMIT);
      RemoteRegion board = owner.peerRegion();

      int context = board.rmrContext();
      long address = board.address(); // add an offset to write elsewhere in the region
      Ep ep = owner.ep();
      check(ep.postRdmaWrite(out.context(), out.address(), length, 1, context, address, flags));
      Dats.awaitDto(owner.requestEvd(), 1, LIMIT, event);
      check(ep.postRdmaRead(back.context(), back.address(), length, 2, context, address, flags));
      Dats.awaitDto(owner.requestEvd(), 2, LIMIT, event);
      System.out.println("read back: " + text(back.buffer()));
    }
  }

  static String text(ByteBuffer region) {
    byte[] text = new byte[region.getInt(0)];
    region.get(Integer.BYTES, text);
    return new String(text, UTF_8);
  }

  static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }
}
