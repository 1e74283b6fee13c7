import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.time.Duration;
import org.dat4j.dat.*;
import org.dat4j.dat.util.*;

/**
 * A server that sends each message back, and a client that asks it line by line.
 *
 * <pre>
 * java Echo.java IA serve QUALIFIER
 * java Echo.java IA ask QUALIFIER
 * </pre>
 */
public class Echo {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final int LONGEST = 256; // bytes of a message
  static final int ENDED = -1;

  public static void main(String[] args) throws IOException {
    long qualifier = Long.parseLong(args[2]);
    try (Ia ia = Dat.openIa(args[0])) {
      if (args[1].equals("serve")) {
        serve(ia, qualifier);
      } else {
        ask(ia, qualifier);
      }
    }
  }

  static void serve(Ia ia, long qualifier) {
    DatEvent request = new DatEvent();
    try (DatListener listener = Dats.listen(ia, qualifier)) {
      System.out.println("serving on " + listener.connQual());
      while (true) {
        check(listener.evd().await(DatConstants.TIMEOUT_INFINITE, 1, request));
        try (DatConnection client = Dats.endpoint(ia)) {
          echo(client, request.cr());
        } catch (UnexpectedEventException e) {
          System.out.println("no connection: " + e.number());
        }
      }
    }
  }

  static void echo(DatConnection client, Cr request) {
    Region in = client.register(LONGEST);
    Region out = client.register(LONGEST);
    postReceive(client, in);
    client.accept(request);
    client.awaitConnected(LIMIT);
    System.out.println("a client has come");
    for (int n = await(client.recvEvd()); n != ENDED; n = await(client.recvEvd())) {
      out.buffer().put(0, in.buffer(), 0, n);
      postReceive(client, in); // before the answer: the next message may follow at once
      check(client.ep().postSend(out.context(), out.address(), n, 2, CompletionFlags.DEFAULT));
      if (await(client.requestEvd()) == ENDED) {
        break;
      }
    }
    System.out.println("the client has gone");
  }

  /** Takes the next completion: the length of the transfer, or ENDED with the connection. */
  static int await(Evd evd) {
    DatEvent event = new DatEvent();
    check(evd.await(DatConstants.TIMEOUT_INFINITE, 1, event));
    // A transfer that fails ends its connection; one that was not begun by then is flushed.
    return event.status() == DtoStatus.SUCCESS ? (int) event.transferredLength() : ENDED;
  }

  static void ask(Ia ia, long qualifier) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (DatConnection server = Dats.endpoint(ia)) {
      Region in = server.register(LONGEST);
      Region out = server.register(LONGEST);
      server.connect(ia.address(), qualifier, LIMIT);
      System.out.println("connected");
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println("echo: " + ask(server, in, out, line));
      }
    }
  }

  static String ask(DatConnection server, Region in, Region out, String line) {
    DatEvent event = new DatEvent();
    byte[] text = line.getBytes(UTF_8);
    out.buffer().put(0, text);
    postReceive(server, in); // before the question: the answer may come at once
    int flags = CompletionFlags.DEFAULT;
    check(server.ep().postSend(out.context(), out.address(), text.length, 2, flags));
    Dats.awaitDto(server.requestEvd(), 2, LIMIT, event);
    byte[] answer = new byte[(int) Dats.awaitDto(server.recvEvd(), 1, LIMIT, event)];
    in.buffer().get(0, answer);
    return new String(answer, UTF_8);
  }

  static void postReceive(DatConnection peer, Region in) {
    check(peer.ep().postRecv(in.context(), in.address(), LONGEST, 1, CompletionFlags.DEFAULT));
  }

  static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }
}
