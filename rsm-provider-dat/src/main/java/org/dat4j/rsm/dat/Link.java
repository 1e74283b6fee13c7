package org.dat4j.rsm.dat;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;

/**
 * One end of a control connection. The client is the importing process and says {@link
 * Message.Hello} first. Either side has at most {@link Codec#MAX_REQUESTS} requests without an
 * answer, so the posted receives always suffice, and buffers of sends are free when they are used
 * again: that of a request with its answer, that of an answer with the next request of its number.
 */
final class Link implements Endpoint {
  private static final System.Logger LOG = System.getLogger(Link.class.getName());

  /** Requests and answers of the peer, and one of each more. */
  private static final int RECEIVES = 2 * Codec.MAX_REQUESTS + 2;

  private static final int SENDS = 2 * Codec.MAX_REQUESTS;
  private static final int SIZE = Codec.MAX_SIZE + Sealer.TAG;
  private static final int NONE = -1;
  private static final int EVENTS = RECEIVES + SENDS + 8;

  static final EpAttr SIZES =
      EpAttr.DEFAULT.toBuilder()
          .maxMessageSize(SIZE)
          .maxRecvDtos(RECEIVES)
          .maxRequestDtos(SENDS + 4)
          .maxRecvIov(1)
          .maxRequestIov(1)
          .maxRdmaReadIn(1)
          .maxRdmaReadOut(1)
          .build();

  private final Engine engine;
  private final boolean client;
  private final int peerNode;
  private final int slot;
  private final byte[] request;
  private final Ep ep;
  private final Object sending = new Object();
  private final Calls calls = new Calls();
  private final AtomicInteger rebinds = new AtomicInteger();
  private final CountDownLatch settled = new CountDownLatch(1);
  private final Map<Long, DataPath> imports = new ConcurrentHashMap<>();
  private final Map<Long, Importer> importers = new ConcurrentHashMap<>();
  private Sealer sealer;

  /** Null at a client whose connection does not stand: most of those never will. */
  private Mailbox mail;

  private volatile Greeting.Control peer;
  private volatile Message.Hello hello;
  private volatile Message.Welcome flush;
  private boolean established;

  /** A message that has come before the word that the connection stands, or NONE. */
  private int early = NONE;

  private int earlyLength;
  private volatile boolean ready;
  private volatile boolean ended;
  private boolean heard;
  private int silentTicks;
  private Call beat;

  /**
   * Makes an end.
   *
   * @param engine whose it is
   * @param client whether this process connects
   * @param peerNode node of the peer: the one looked for, or the one it claims
   * @param slot of the peer's process, for a client
   * @param request private data of the connection request
   */
  Link(Engine engine, boolean client, int peerNode, int slot, byte[] request) {
    this.engine = engine;
    this.client = client;
    this.peerNode = peerNode;
    this.slot = slot;
    this.request = request;
    Adapter adapter = engine.adapter();
    adapter.expect(EVENTS);
    this.ep = adapter.createEp(SIZES);
    if (!client) {
      // The client's first message may be there as soon as the connection is.
      try {
        openMail();
      } catch (RuntimeException e) {
        free();
        throw e;
      }
    }
  }

  private void openMail() {
    mail = new Mailbox(engine, ep, RECEIVES, SENDS, SIZE);
    mail.open();
  }

  private void free() {
    synchronized (sending) {
      engine.free(ep);
      if (mail != null) {
        mail.free();
      }
    }
    engine.adapter().expect(-EVENTS);
  }

  Ep ep() {
    return ep;
  }

  int peerNode() {
    return peerNode;
  }

  int slot() {
    return slot;
  }

  boolean client() {
    return client;
  }

  /** Whether requests may be made. */
  boolean ready() {
    return ready;
  }

  /** Counts a change of memory that is carried out later; false if there are too many. */
  boolean mayRebind() {
    return rebinds.incrementAndGet() <= Codec.MAX_REQUESTS;
  }

  void rebound() {
    rebinds.decrementAndGet();
  }

  Message.Hello hello() {
    return hello;
  }

  /** Memory of the peer that may be read. */
  Message.Welcome flush() {
    return flush;
  }

  /** Whether the peer's machine has the other byte order. */
  boolean swapped() {
    return peer.littleEndian() != Greeting.ownOrder();
  }

  Map<Long, DataPath> imports() {
    return imports;
  }

  Map<Long, Importer> importers() {
    return importers;
  }

  Sealer sealer() {
    return sealer;
  }

  /** The server's side: the greeting of the client is known, that of this side goes out. */
  void greeted(Greeting.Control theirs, byte[] answer) {
    peer = theirs;
    seal(answer);
  }

  private void seal(byte[] answer) {
    byte[] secret = engine.config().secret();
    sealer = secret == null ? null : new Sealer(secret, request, answer, client);
  }

  @Override
  public void established(byte[] privateData) {
    established = true;
    if (!client) {
      if (early != NONE && !ended) {
        take(early, earlyLength);
      }
      return;
    }
    try {
      if (!(Greeting.decode(privateData) instanceof Greeting.Control theirs)
          || !theirs.accepted()
          || theirs.node() != peerNode) {
        throw new MalformedException("the greeting of something else than node " + peerNode);
      }
      peer = theirs;
      seal(privateData);
      synchronized (sending) {
        if (ended) {
          return;
        }
        openMail();
      }
      Identity own = engine.identity();
      calls.reserve();
      send(
          calls.add(new Call()),
          new Message.Hello(own.uid(), own.gid(), ProcessHandle.current().pid(), own.groups()));
    } catch (MalformedException e) {
      refuse(e);
    } catch (DatException | IllegalStateException shortage) {
      LOG.log(Level.WARNING, "{0} cannot be used: {1}", this, shortage.getMessage());
      end();
    }
  }

  /** Waits until requests may be made or never will. */
  boolean awaitReady(long millis) throws InterruptedException {
    return settled.await(millis, TimeUnit.MILLISECONDS) && ready;
  }

  @Override
  public void completed(DatEvent event) {
    if (ended) {
      return;
    }
    if (event.status() != DtoStatus.SUCCESS) {
      // Flushes of a connection whose end is reported apart.
      return;
    }
    int index = (int) event.cookie();
    int length = (int) event.transferredLength();
    heard = true;
    if (established) {
      take(index, length);
    } else if (early == NONE) {
      // Streams that share no dispatcher overtake each other, and nothing may be answered yet.
      early = index;
      earlyLength = length;
    } else {
      refuse(new MalformedException("a second message before the first was answered"));
    }
  }

  private void take(int index, int length) {
    try {
      ByteBuffer message = mail.received(index, length);
      if (sealer != null) {
        sealer.open(message);
      }
      Codec.Frame frame = Codec.decode(message);
      mail.expect(index);
      received(frame);
    } catch (MalformedException e) {
      refuse(e);
    }
  }

  private void refuse(MalformedException why) {
    LOG.log(Level.WARNING, "{0} ends its connection: {1}", this, why.getMessage());
    end();
  }

  private void received(Codec.Frame frame) throws MalformedException {
    Message message = frame.message();
    if (message.reply()) {
      answered(frame.request(), message);
    } else if (client) {
      Importing.serve(engine, this, frame.request(), message);
    } else if (message instanceof Message.Hello first) {
      if (hello != null) {
        throw new MalformedException("a second introduction");
      }
      hello = first;
      reply(frame.request(), engine.flushRegion());
      ready = true;
      settled.countDown();
    } else if (hello == null) {
      throw new MalformedException("a request before the introduction");
    } else {
      engine.directory().serve(this, frame.request(), message);
    }
  }

  private void answered(int number, Message message) throws MalformedException {
    Call call = calls.take(number);
    if (call == null) {
      if (ended) {
        // By another thread, which has given up all requests.
        return;
      }
      throw new MalformedException("an answer to no request");
    }
    if (message instanceof Message.Welcome welcome) {
      if (!client || ready) {
        throw new MalformedException("a second welcome");
      }
      flush = welcome;
      ready = true;
      settled.countDown();
    }
    call.arrived(message);
    call.done(message);
  }

  /** Answers a request. */
  void reply(int number, Message message) {
    try {
      send(Codec.MAX_REQUESTS + number, number, message);
    } catch (DatException broken) {
      end();
    }
  }

  private void send(int number, Message message) {
    send(number, number, message);
  }

  private void send(int buffer, int number, Message message) {
    int code;
    synchronized (sending) {
      if (ended) {
        return;
      }
      ByteBuffer octets = mail.outgoing(buffer);
      Codec.encode(octets, number, message);
      if (sealer != null) {
        sealer.seal(octets);
      }
      code = mail.send(buffer);
    }
    if (code != DatReturn.SUCCESS) {
      end();
    }
  }

  /** Makes a request without waiting; null if the connection has ended. */
  Call start(Message message) {
    calls.reserve();
    return begin(message, new Call());
  }

  /** Makes a request, a number for which is reserved; null if the link has ended. */
  private Call begin(Message message, Call call) {
    int number = calls.add(call);
    if (number < 0) {
      return null;
    }
    try {
      send(number, message);
    } catch (DatException broken) {
      end();
    }
    return call;
  }

  /** Makes a request and waits; null if no answer has come. */
  Message call(Message message, long millis) {
    Call call = start(message);
    return call == null ? null : call.await(millis);
  }

  /** As the other, and an interrupt of the thread ends the wait. */
  Message callInterruptibly(Message message, long millis) throws InterruptedException {
    calls.reserveInterruptibly();
    Call call = begin(message, new Call());
    return call == null ? null : call.await(millis, true);
  }

  /** As the other, with a call that does something with the answer; false if the link has ended. */
  boolean start(Message message, Call call) {
    calls.reserve();
    return begin(message, call) != null;
  }

  @Override
  public void tick() {
    if (!ready) {
      silentTicks++;
      if (silentTicks > engine.patienceTicks()) {
        end();
      }
      return;
    }
    silentTicks = heard ? 0 : silentTicks + 1;
    heard = false;
    if (silentTicks > engine.silentTicks()) {
      LOG.log(Level.WARNING, "{0} ends its connection: the peer is silent", this);
      end();
    } else if ((beat == null || beat.isDone()) && calls.tryReserve()) {
      beat = begin(new Message.Beat(), new Call());
    }
  }

  /** Ends the connection; what depends on it ends now. */
  void end() {
    if (gone()) {
      try {
        ep.disconnect(CloseFlags.ABRUPT);
      } catch (DatException notConnected) {
        // The free does the same.
      }
      release();
    }
  }

  @Override
  public void ended(EventNumber how) {
    if (gone()) {
      release();
    }
  }

  /** Marks it as ended; false if it was before. */
  private boolean gone() {
    ready = false;
    ended = true;
    return calls.end();
  }

  private void release() {
    settled.countDown();
    engine.forget(this);
    imports.values().forEach(DataPath::abort);
    importers.values().forEach(Importer::lost);
    free();
  }

  @Override
  public String toString() {
    return "control connection " + (client ? "to" : "of") + " node " + peerNode;
  }
}
