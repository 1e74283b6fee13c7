import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.Consumer;
import org.dat4j.dat.*;

/**
 * The transaction test of uDAPL's test program dapltest, with validation of the data, and its
 * performance test of RDMA Writes, in both roles: it talks to the program in C, or to itself.
 *
 * <pre>
 * java Dapltest IA [-n QUALIFIER]
 * java Dapltest IA -s HOST [-n QUALIFIER] [-i ITERATIONS] [-t TESTS] OP...
 * java Dapltest IA -s HOST [-n QUALIFIER] [-i ITERATIONS] -p PIPELINE [-w SECONDS] RW BYTES
 * </pre>
 *
 * Without a host it is the server, like dapltest -T S. With one it runs the operations like
 * dapltest -T T -V, in as many TESTS as asked for, each on connections of its own; then it tells
 * the server to quit, like dapltest -T Q. An OP is WHO WHAT BYTES [SEGMENTS]: client or server;
 * SR (message), RR (RDMA Read) or RW (RDMA Write); length and number of the segments.
 *
 * <p>With a PIPELINE it does what dapltest -T P -m p does: polls for its completions, keeps that
 * many Writes under way, then does the same one by one for the latency, and leaves the server
 * running. Before, it writes for SECONDS (3) so that the loops are compiled when they are measured;
 * after each loop it reads the server's memory back and compares it.
 */
public class Dapltest {
  static final long LIMIT = 30_000_000; // microseconds
  static final int VERSION = 6;
  static final int TRANSACTION = 1;
  static final int PERFORMANCE = 2;
  static final int QUIT = 4;
  static final int COMMAND = 8192; // bytes of every message on the first connection
  static final int TABLE = 1200; // bytes of the message that tells where memory is
  static final int ENTRY = 12; // bytes of a line there: context, address
  static final int SYNC = 64; // bytes of a message that says: go, or done
  static final int OPS = 568; // where in a command the operations begin
  static final int OP = 20; // bytes of one
  static final int SHORT = 64; // bytes of a Write that only warms up
  static final int WARM_UP = 2000; // and how many of them make a loop
  static final int WARM_UP_LONG = 100; // and how many of the measured length
  static final int ALIGNMENT = 256; // of memory, as the C program has it
  static final int BARRIERS = 3; // operations that keep both sides apart while data is looked at
  static final String A_WRITE = "RW [1-9][0-9]*"; // what is measured
  static final String AN_OP = "(client|server) (SR|RR|RW) [0-9]+( [0-9]+)?";
  static final byte[] GREETING =
      "DAPL and RDMA rule! Test 4321.".getBytes(StandardCharsets.US_ASCII);

  enum Kind {
    RR,
    RW,
    SR
  }

  /** The operation of one side in every iteration, with the memory of this side for it. */
  record Op(boolean byServer, Kind kind, int bytes, int segments, Memory memory) {
    int length() {
      return bytes * segments;
    }
  }

  record Memory(ByteBuffer buffer, Lmr lmr) {
    LmrIov segments(int bytes, int count) {
      LmrIov iov = new LmrIov(count);
      for (int i = 0; i < count; i++) {
        iov.add(lmr.lmrContext(), lmr.registeredAddress() + (long) bytes * i, bytes);
      }
      return iov;
    }
  }

  final boolean server;
  final Ia ia;
  final Pz pz;
  final Evd requests;
  final InetAddress peer;

  Dapltest(String name, String host) throws Exception {
    server = host == null;
    peer = server ? null : InetAddress.getByName(host);
    ia = Dat.openIa(name);
    pz = ia.createPz();
    requests = ia.createEvd(8, null, EvdFlags.CR);
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> options = new HashMap<>();
    int i = 1;
    for (; i + 1 < args.length && args[i].startsWith("-"); i += 2) {
      options.put(args[i], args[i + 1]);
    }
    List<String[]> ops = new ArrayList<>();
    for (int end; i < args.length; i = end) {
      for (end = i + 1; end < args.length && !args[end].matches("client|server"); end++) {}
      ops.add(Arrays.copyOfRange(args, i, end));
    }
    String host = options.get("-s");
    boolean measures = options.containsKey("-p");
    String known = measures ? "-s -n -i -p -w" : "-s -n -i -t";
    String op = measures ? A_WRITE : AN_OP;
    if (args.length == 0
        || !List.of(known.split(" ")).containsAll(options.keySet())
        || ops.isEmpty() == (host != null)
        || measures && ops.size() != 1
        || !ops.stream().allMatch(words -> String.join(" ", words).matches(op))) {
      throw new IllegalArgumentException(
          "IA [-n QUALIFIER] [-s HOST [-i ITERATIONS] [-t TESTS] OP...]; an OP is "
              + AN_OP
              + "; or instead of TESTS and OPs -p PIPELINE [-w SECONDS] and "
              + A_WRITE);
    }
    long qualifier = Long.parseLong(options.getOrDefault("-n", "62000"));
    Dapltest test = new Dapltest(args[0], host);
    if (host == null) {
      test.serve(qualifier);
    } else if (measures) {
      int iterations = Integer.parseInt(options.getOrDefault("-i", "1000"));
      int pipeline = Integer.parseInt(options.get("-p"));
      double warmUp = Double.parseDouble(options.getOrDefault("-w", "3"));
      int bytes = Integer.parseInt(ops.get(0)[1]);
      demand(iterations > 0 && pipeline > 0, "-i and -p take 1 or more");
      int port = test.ask(qualifier, PERFORMANCE, measurement(iterations, pipeline, bytes));
      test.measure(port, bytes, iterations, Math.min(pipeline, iterations), warmUp);
    } else {
      int tests = Integer.parseInt(options.getOrDefault("-t", "1"));
      int iterations = Integer.parseInt(options.getOrDefault("-i", "10"));
      for (int t = 0; t < tests; t++) {
        ByteBuffer command = command(iterations, ops);
        int port = test.ask(qualifier, TRANSACTION, command);
        test.transact(link -> link.connect(port, GREETING), iterations, test.parse(command));
        System.out.println("test " + (t + 1) + " of " + tests + ": passed");
      }
      test.ask(qualifier, QUIT, buffer(COMMAND));
    }
    test.ia.close(CloseFlags.ABRUPT); // destroys everything created under it
    System.out.println("dapltest of " + args[0] + ": passed");
  }

  /** A command as the client in C writes it with -V, which adds the barriers. */
  static ByteBuffer command(int iterations, List<String[]> ops) {
    List<String[]> all = new ArrayList<>(ops);
    for (String who : List.of("server", "client", "server")) {
      all.add(new String[] {who, "SR", "4096"});
    }
    ByteBuffer command = buffer(COMMAND);
    command.putInt(0, VERSION).putInt(4, 1).putInt(264, iterations);
    command.putInt(268, 1).putInt(272, 1).putInt(288, 1); // threads, endpoints, validation
    command.putInt(564, all.size());
    for (int i = 0; i < all.size(); i++) {
      String[] op = all.get(i);
      int at = OPS + OP * i;
      command.putInt(at, op[0].equals("server") ? 1 : 0);
      command.putInt(at + 4, Kind.valueOf(op[1]).ordinal());
      command.putInt(at + 8, op.length > 3 ? Integer.parseInt(op[3]) : 1);
      command.putInt(at + 12, Integer.parseInt(op[2]));
    }
    return command;
  }

  /** A command as the client in C writes it with -T P -m p. */
  static ByteBuffer measurement(int iterations, int pipeline, int bytes) {
    ByteBuffer command = buffer(COMMAND);
    command.putInt(0, VERSION).putInt(4, 1).putInt(528, 1); // polling
    command.putInt(532, iterations).putInt(536, pipeline);
    command.putInt(540, Kind.RW.ordinal()).putInt(544, bytes).putInt(548, 1); // one segment
    return command;
  }

  List<Op> parse(ByteBuffer command) {
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < command.getInt(564); i++) {
      int at = OPS + OP * i;
      int segments = command.getInt(at + 8);
      int bytes = command.getInt(at + 12);
      Memory memory = memory(bytes * segments);
      Kind kind = Kind.values()[command.getInt(at + 4)];
      ops.add(new Op(command.getInt(at) != 0, kind, bytes, segments, memory));
    }
    return ops;
  }

  /** The client's side of the first connection: says what it wants, learns where to go for it. */
  int ask(long qualifier, int test, ByteBuffer command) {
    Link link = new Link(2, COMMAND);
    Memory info = memory(COMMAND);
    Memory order = memory(COMMAND);
    Memory answer = memory(COMMAND);
    link.receive(answer, COMMAND, 1);
    link.connect(qualifier, null);
    info.buffer().putInt(0, VERSION).putInt(4, 1).putInt(8, test);
    info.buffer().putInt(12, test == QUIT ? 0 : 1); // threads in all
    order.buffer().put(0, command, 0, COMMAND);
    link.send(info, COMMAND);
    link.send(order, COMMAND);
    link.received(COMMAND);
    checkVersion(answer.buffer());
    link.end(info, order, answer);
    return answer.buffer().getInt(8);
  }

  void serve(long qualifier) {
    ia.createPsp(qualifier, requests, PspFlags.CONSUMER);
    System.out.println("service point ready");
    while (true) {
      Link link = new Link(2, COMMAND);
      Memory info = memory(COMMAND);
      Memory order = memory(COMMAND);
      Memory answer = memory(COMMAND);
      link.receive(info, COMMAND, 1);
      link.receive(order, COMMAND, 1);
      link.accept(requests, DatConstants.TIMEOUT_INFINITE, new byte[0]);
      link.received(COMMAND);
      link.received(COMMAND);
      checkVersion(info.buffer());
      answer.buffer().putInt(0, VERSION).putInt(4, 1);
      if (info.buffer().getInt(8) == QUIT) {
        link.send(answer, COMMAND);
        link.end(info, order, answer);
        return;
      }
      ByteBuffer command = order.buffer();
      boolean measured = info.buffer().getInt(8) == PERFORMANCE;
      demand(
          measured || info.buffer().getInt(8) == TRANSACTION,
          "asked for another test than -T T and -T P");
      demand(info.buffer().getInt(12) == 1, "asked for several threads or endpoints (-t, -w)");
      demand(measured || command.getInt(288) != 0, "asked for no validation (-V)");
      Evd arrivals = ia.createEvd(8, null, EvdFlags.CR);
      Psp psp = ia.createPspAny(arrivals, PspFlags.CONSUMER);
      answer.buffer().putInt(8, (int) psp.connQual());
      link.send(answer, COMMAND);
      link.end(info, order, answer);
      if (measured) {
        lend(arrivals, command.getInt(544) * command.getInt(548));
      } else {
        int iterations = command.getInt(264);
        transact(l -> l.accept(arrivals, LIMIT, GREETING), iterations, parse(command));
      }
      System.out.println("test on " + psp.connQual() + ": passed");
      psp.free();
      arrivals.free();
    }
  }

  /** The test itself, on a connection of its own. */
  void transact(Consumer<Link> connect, int iterations, List<Op> ops) {
    int longest = ops.stream().mapToInt(Op::length).max().orElse(0);
    Link link = new Link(ops.size() + BARRIERS, Math.max(TABLE, longest));
    Memory mine = memory(TABLE);
    Memory theirs = memory(TABLE);
    Memory sync = memory(SYNC);
    link.receive(theirs, TABLE, 1);
    link.receive(sync, SYNC, 1);
    connect.accept(link);
    for (int i = 0; i < ops.size(); i++) {
      Op op = ops.get(i);
      if (!ours(op) && op.kind() != Kind.SR) {
        mine.buffer().putInt(ENTRY * i, op.memory().lmr().rmrContext());
        mine.buffer().putLong(ENTRY * i + 4, op.memory().lmr().registeredAddress());
      }
    }
    takeTurns(link, mine, TABLE, true); // on iWARP the one that connects sends first
    for (Op op : ops) {
      if (!ours(op) && op.kind() == Kind.SR) {
        link.receive(op.memory(), op.bytes(), op.segments());
      }
    }
    fill(ops, 0);
    takeTurns(link, sync, SYNC, false);
    for (int iteration = 0; iteration < iterations; iteration++) {
      boolean last = iteration + 1 == iterations;
      if (last) {
        link.receive(sync, SYNC, 1); // for the last word
      }
      for (int i = 0; i < ops.size(); i++) {
        Op op = ops.get(i);
        if (ours(op)) {
          int at = ENTRY * i;
          link.transfer(op, theirs.buffer().getInt(at), theirs.buffer().getLong(at + 4));
        } else if (op.kind() == Kind.SR) {
          link.received(op.length());
          if (!last) {
            link.receive(op.memory(), op.bytes(), op.segments());
          }
        }
        // The first barrier says that the server is through, the second that the client is.
        if (i == ops.size() - (server ? BARRIERS - 1 : BARRIERS)) {
          verify(ops, iteration);
          fill(ops, iteration + 1);
        }
      }
    }
    takeTurns(link, sync, SYNC, false);
    link.end(mine, theirs, sync);
    for (Op op : ops) {
      op.memory().lmr().free();
    }
  }

  /** The server's side of the performance test: lends memory until the client is through. */
  void lend(Evd arrivals, int bytes) {
    Link link = new Link(2, Math.max(ENTRY, bytes));
    Memory place = memory(ENTRY);
    Memory lent = memory(bytes);
    place.buffer().putInt(0, lent.lmr().rmrContext());
    place.buffer().putLong(4, lent.lmr().registeredAddress());
    link.receive(place, ENTRY, 1);
    link.accept(arrivals, LIMIT, new byte[0]);
    link.send(place, ENTRY);
    awaitTransfer(link.received, ENTRY, DatConstants.TIMEOUT_INFINITE);
    link.end(place, lent);
  }

  /** The client's side of it. */
  void measure(int port, int bytes, int iterations, int pipeline, double warmUp) {
    Link link = new Link(Math.max(2, pipeline), Math.max(ENTRY, bytes));
    Memory place = memory(ENTRY);
    Memory data = memory(bytes);
    Memory copy = memory(bytes);
    link.receive(place, ENTRY, 1);
    link.connect(port, null);
    link.received(ENTRY);
    Target target =
        new Target(link, data, copy, place.buffer().getInt(0), place.buffer().getLong(4));
    // The compiler counts calls, and short Writes make more of them; but only long ones are still
    // under way when their queue is polled, and compiled code that has never met an empty queue is
    // thrown away at the first.
    for (double spent = 0; spent < warmUp; ) {
      spent += target.written(Math.min(bytes, SHORT), WARM_UP, pipeline);
      spent += target.written(Math.min(bytes, SHORT), WARM_UP, 1);
      spent += target.written(bytes, WARM_UP_LONG, pipeline);
    }
    double all = target.written(bytes, iterations, pipeline);
    double singly = target.written(bytes, iterations, 1);
    link.send(place, ENTRY);
    link.end(place, data, copy);
    double rate = iterations / all;
    // The line of dapltest: its sixth field is the use of the processors, its last two are missing.
    System.out.printf(
        Locale.ROOT,
        "raw: RW, %d, %d, 1, %d, -, %.2f, %.2f, %.2f%n",
        iterations,
        bytes,
        pipeline,
        rate,
        rate * bytes / (1 << 20),
        1e6 * singly / iterations);
  }

  /** The memory that the client writes from and to, and that into which it reads back. */
  static class Target {
    final Link link;
    final Memory data;
    final Memory copy;
    final int context;
    final long address;
    int loops;

    Target(Link link, Memory data, Memory copy, int context, long address) {
      this.link = link;
      this.data = data;
      this.copy = copy;
      this.context = context;
      this.address = address;
    }

    /** Writes data of this loop again and again, then reads it back; the seconds without that. */
    double written(int bytes, int iterations, int pipeline) {
      loops++;
      for (int i = 0; i < bytes; i++) {
        data.buffer().put(i, (byte) (loops + 31 * i));
        copy.buffer().put(i, (byte) ~(loops + 31 * i));
      }
      long began = System.nanoTime();
      write(bytes, iterations, pipeline);
      double seconds = (System.nanoTime() - began) / 1e9;
      link.transfer(new Op(false, Kind.RR, bytes, 1, copy), context, address);
      if (!copy.buffer().slice(0, bytes).equals(data.buffer().slice(0, bytes))) {
        throw new IllegalStateException("what was written in loop " + loops + " is not there");
      }
      return seconds;
    }

    /** What is measured: a number of Writes, some at a time, and nothing else. */
    void write(int bytes, int iterations, int pipeline) {
      Ep ep = link.ep;
      Evd sent = link.sent;
      DatEvent event = new DatEvent();
      int local = data.lmr().lmrContext();
      long start = data.lmr().registeredAddress();
      int flags = CompletionFlags.DEFAULT;
      int posted = 0;
      for (int done = 0; done < iterations; done++) {
        for (; posted < iterations && posted - done < pipeline; posted++) {
          check(ep.postRdmaWrite(local, start, bytes, posted, context, address, flags));
        }
        int outcome;
        do {
          outcome = sent.dequeue(event);
        } while (outcome == DatReturn.QUEUE_EMPTY);
        check(outcome);
        if (event.status() != DtoStatus.SUCCESS || event.cookie() != done) {
          throw new IllegalStateException("expected Write " + done + " to end, but came " + event);
        }
      }
    }
  }

  boolean ours(Op op) {
    return op.byServer() == server;
  }

  void takeTurns(Link link, Memory out, int length, boolean clientFirst) {
    if (server == clientFirst) {
      link.received(length);
      link.send(out, length);
    } else {
      link.send(out, length);
      link.received(length);
    }
  }

  /** Whether data leaves this side's memory; else it arrives there. */
  boolean leaves(Op op) {
    return ours(op) != (op.kind() == Kind.RR);
  }

  void fill(List<Op> ops, int iteration) {
    for (Op op : ops.subList(0, ops.size() - BARRIERS)) {
      for (int i = 0; leaves(op) && i < op.length(); i++) {
        op.memory().buffer().put(i, (byte) (iteration + 1));
      }
    }
  }

  void verify(List<Op> ops, int iteration) {
    for (Op op : ops.subList(0, ops.size() - BARRIERS)) {
      for (int i = 0; !leaves(op) && i < op.length(); i++) {
        byte found = op.memory().buffer().get(i);
        if (found != (byte) (iteration + 1)) {
          throw new IllegalStateException(
              "iteration " + iteration + ", " + op + ": byte " + i + " is " + found);
        }
      }
    }
  }

  Memory memory(int length) {
    ByteBuffer buffer = buffer(length);
    return new Memory(buffer, ia.createLmr(buffer, pz, MemPriv.ALL));
  }

  /** dapltest writes its numbers in the order of its processor, and says which that is. */
  static ByteBuffer buffer(int length) {
    ByteBuffer roomy = ByteBuffer.allocateDirect(length + ALIGNMENT);
    int skip = -roomy.alignmentOffset(0, ALIGNMENT) & ALIGNMENT - 1;
    return roomy.slice(skip, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A connection with EVDs of its own. */
  class Link {
    final Evd connection = ia.createEvd(8, null, EvdFlags.CONNECTION);
    final Evd sent;
    final Evd received;
    final Ep ep;

    Link(int depth, int longest) {
      sent = ia.createEvd(depth, null, EvdFlags.DTO);
      received = ia.createEvd(depth, null, EvdFlags.DTO);
      int readIov = ia.query().iaAttr().maxIovSegmentsPerRdmaRead(); // siw has one
      EpAttr attr =
          EpAttr.DEFAULT.toBuilder()
              .maxMessageSize(longest)
              .maxRdmaSize(longest)
              .maxRecvDtos(depth)
              .maxRequestDtos(depth)
              .maxRdmaReadIov(Math.min(readIov, EpAttr.DEFAULT.maxRdmaReadIov()))
              .build();
      ep = ia.createEp(pz, received, sent, connection, attr);
    }

    void connect(long qualifier, byte[] privateData) {
      ep.connect(peer, qualifier, LIMIT, privateData, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
      await(connection, LIMIT, EventNumber.CONNECTION_EVENT_ESTABLISHED);
    }

    void accept(Evd arrivals, long limit, byte[] greeting) {
      Cr request = await(arrivals, limit, EventNumber.CONNECTION_REQUEST_EVENT).cr();
      byte[] data = request.query().privateData();
      // InfiniBand hands out a fixed length; what was given comes first.
      if (!Arrays.equals(greeting, Arrays.copyOf(data, greeting.length))) {
        throw new IllegalStateException("private data " + Arrays.toString(data));
      }
      request.accept(ep, null);
      await(connection, LIMIT, EventNumber.CONNECTION_EVENT_ESTABLISHED);
    }

    void receive(Memory into, int bytes, int segments) {
      check(ep.postRecv(into.segments(bytes, segments), 0, CompletionFlags.DEFAULT));
    }

    void received(long length) {
      awaitTransfer(received, length, LIMIT);
    }

    void send(Memory from, int bytes) {
      check(ep.postSend(from.segments(bytes, 1), 0, CompletionFlags.DEFAULT));
      awaitTransfer(sent, bytes, LIMIT);
    }

    /** What this side does, to the end; context and address are of the peer's memory for it. */
    void transfer(Op op, int context, long address) {
      LmrIov iov = op.memory().segments(op.bytes(), op.segments());
      int flags = CompletionFlags.DEFAULT;
      switch (op.kind()) {
        case SR -> check(ep.postSend(iov, 0, flags));
        case RW -> check(ep.postRdmaWrite(iov, 0, context, address, op.length(), flags));
        case RR -> check(ep.postRdmaRead(iov, 0, context, address, op.length(), flags));
      }
      awaitTransfer(sent, op.length(), LIMIT);
    }

    /** The server disconnects: the last message of the client has arrived then. */
    void end(Memory... used) {
      if (server) {
        ep.disconnect(CloseFlags.GRACEFUL);
      }
      await(connection, LIMIT, EventNumber.CONNECTION_EVENT_DISCONNECTED);
      ep.free();
      for (Evd evd : List.of(connection, sent, received)) {
        evd.free();
      }
      for (Memory memory : used) {
        memory.lmr().free();
      }
    }
  }

  static void awaitTransfer(Evd evd, long length, long limit) {
    DatEvent event = await(evd, limit, EventNumber.DTO_COMPLETION_EVENT);
    if (event.transferredLength() != length) {
      throw new IllegalStateException("expected " + length + " bytes: " + event);
    }
  }

  static DatEvent await(Evd evd, long limit, EventNumber expected) {
    DatEvent event = new DatEvent();
    check(evd.await(limit, 1, event));
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

  /** Both speak version 6 with little-endian numbers. */
  static void checkVersion(ByteBuffer told) {
    demand(told.getInt(0) == VERSION, "the peer has version " + told.getInt(0));
    demand(told.getInt(4) == 1, "the peer's numbers are big-endian");
  }

  static void demand(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
