import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.dat4j.dat.*;

/**
 * The exchange of uDAPL's test program dtest, in both roles: it talks to the C program, or to
 * itself. RDMA Writes both ways, RDMA Reads both ways, then 100 messages back and forth.
 *
 * <pre>java Dtest IA [-h HOST] [-b BYTES] [-P NAME] [-p PORT] [-q QUALIFIER]</pre>
 *
 * Without a host it is the server. BYTES is the length of every transfer, alike on both sides.
 * NAME is what a client in C is told to open. PORT and QUALIFIER are those of dtest unless given.
 */
public class Dtest {
  static final long LIMIT = 30_000_000; // microseconds
  static final int TOLD = 128; // bytes of the server's message over TCP
  static final int SLOT = 16; // bytes of an announcement: address, length, context
  static final int SLOTS = 3;
  static final int WRITES = 1000;
  static final int SIGNAL = 10; // the number of writes of which one completes visibly
  static final int READS = 4;
  static final int MESSAGES = 100;

  final boolean client;
  final int length;
  final Ia ia;
  final Pz pz;
  final ByteBuffer inbox;
  final ByteBuffer outbox;
  final ByteBuffer slots = ByteBuffer.allocateDirect(SLOT * SLOTS);
  final ByteBuffer mine = ByteBuffer.allocateDirect(SLOT);
  final Lmr inboxLmr;
  final Lmr outboxLmr;
  final Lmr slotsLmr;
  final Lmr mineLmr;
  final Evd requests;
  final Evd connection;
  final Evd sent;
  final Evd received;
  Ep ep;
  int announced; // how often the peer has announced its memory
  long peerAddress;
  int peerContext;

  Dtest(String name, boolean client, int length) {
    this.client = client;
    this.length = length;
    ia = Dat.openIa(name);
    pz = ia.createPz();
    inbox = ByteBuffer.allocateDirect(Math.max(64, length * MESSAGES));
    outbox = ByteBuffer.allocateDirect(Math.max(64, length * MESSAGES));
    inboxLmr = ia.createLmr(inbox, pz, MemPriv.ALL);
    outboxLmr = ia.createLmr(outbox, pz, MemPriv.ALL);
    slotsLmr = ia.createLmr(slots, pz, MemPriv.LOCAL_WRITE);
    mineLmr = ia.createLmr(mine, pz, MemPriv.LOCAL_READ);
    mine.putLong(0, inboxLmr.registeredAddress());
    mine.putInt(8, length);
    mine.putInt(12, inboxLmr.rmrContext());
    requests = ia.createEvd(8, null, EvdFlags.CR);
    connection = ia.createEvd(8, null, EvdFlags.CONNECTION);
    sent = ia.createEvd(2 * MESSAGES, null, EvdFlags.DTO);
    received = ia.createEvd(2 * MESSAGES, null, EvdFlags.DTO);
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> options = new HashMap<>();
    for (int i = 1; i + 1 < args.length; i += 2) {
      options.put(args[i], args[i + 1]);
    }
    Set<String> known = Set.of("-h", "-b", "-P", "-p", "-q");
    if (args.length % 2 == 0 || !known.containsAll(options.keySet())) {
      throw new IllegalArgumentException(
          "IA [-h HOST] [-b BYTES] [-P NAME] [-p PORT] [-q QUALIFIER]");
    }
    String host = options.get("-h");
    int port = Integer.parseInt(options.getOrDefault("-p", "15828"));
    long qualifier = Long.parseLong(options.getOrDefault("-q", "45248"));
    Dtest test =
        new Dtest(args[0], host != null, Integer.parseInt(options.getOrDefault("-b", "4096")));
    if (host == null) {
      test.serve(port, qualifier, options.getOrDefault("-P", args[0]));
    } else {
      test.connect(learn(host, port), qualifier);
    }
    test.announce(CompletionFlags.DEFAULT);
    test.learnMemory();
    test.write();
    test.read();
    test.pingPong();
    if (test.client) {
      test.ep.disconnect(CloseFlags.ABRUPT);
    }
    await(test.connection, EventNumber.CONNECTION_EVENT_DISCONNECTED);
    test.ia.close(CloseFlags.ABRUPT); // destroys everything created under it
    System.out.println("dtest of " + args[0] + ": passed");
  }

  /** The client learns over TCP where the server is, and in C what to open. */
  static InetAddress learn(String host, int port) throws Exception {
    byte[] told = null;
    for (long end = System.nanoTime() + LIMIT * 1000; told == null; ) {
      try (Socket socket = new Socket(host, port)) {
        told = socket.getInputStream().readNBytes(TOLD);
      } catch (ConnectException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.sleep(50);
      }
    }
    String[] fields = new String(told, StandardCharsets.US_ASCII).split(":", 5);
    // The bytes of the IPv4 address as a number of a little-endian machine.
    int address = Integer.reverseBytes(Integer.parseUnsignedInt(fields[3], 16));
    return InetAddress.getByAddress(ByteBuffer.allocate(4).putInt(address).array());
  }

  void serve(int port, long qualifier, String nameForClient) throws IOException {
    // The program in C listens after it has told the client: a fast one is refused there.
    ia.createPsp(qualifier, requests, PspFlags.CONSUMER);
    makeEndpoint();
    int address = Integer.reverseBytes(ByteBuffer.wrap(ia.address().getAddress()).getInt());
    String told = String.format("%04x:%08x:%08x:%08x:%s", 0, 0, 0, address, nameForClient);
    try (ServerSocket listener = new ServerSocket(port);
        Socket socket = listener.accept()) {
      byte[] line = told.getBytes(StandardCharsets.US_ASCII);
      socket.getOutputStream().write(Arrays.copyOf(line, TOLD));
    }
    Cr request = await(requests, EventNumber.CONNECTION_REQUEST_EVENT).cr();
    checkPrivateData(request.query().privateData(), 1);
    request.accept(ep, privateData(2));
    await(connection, EventNumber.CONNECTION_EVENT_ESTABLISHED);
  }

  void connect(InetAddress server, long qualifier) throws InterruptedException {
    long end = System.nanoTime() + LIMIT * 1000;
    while (true) {
      makeEndpoint();
      ep.connect(server, qualifier, LIMIT, privateData(1), Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
      DatEvent event = new DatEvent();
      check(connection.await(LIMIT, 1, event));
      if (event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
        checkPrivateData(event.privateData(), 2);
        return;
      }
      if (event.number() != EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED
          || System.nanoTime() > end) {
        throw new IllegalStateException("no connection: " + event);
      }
      ep.free(); // nobody listens yet: another endpoint with other receives
      while (received.dequeue(event) == DatReturn.SUCCESS) {}
      Thread.sleep(50);
    }
  }

  /** An endpoint with room for the announcements of the peer. */
  void makeEndpoint() {
    EpAttr attr =
        EpAttr.DEFAULT.toBuilder()
            .maxMessageSize(Math.max(SLOT, length))
            .maxRdmaSize(length)
            .maxRecvDtos(SLOTS + MESSAGES)
            .maxRequestDtos(SLOTS + READS + MESSAGES)
            .maxRecvIov(1)
            .maxRequestIov(1)
            .maxRdmaReadIov(1)
            .maxRdmaWriteIov(1)
            .maxRdmaReadIn(READS)
            .maxRdmaReadOut(READS)
            .build();
    ep = ia.createEp(pz, received, sent, connection, attr);
    for (int i = 0; i < SLOTS; i++) {
      long address = slotsLmr.registeredAddress() + SLOT * i;
      check(ep.postRecv(slotsLmr.lmrContext(), address, SLOT, i, CompletionFlags.DEFAULT));
    }
  }

  static byte[] privateData(int first) {
    byte[] data = new byte[48];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (first + i);
    }
    return data;
  }

  /** InfiniBand hands out a fixed length; what was given comes first. */
  static void checkPrivateData(byte[] data, int first) {
    if (!Arrays.equals(privateData(first), Arrays.copyOf(data, 48))) {
      throw new IllegalStateException("private data " + Arrays.toString(data));
    }
  }

  /** Tells the peer, in network order, where it may write and read; later just that one is done. */
  void announce(int flags) {
    check(ep.postSend(mineLmr.lmrContext(), mineLmr.registeredAddress(), SLOT, 0xaaaa, flags));
    if (flags == CompletionFlags.DEFAULT) {
      awaitTransfer(sent, 0xaaaa, SLOT);
    }
  }

  void learnMemory() {
    awaitTransfer(received, announced, SLOT);
    peerAddress = slots.getLong(SLOT * announced);
    int peerLength = slots.getInt(SLOT * announced + 8);
    peerContext = slots.getInt(SLOT * announced + 12);
    announced++;
    if (peerLength != length) {
      throw new IllegalStateException("the peer was started with -b " + peerLength);
    }
  }

  /** The client is through first: each side tells the other. */
  void takeTurns() {
    if (client) {
      announce(CompletionFlags.SUPPRESS);
      learnMemory();
    } else {
      learnMemory();
      announce(CompletionFlags.SUPPRESS);
    }
  }

  void write() {
    put(outbox, role(client) + " RDMA write data...");
    int context = outboxLmr.lmrContext();
    long address = outboxLmr.registeredAddress();
    for (int i = 0; i < WRITES; i++) {
      boolean seen = (i + 1) % SIGNAL == 0;
      int flags = seen ? CompletionFlags.DEFAULT : CompletionFlags.SUPPRESS;
      check(ep.postRdmaWrite(context, address, length, i, peerContext, peerAddress, flags));
      if (seen) {
        awaitTransfer(sent, i, length);
      }
    }
    takeTurns();
    System.out.println("written by the peer: " + text(inbox));
    if (!text(inbox).equals(role(!client) + " RDMA write data...")) {
      throw new IllegalStateException("the peer wrote '" + text(inbox) + "'");
    }
  }

  void read() {
    put(inbox, role(client) + " RDMA read data...");
    int context = outboxLmr.lmrContext();
    long address = outboxLmr.registeredAddress();
    for (int i = 0; i < READS; i++) {
      int flags = CompletionFlags.DEFAULT;
      check(ep.postRdmaRead(context, address, length, 0x9999, peerContext, peerAddress, flags));
      awaitTransfer(sent, 0x9999, length);
    }
    takeTurns();
    // Nobody waits until the peer has put it there: what we have written may be there still.
    String found = text(outbox);
    System.out.println("read from the peer: " + found);
    if (!found.equals(role(!client) + " RDMA read data...")
        && !found.equals(role(client) + " RDMA write data...")) {
      throw new IllegalStateException("read '" + found + "' from the peer");
    }
  }

  void pingPong() throws InterruptedException {
    for (int i = 0; i < MESSAGES; i++) {
      long address = inboxLmr.registeredAddress() + (long) length * i;
      check(ep.postRecv(inboxLmr.lmrContext(), address, length, i, CompletionFlags.DEFAULT));
    }
    Thread.sleep(1000); // dtest's way to know that the peer has posted its receives
    long start = System.nanoTime();
    for (int i = 0; i < MESSAGES; i++) {
      if (client) {
        message(i, 0x55);
      }
      awaitTransfer(received, i, length);
      if ((inbox.get(length * i) & 0xff) != (client ? 0xaa : 0x55)) {
        throw new IllegalStateException("message " + i + " begins with " + inbox.get(length * i));
      }
      if (!client) {
        message(i, 0xaa);
      }
    }
    System.out.printf("latency %.1f us%n", (System.nanoTime() - start) / 2000.0 / MESSAGES);
  }

  void message(int i, int first) {
    outbox.put(length * i, (byte) first);
    long address = outboxLmr.registeredAddress() + (long) length * i;
    check(ep.postSend(outboxLmr.lmrContext(), address, length, i, CompletionFlags.SUPPRESS));
  }

  static String role(boolean client) {
    return client ? "client" : "server";
  }

  static void put(ByteBuffer to, String text) {
    to.put(0, (text + '\0').getBytes(StandardCharsets.US_ASCII));
  }

  static String text(ByteBuffer from) {
    byte[] bytes = new byte[64];
    from.get(0, bytes);
    return new String(bytes, StandardCharsets.US_ASCII).split("\0", 2)[0];
  }

  static void awaitTransfer(Evd evd, long cookie, long length) {
    DatEvent event = await(evd, EventNumber.DTO_COMPLETION_EVENT);
    if (event.cookie() != cookie || event.transferredLength() != length) {
      throw new IllegalStateException("expected " + cookie + ", " + length + " bytes: " + event);
    }
  }

  static DatEvent await(Evd evd, EventNumber expected) {
    DatEvent event = new DatEvent();
    check(evd.await(LIMIT, 1, event));
    if (event.number() != expected
        || event.status() != null && event.status() != DtoStatus.SUCCESS) {
      throw new IllegalStateException("expected " + expected + " but came " + event);
    }
    return event;
  }

  static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }
}
