package org.dat4j.rsm.dat;

import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
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
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.dat.message.ConnectData;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCipher;
import org.dat4j.rsm.dat.message.MessageCodec;
import org.dat4j.rsm.dat.message.ProtocolViolationException;

/**
 * One end of a DAT connection that carries the requests and answers of RSM between two processes,
 * but no transfers. The client is the importing process and sends {@link Message.Hello} first. Each
 * side has at most {@link MessageCodec#MAX_REQUESTS} requests without an answer, so the posted
 * receives always suffice. A send buffer is free when it is used again: a request's with its
 * answer, an answer's with the next request of the same number.
 */
final class ControlConnection implements EndpointHandler {
  private static final System.Logger LOG = System.getLogger(ControlConnection.class.getName());

  /**
   * The number of posted receives: for the requests and answers of the peer, and one more of each.
   */
  private static final int RECEIVES = 2 * MessageCodec.MAX_REQUESTS + 2;

  private static final int SENDS = 2 * MessageCodec.MAX_REQUESTS;
  private static final int SIZE = MessageCodec.MAX_SIZE + MessageCipher.TAG;
  private static final int NONE = -1;

  /** The most importers in {@link #silent}, far more than end at the same time in one process. */
  private static final int MAX_SILENT = 4096;

  /** The event slots of a connection whose peer is not known. */
  private static final int FIRST_EVENTS = 8;

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

  private final LocalProcess process;
  private final boolean client;
  private final int peerNode;
  private final int slot;
  private final InetAddress from;
  private final byte[] request;
  private final SerialExecutor serial;
  private final Ep ep;
  private final Object sending = new Object();
  private final PendingRequests calls = new PendingRequests();
  private final AtomicInteger rebinds = new AtomicInteger();
  private final CountDownLatch setupDone = new CountDownLatch(1);
  private final Map<Long, DataPath> imports = new ConcurrentHashMap<>();
  private final Map<Long, ImporterConnection> importers = new ConcurrentHashMap<>();

  /**
   * Importers whose data connection has ended without a message that the import ended: that message
   * may still come.
   */
  private final Map<Long, ImporterConnection> silent = new ConcurrentHashMap<>();

  /** The messages that announced the end of an import and that the peer has not confirmed. */
  private final Set<PendingRequest> disconnects = ConcurrentHashMap.newKeySet();

  private MessageCipher cipher;

  /**
   * The buffers: null at a client that is not connected, small at a server that has received no
   * message.
   */
  private MessageBuffers messages;

  private PeerZone peerZone;
  private int counted;
  private volatile RsmException shortage;

  private volatile ConnectData.Control peer;
  private volatile Message.Hello hello;
  private volatile Message.Welcome flush;
  private boolean established;

  /**
   * The buffer of a message that came before the event that the connection is established, or NONE.
   */
  private int early = NONE;

  private int earlyLength;
  private volatile boolean ready;
  private volatile boolean ended;
  private boolean heard;
  private int silentTicks;
  private PendingRequest heartbeat;

  /**
   * Makes the end of a client, which connects.
   *
   * @param process the process that this end belongs to
   * @param peerNode node of the peer
   * @param slot slot number of the peer's process
   * @param request private data of the connection request
   */
  ControlConnection(LocalProcess process, int peerNode, int slot, byte[] request) {
    this(process, true, peerNode, slot, null, request);
  }

  /**
   * Makes the end of a server. Until the peer has introduced itself it has memory for one message.
   *
   * @param process the process that this end belongs to
   * @param peerNode node that the peer claims
   * @param from address of the peer
   * @param request private data of the connection request
   */
  ControlConnection(LocalProcess process, int peerNode, InetAddress from, byte[] request) {
    this(process, false, peerNode, LocalProcess.NO_SLOT, from, request);
    try {
      // The client's first message may arrive as soon as the connection is established.
      messages = new MessageBuffers(process, ep, 1, 1, SIZE);
      messages.open();
    } catch (RuntimeException | Error e) {
      free();
      throw e;
    }
  }

  private ControlConnection(
      LocalProcess process,
      boolean client,
      int peerNode,
      int slot,
      InetAddress from,
      byte[] request) {
    this.process = process;
    this.client = client;
    this.peerNode = peerNode;
    this.slot = slot;
    this.from = from;
    this.request = request;
    this.serial = process.createSerialExecutor();
    this.ep = process.adapter().control().createEp(SIZES);
    boolean made = false;
    try {
      process.adapter().reserveEvents(FIRST_EVENTS);
      counted = FIRST_EVENTS;
      made = true;
    } finally {
      if (!made) {
        process.free(ep);
      }
    }
  }

  /** Makes buffers for all messages of the peer, which is known now. */
  private void openMessages() {
    process.adapter().reserveEvents(EVENTS - FIRST_EVENTS);
    counted = EVENTS;
    MessageBuffers first = messages;
    messages = new MessageBuffers(process, ep, RECEIVES, SENDS, SIZE);
    if (first != null) {
      first.free();
    }
    messages.open();
  }

  private void free() {
    synchronized (sending) {
      process.free(ep);
      if (messages != null) {
        messages.free();
      }
      process.adapter().reserveEvents(-counted);
    }
    if (peerZone != null) {
      peerZone.release();
    }
  }

  /**
   * Returns the segments that the peer reaches in this process; null until it has introduced
   * itself.
   */
  PeerZone peerZone() {
    return peerZone;
  }

  /** Returns the peer's address; null for a client. */
  InetAddress from() {
    return from;
  }

  /**
   * Returns the reason why the connection cannot be used if this process has run out of a resource;
   * else null.
   */
  RsmException shortage() {
    return shortage;
  }

  /** Runs a task that may block, after the earlier tasks of this peer. */
  void later(Runnable task) {
    serial.add(task);
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

  /** Tells whether requests may be made. */
  boolean ready() {
    return ready;
  }

  /** Tells whether the connection has ended; another thread may still be freeing it. */
  boolean hasEnded() {
    return ended;
  }

  /** Counts a change of memory that is carried out later; returns false if there are too many. */
  boolean mayRebind() {
    return rebinds.incrementAndGet() <= MessageCodec.MAX_REQUESTS;
  }

  void rebound() {
    rebinds.decrementAndGet();
  }

  Message.Hello hello() {
    return hello;
  }

  /** Returns the memory of the peer that is read to flush writes. */
  Message.Welcome flush() {
    return flush;
  }

  /** Tells whether the peer's machine has the other byte order. */
  boolean swapped() {
    return peer.littleEndian() != ConnectData.ownOrder();
  }

  Map<Long, DataPath> imports() {
    return imports;
  }

  Map<Long, ImporterConnection> importers() {
    return importers;
  }

  /**
   * Remembers an importer whose data connection has ended, by a disconnect or the end of its
   * process.
   */
  void importerSilent(ImporterConnection importer) {
    if (silent.size() < MAX_SILENT) {
      silent.put(importer.token(), importer);
    }
    if (ended && silent.remove(importer.token(), importer)) {
      importer.lost();
    }
  }

  /** Ends an importer that has announced its disconnect. */
  void importerLeft(long token) {
    ImporterConnection importer = importers.get(token);
    if (importer == null) {
      importer = silent.remove(token);
    }
    if (importer != null) {
      importer.left();
    }
  }

  /**
   * Tells the peer that an import has disconnected, so that it does not count as one of a dead
   * process.
   */
  void announceDisconnect(long token, long millis) {
    PendingRequest word =
        new PendingRequest() {
          @Override
          void arrived(Message answer) {
            disconnects.remove(this);
          }
        };
    disconnects.add(word);
    if (!start(new Message.Disconnect(token), word, millis)) {
      disconnects.remove(word);
    }
  }

  /** Waits until the peer has confirmed the disconnects of all imports. */
  void awaitDisconnects(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (PendingRequest word : disconnects) {
      word.await(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }
  }

  MessageCipher cipher() {
    return cipher;
  }

  /** Sets the private data of the client, and of this side's accept, at a server. */
  void setPeer(ConnectData.Control theirs, byte[] answer) {
    peer = theirs;
    seal(answer);
  }

  private void seal(byte[] answer) {
    byte[] key = process.key();
    cipher = key == null ? null : new MessageCipher(key, request, answer, client);
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
      if (!(ConnectData.decode(privateData) instanceof ConnectData.Control theirs)
          || !theirs.accepted()
          || theirs.node() != peerNode) {
        throw new ProtocolViolationException(
            "the greeting of something else than node " + peerNode);
      }
      byte[] key = process.key();
      if (key != null
          && !MessageDigest.isEqual(
              MessageCipher.acceptProof(key, request, privateData), theirs.proof())) {
        throw new ProtocolViolationException("a greeting with a wrong proof of the secret");
      }
      peer = theirs;
      seal(privateData);
      synchronized (sending) {
        if (ended) {
          return;
        }
        openMessages();
      }
      Credentials own = process.identity();
      start(new Message.Hello(own.uid(), own.gid(), ProcessHandle.current().pid(), own.groups()));
    } catch (ProtocolViolationException e) {
      refuse(e);
    } catch (DatException e) {
      lacks(DatRsmFailures.adapter(this, "memory for messages", e));
    } catch (OutOfMemoryError e) {
      lacks(DatRsmFailures.shortage(this, e));
    }
  }

  /** Waits until requests may be made, or the connection has failed. */
  boolean awaitReady(long millis) throws InterruptedException {
    return setupDone.await(millis, TimeUnit.MILLISECONDS) && ready;
  }

  @Override
  public void completed(DatEvent event) {
    if (ended) {
      return;
    }
    if (event.status() != DtoStatus.SUCCESS) {
      // These are flushed requests of a connection whose end is reported by another event.
      return;
    }
    int index = (int) event.cookie();
    int length = (int) event.transferredLength();
    heard = true;
    if (established) {
      take(index, length);
    } else if (early == NONE) {
      // Event streams that share no EVD can overtake each other, and no answer may be sent yet.
      early = index;
      earlyLength = length;
    } else {
      refuse(new ProtocolViolationException("a second message before the first was answered"));
    }
  }

  private void take(int index, int length) {
    try {
      ByteBuffer message = messages.received(index, length);
      if (cipher != null) {
        cipher.open(message);
      }
      MessageCodec.Frame frame = MessageCodec.decode(message);
      if (client || hello != null) {
        messages.postReceive(index);
        received(frame);
      } else if (frame.message() instanceof Message.Hello first) {
        introduced(frame.request(), first);
      } else {
        throw new ProtocolViolationException("a request before the introduction");
      }
    } catch (ProtocolViolationException e) {
      refuse(e);
    }
  }

  /** Answers the first message of a peer, which shows that it knows the secret if there is one. */
  private void introduced(int number, Message.Hello first) {
    try {
      synchronized (sending) {
        if (ended) {
          return;
        }
        openMessages();
        peerZone = process.createPeerZone();
      }
    } catch (DatException e) {
      lacks(DatRsmFailures.adapter(this, "memory for messages", e));
      return;
    } catch (OutOfMemoryError e) {
      lacks(DatRsmFailures.shortage(this, e));
      return;
    }
    hello = first;
    reply(number, peerZone.welcome());
    ready = true;
    setupDone.countDown();
  }

  private void lacks(RsmException what) {
    shortage = what;
    process.warn(this + " ends its connection: " + what.getMessage());
    end();
  }

  @Override
  public void fail() {
    end();
  }

  private void refuse(ProtocolViolationException why) {
    process.warn(this + " ends its connection: " + why.getMessage());
    end();
  }

  private void received(MessageCodec.Frame frame) throws ProtocolViolationException {
    Message message = frame.message();
    if (message.reply()) {
      answered(frame.request(), message);
    } else if (client) {
      ExporterRequests.serve(this, frame.request(), message);
    } else if (message instanceof Message.Hello) {
      throw new ProtocolViolationException("a second introduction");
    } else {
      process.directory().serve(this, frame.request(), message);
    }
  }

  private void answered(int number, Message message) throws ProtocolViolationException {
    PendingRequest call = calls.take(number);
    if (call == null) {
      if (ended) {
        // Another thread has ended all requests.
        return;
      }
      throw new ProtocolViolationException("an answer to no request");
    }
    if (message instanceof Message.Welcome welcome) {
      if (!client || ready) {
        throw new ProtocolViolationException("a second welcome");
      }
      flush = welcome;
      ready = true;
      setupDone.countDown();
    }
    call.arrived(message);
    call.done(message);
  }

  /** Answers a request. */
  void reply(int number, Message message) {
    try {
      send(MessageCodec.MAX_REQUESTS + number, number, message);
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
      ByteBuffer bytes = messages.outgoing(buffer);
      MessageCodec.encode(bytes, number, message);
      if (cipher != null) {
        cipher.seal(bytes);
      }
      code = messages.send(buffer);
    }
    if (code != DatReturn.SUCCESS) {
      end();
    }
  }

  /**
   * Makes a request without waiting; returns null if the connection has ended, or if as many
   * requests wait for an answer as are allowed.
   */
  PendingRequest start(Message message) {
    PendingRequest call = new PendingRequest();
    return start(message, call) ? call : null;
  }

  /** Sends a request like the other method and passes the answer to a callback. */
  boolean start(Message message, PendingRequest call) {
    return calls.tryReserve() && begin(message, call) != null;
  }

  /**
   * Sends a request like the other method; waits at most this long for a number, without regard to
   * interrupts.
   */
  boolean start(Message message, PendingRequest call, long millis) {
    if (start(message, call)) {
      return true;
    }
    boolean interrupted = false;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      while (true) {
        try {
          long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
          return !ended && calls.reserve(left) && begin(message, call) != null;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Sends a request for which a number is reserved; returns null if the connection has ended. */
  private PendingRequest begin(Message message, PendingRequest call) {
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

  /** Makes a request and waits; returns null if no answer has come. */
  Message call(Message message, long millis) {
    PendingRequest call = new PendingRequest();
    return start(message, call, millis) ? call.await(millis) : null;
  }

  /** Sends a request like the other method; an interrupt of the thread ends the wait. */
  Message callInterruptibly(Message message, long millis) throws InterruptedException {
    PendingRequest call = new PendingRequest();
    return startInterruptibly(message, call, millis) ? call.await(millis, true) : null;
  }

  /** Sends a request like the other method; an interrupt of the thread ends the wait. */
  boolean startInterruptibly(Message message, PendingRequest call, long millis)
      throws InterruptedException {
    return calls.reserve(millis) && begin(message, call) != null;
  }

  @Override
  public void tick() {
    if (!ready) {
      silentTicks++;
      if (silentTicks > process.patienceTicks()) {
        end();
      }
      return;
    }
    silentTicks = heard ? 0 : silentTicks + 1;
    heard = false;
    importers.values().forEach(importer -> importer.signalSender().catchUp());
    if (silentTicks > process.silentTicks()) {
      LOG.log(
          Level.WARNING,
          "{0} ends its connection: the peer was silent for dat.silence, {1} ms",
          this,
          process.config().silenceMillis());
      end();
    } else if (calls.tick() > 2 * process.patienceTicks()) {
      LOG.log(
          Level.WARNING,
          "{0} ends its connection: the peer has left a request without an answer for {1} ms",
          this,
          2 * process.patienceMillis());
      end();
    } else if ((heartbeat == null || heartbeat.isDone()) && calls.tryReserve()) {
      heartbeat = begin(new Message.Heartbeat(), new PendingRequest());
    }
  }

  /** Ends the connection, with the imports and importers that depend on it. */
  void end() {
    if (gone()) {
      try {
        ep.disconnect(CloseFlags.ABRUPT);
      } catch (DatException notConnected) {
        // The free below does the same.
      } finally {
        release();
      }
    }
  }

  @Override
  public void ended(EventNumber how) {
    if (gone()) {
      release();
    }
  }

  /** Marks the connection as ended; returns false if it was before. */
  private boolean gone() {
    ready = false;
    ended = true;
    return calls.end();
  }

  private void release() {
    setupDone.countDown();
    process.forget(this);
    imports.values().forEach(DataPath::abort);
    importers.values().forEach(ImporterConnection::lost);
    // Not cleared: an importer that is added meanwhile is found and reported by the adding thread.
    silent.values().forEach(ImporterConnection::lost);
    free();
  }

  @Override
  public String toString() {
    Message.Hello who = hello;
    return "control connection "
        + (client ? "to" : "of")
        + " node "
        + peerNode
        + (client ? ", place " + slot : who == null ? "" : ", process " + who.pid())
        + (client ? ", imports: " + imports.size() : ", importers: " + importers.size());
  }
}
