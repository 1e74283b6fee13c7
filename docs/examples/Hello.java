import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import org.dat4j.dat.*;
import org.dat4j.dat.util.*;

/** One message from one endpoint to another, on the Dats helper. */
public class Hello {
  public static void main(String[] args) {
    Duration limit = Duration.ofSeconds(10);
    DatEvent event = new DatEvent();
    try (Ia ia = Dat.openIa(args.length > 0 ? args[0] : "loopback0");
        DatListener listener = Dats.listen(ia);
        DatConnection server = Dats.endpoint(ia);
        DatConnection client = Dats.endpoint(ia)) {
      Region in = server.register(64);
      Region out = client.register(64);
      check(server.ep().postRecv(in.context(), in.address(), 64, 1, CompletionFlags.DEFAULT));
      client.startConnect(ia.address(), listener.connQual(), limit);
      listener.accept(server, limit);
      client.awaitConnected(limit);
      out.buffer().put(0, "hello, dat4j".getBytes(UTF_8));
      check(client.ep().postSend(out.context(), out.address(), 12, 2, CompletionFlags.DEFAULT));
      Dats.awaitDto(client.requestEvd(), 2, limit, event);
      byte[] text = new byte[(int) Dats.awaitDto(server.recvEvd(), 1, limit, event)];
      in.buffer().get(0, text);
      System.out.println(ia.name() + ": " + new String(text, UTF_8));
    }
  }

  static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }
}
