import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.time.Duration;
import org.dat4j.dat.*;
import org.dat4j.dat.util.*;

/**
 * A client of the Echo server that outlives it: it connects again and repeats the line.
 *
 * <pre>
 * java Reconnect.java IA QUALIFIER
 * </pre>
 */
public class Reconnect {
  static final Duration LIMIT = Duration.ofSeconds(10);
  static final int LONGEST = 256; // bytes of a message
  static final int TRIES = 300; // without success, before the client gives up
  static final int PAUSE = 200; // milliseconds between two tries

  public static void main(String[] args) throws IOException, InterruptedException {
    long qualifier = Long.parseLong(args[1]);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    int failures = 0;
    try (Ia ia = Dat.openIa(args[0])) {
      String line = lines.readLine();
      while (line != null) {
        // An endpoint serves one try: the next one gets a new endpoint, with memory of its own.
        try (DatConnection server = Dats.endpoint(ia)) {
          Region in = server.register(LONGEST);
          Region out = server.register(LONGEST);
          server.connect(ia.address(), qualifier, LIMIT);
          System.out.println("connected");
          for (; line != null; line = lines.readLine()) {
            System.out.println("echo: " + ask(server, in, out, line));
            failures = 0;
          }
        } catch (UnexpectedEventException e) {
          if (!e.isConnectionLost() || ++failures == TRIES) {
            throw e;
          }
          if (failures == 1) {
            System.out.println("no connection: trying again");
          }
          Thread.sleep(PAUSE);
        }
      }
    }
  }

  static String ask(DatConnection server, Region in, Region out, String line) {
    DatEvent event = new DatEvent();
    byte[] text = line.getBytes(UTF_8);
    out.buffer().put(0, text);
    int flags = CompletionFlags.DEFAULT;
    check(server.ep().postRecv(in.context(), in.address(), LONGEST, 1, flags));
    check(server.ep().postSend(out.context(), out.address(), text.length, 2, flags));
    Dats.awaitDto(server.requestEvd(), 2, LIMIT, event);
    byte[] answer = new byte[(int) Dats.awaitDto(server.recvEvd(), 1, LIMIT, event)];
    in.buffer().get(0, answer);
    return new String(answer, UTF_8);
  }

  static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }
}
