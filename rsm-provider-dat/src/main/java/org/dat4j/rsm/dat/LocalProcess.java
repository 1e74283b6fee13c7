package org.dat4j.rsm.dat;

import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.dat4j.dat.Cr;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.Psp;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.ConnectData;
import org.dat4j.rsm.dat.message.MessageCipher;
import org.dat4j.rsm.dat.message.ProtocolViolationException;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * This process as a member of a node of RSM over DAT: an open adapter, its service point, and its
 * event thread. Its controller and segments count as users; the last one closes it.
 */
final class LocalProcess {
  /** The open instances in this JVM, for snapshots of the topology. */
  static final Set<LocalProcess> OPEN = ConcurrentHashMap.newKeySet();

  /** The instances in this JVM without users that have not given back their place yet. */
  private static final Set<LocalProcess> CLOSING = ConcurrentHashMap.newKeySet();

  /** The slot number of a process that only makes requests and does not listen. */
  static final int NO_SLOT = -1;

  /**
   * The first port that a Linux system gives to users without privileges, unless it is set
   * otherwise.
   */
  private static final int PRIVILEGED_END = 1024;

  private static final System.Logger LOG = System.getLogger(LocalProcess.class.getName());
  private static final String OPENING = "Rsm.getController";
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TICKS_OF_SILENCE = 12;
  private static final long PATIENCE_MILLIS = 5000;
  private static final long DISCONNECTS_MILLIS = 300;
  private static final int MAX_LINKS = 2048;

  /**
   * The most connections whose peer has not introduced itself, each of which holds memory for some
   * seconds.
   */
  private static final int MAX_STRANGERS = 256;

  /** Most connections of one address, so that others are admitted too. */
  private static final int MAX_STRANGERS_OF_ADDRESS = 64;

  private static final int FLUSH_SIZE = 64;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final String name;
  private final DatRsmSettings config;
  private final Adapter adapter;
  private final Credentials identity = Credentials.own();
  private final byte[] key;
  private final ByteBuffer flushed = ByteBuffer.allocateDirect(FLUSH_SIZE);
  private final RateLimitedWarnings warnings = new RateLimitedWarnings(LOG);
  private final RateLimitedWarnings refusals = new RateLimitedWarnings(LOG);
  private final Psp psp;
  private final int slot;
  private final Map<Ep, EndpointHandler> endpoints = new ConcurrentHashMap<>();
  private final Map<Long, ImporterConnection> expected = new ConcurrentHashMap<>();

  /** Made in advance: a tick allocates nothing. */
  private final Consumer<EndpointHandler> ticking = this::tick;

  private final Map<Long, ImporterRmr> binds = new ConcurrentHashMap<>();
  private final ExportDirectory directory = new ExportDirectory(this);
  private final ControlConnections connections = new ControlConnections(this);
  private final BounceBufferPool bounces;
  private final ExecutorService worker;
  private final Thread eventThread;

  /**
   * The event object of the event thread; made before it starts, when a shortage of memory can
   * still be reported.
   */
  private final DatEvent event = new DatEvent();

  private final long tickMicros;
  private final CountDownLatch closeDone = new CountDownLatch(1);
  private int references = 1;
  private volatile boolean closed;

  /**
   * Opens the adapter and starts the event thread.
   *
   * @param name name of the adapter
   * @param config settings
   * @param listens whether the process takes a place on its node
   */
  LocalProcess(String name, DatRsmSettings config, boolean listens) {
    this.name = name;
    this.config = config;
    this.adapter = new Adapter(name, config.merged());
    this.tickMicros = TimeUnit.MILLISECONDS.toMicros(config.silenceMillis()) / TICKS_OF_SILENCE;
    try {
      checkSecret();
      key = config.secret() == null ? null : config.secret().key();
      int taken = NO_SLOT;
      Psp listening = null;
      List<LocalProcess> closing = closing();
      while (listens && listening == null) {
        taken++;
        if (taken == config.processes()) {
          closing.addAll(closing());
          if (awaitClosed(closing)) {
            // The predecessor of a controller must not take the place of its successor.
            closing = closing();
            taken = 0;
          }
        }
        listening = listen(taken);
      }
      slot = taken;
      psp = listening;
      bounces = new BounceBufferPool(adapter.local());
      String thread = "dat4j-rsm-" + DatRsmProvider.controller(name);
      worker =
          Executors.newCachedThreadPool(
              task -> {
                Thread made = new Thread(task, thread + "-rebind");
                made.setDaemon(true);
                return made;
              });
      eventThread = new Thread(this::dispatch, thread);
      eventThread.setDaemon(true);
      OPEN.add(this);
      eventThread.start();
    } catch (DatException e) {
      abandon();
      throw DatRsmFailures.adapter(OPENING, DatRsmProvider.controller(name), e);
    } catch (OutOfMemoryError e) {
      abandon();
      throw DatRsmFailures.shortage(OPENING, e);
    } catch (RuntimeException | Error e) {
      abandon();
      throw e;
    }
  }

  /** Frees the resources of an open that failed. */
  private void abandon() {
    closed = true;
    OPEN.remove(this);
    adapter.close();
  }

  /** Returns the processes of this node that give back their places now. */
  private List<LocalProcess> closing() {
    return CLOSING.stream()
        .filter(each -> each.name.equals(name) && each.config.node() == config.node())
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Waits until one of some processes has given back its place; false if there is none. */
  private static boolean awaitClosed(List<LocalProcess> closing) {
    try {
      return !closing.isEmpty()
          && closing.get(0).closeDone.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DatRsmFailures.of(
          RsmReturn.INTERRUPTED, OPENING, "thread", "interrupted", "get the controller again");
    }
  }

  private void checkSecret() {
    if (config.secret() == null && !config.open() && !adapter.address().isLoopbackAddress()) {
      throw RsmSettings.refusal(
          "dat.secret",
          null,
          "anybody who reaches "
              + adapter.address().getHostAddress()
              + " could claim to be any user: name a file with a secret that all nodes share, or"
              + " set dat4j.rsm.dat.open=true");
    }
  }

  private Psp listen(int at) {
    NodeTable.Entry entry = config.nodes().entry(config.node());
    if (entry == null) {
      throw RsmSettings.refusal("node", config.node(), config.nodes().remedy(config.node()));
    }
    if (at == config.processes()) {
      throw DatRsmFailures.of(
          RsmReturn.CTLR_NOT_PRESENT,
          "Rsm.getController",
          "connection qualifiers of node " + config.node(),
          entry.qualifier() + " to " + (entry.qualifier() + at - 1),
          "all are in use: end a process, or raise dat4j.rsm.dat.processes or change"
              + " dat4j.rsm.dat.port on all nodes"
              + (entry.qualifier() < PRIVILEGED_END ? "; below 1024 a port needs privileges" : ""));
    }
    return adapter.listen(entry.qualifier() + at);
  }

  String name() {
    return name;
  }

  DatRsmSettings config() {
    return config;
  }

  Adapter adapter() {
    return adapter;
  }

  Credentials identity() {
    return identity;
  }

  ExportDirectory directory() {
    return directory;
  }

  ControlConnections connections() {
    return connections;
  }

  BounceBufferPool bounces() {
    return bounces;
  }

  int slot() {
    return slot;
  }

  /** Returns the key that the nodes share, or null. */
  byte[] key() {
    return key;
  }

  /** Makes the PZ for a new importing process. */
  PeerZone createPeerZone() {
    return new PeerZone(this, flushed);
  }

  /** Returns the number of ticks without a message after which a process counts as dead. */
  int silentTicks() {
    return TICKS_OF_SILENCE;
  }

  /** Returns the time limit in ticks for one request and its answer. */
  int patienceTicks() {
    return (int) (patienceMillis() * 1000 / tickMicros) + 1;
  }

  /** Returns the time limit in milliseconds for an answer. */
  long patienceMillis() {
    return PATIENCE_MILLIS;
  }

  long token() {
    return RANDOM.nextLong();
  }

  /** Makes the private data for the request of a control connection. */
  byte[] connectRequest() {
    byte[] greeting = greeting(false);
    return key == null
        ? greeting
        : ConnectData.addProof(greeting, MessageCipher.requestProof(key, greeting));
  }

  /** Makes the private data for the accept of a control connection, which answers the request. */
  private byte[] connectAnswer(byte[] request) {
    byte[] greeting = greeting(true);
    return key == null
        ? greeting
        : ConnectData.addProof(greeting, MessageCipher.acceptProof(key, request, greeting));
  }

  private byte[] greeting(boolean accepted) {
    byte[] nonce = new byte[ConnectData.NONCE];
    RANDOM.nextBytes(nonce);
    return ConnectData.encode(
        new ConnectData.Control(
            accepted,
            ConnectData.ownOrder(),
            key != null,
            config.node(),
            config.domain(),
            nonce,
            new byte[MessageCipher.TAG]));
  }

  void register(Ep ep, EndpointHandler endpoint) {
    endpoints.put(ep, endpoint);
  }

  void addExpected(long token, ImporterConnection importer) {
    expected.put(token, importer);
  }

  void removeExpected(long token) {
    expected.remove(token);
  }

  void binding(ImporterRmr rmr) {
    binds.put(rmr.cookie(), rmr);
  }

  void forget(ImporterRmr rmr) {
    binds.remove(rmr.cookie());
  }

  void forget(ControlConnection connection) {
    connections.forget(connection);
  }

  /** Frees an endpoint; returns false while its connection is just being made. */
  boolean free(Ep ep) {
    try {
      ep.free();
    } catch (DatException e) {
      if (e.type() == DatReturn.INVALID_STATE) {
        return false;
      }
    }
    endpoints.remove(ep);
    return true;
  }

  void free(Lmr lmr) {
    try {
      lmr.free();
    } catch (DatException e) {
      // The adapter is closed, which has freed it.
      LOG.log(Level.DEBUG, "a registration of {0} was freed before: {1}", name, e.getMessage());
    }
  }

  /** Makes an executor for the requests of one peer that may block. */
  SerialExecutor createSerialExecutor() {
    return new SerialExecutor(worker, e -> failed("a change of memory failed", null, e));
  }

  /**
   * Counts one more user.
   *
   * @param where the call that counts the user
   * @throws RsmException RSMERR_BAD_CTLR_HNDL after the last user has released it
   */
  void retain(Object where) {
    synchronized (this) {
      if (references == 0) {
        throw DatRsmFailures.of(
            RsmReturn.BAD_CTLR_HNDL, where, "controller", name, "it was released meanwhile");
      }
      references++;
    }
  }

  void release() {
    synchronized (this) {
      references--;
      if (references > 0) {
        return;
      }
    }
    try {
      CLOSING.add(this);
      connections.awaitDisconnects(DISCONNECTS_MILLIS);
    } finally {
      try {
        shutDown();
      } finally {
        CLOSING.remove(this);
        closeDone.countDown();
      }
    }
  }

  private void shutDown() {
    closed = true;
    OPEN.remove(this);
    boolean interrupted = false;
    try {
      worker.shutdownNow();
      // No thread may use an endpoint while the adapter is closed: libraries do not support that.
      adapter.events().stop();
      interrupted = join();
      connections.close();
      interrupted |= awaitWorker();
    } finally {
      // After an Error in one step the close of the adapter frees the rest.
      adapter.close();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for the end of the event thread; returns whether the thread was interrupted meanwhile.
   */
  private boolean join() {
    boolean interrupted = false;
    while (true) {
      try {
        eventThread.join();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  /**
   * Waits for the end of tasks that may block; returns whether the thread was interrupted
   * meanwhile.
   */
  private boolean awaitWorker() {
    boolean interrupted = false;
    while (true) {
      try {
        if (!worker.awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
          LOG.log(Level.WARNING, "{0}: a change of memory goes on while it is closed", name);
        }
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  private void dispatch() {
    long tickNanos = TimeUnit.MICROSECONDS.toNanos(tickMicros);
    long next = System.nanoTime() + tickNanos;
    while (!closed) {
      try {
        serveEvent(Math.max(1, (next - System.nanoTime()) / 1000));
        if (System.nanoTime() - next > 0) {
          tick();
          // The next tick counts from now, so that a process that was stopped does not treat the
          // others as silent.
          next = System.nanoTime() + tickNanos;
        }
      } catch (RuntimeException | Error e) {
        // All connections depend on this thread.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void serveEvent(long micros) {
    boolean found = false;
    try {
      found = adapter.events().next(micros, event);
    } catch (RuntimeException | Error e) {
      failed("events cannot be taken", null, e);
      // A repeated failure must not occupy a processor.
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    if (found) {
      handle(event);
    }
  }

  private void tick() {
    try {
      endpoints.values().forEach(ticking);
      expected.values().forEach(ticking);
    } catch (RuntimeException | Error e) {
      failed("time limits wait for the next tick", null, e);
    }
  }

  private void tick(EndpointHandler endpoint) {
    try {
      endpoint.tick();
    } catch (RuntimeException | Error e) {
      fail(endpoint, e);
    }
  }

  /** Ends one connection after a failure, so that the others can continue. */
  private void fail(EndpointHandler endpoint, Throwable cause) {
    failed("a connection ends", endpoint, cause);
    try {
      endpoint.fail();
    } catch (RuntimeException | Error e) {
      failed("a connection cannot be ended", endpoint, e);
    }
  }

  /** Logs a warning about a peer, at a limited rate. */
  void warn(String what) {
    refusals.log(what, null);
  }

  /**
   * Logs a failure, at a limited rate. Throws nothing.
   *
   * @param what what failed
   * @param connection the connection that failed, or null
   * @param cause the failure
   */
  private void failed(String what, EndpointHandler connection, Throwable cause) {
    if (!closed) {
      try {
        warnings.log(name + ": " + what + (connection == null ? "" : ": " + connection), cause);
      } catch (RuntimeException | Error unreported) {
        // No memory is left to report it, for example.
      }
    }
  }

  private void handle(DatEvent event) {
    EndpointHandler endpoint = event.ep() == null ? null : endpoints.get(event.ep());
    try {
      handle(event, endpoint);
    } catch (RuntimeException | Error e) {
      if (endpoint == null) {
        failed("an event could not be served", null, e);
      } else {
        fail(endpoint, e);
      }
    }
  }

  private void handle(DatEvent event, EndpointHandler endpoint) {
    switch (event.number()) {
      case CONNECTION_REQUEST_EVENT -> requested(event.cr());
      case RMR_BIND_COMPLETION_EVENT -> {
        ImporterRmr rmr = binds.remove(event.cookie());
        if (rmr != null) {
          rmr.bound(event.status() == DtoStatus.SUCCESS);
        }
      }
      default -> {
        if (endpoint == null) {
          return;
        }
        switch (event.number()) {
          case DTO_COMPLETION_EVENT -> endpoint.completed(event);
          case CONNECTION_EVENT_ESTABLISHED -> endpoint.established(event.privateData());
          default -> endpoint.ended(event.number());
        }
      }
    }
  }

  private void requested(Cr cr) {
    boolean taken = false;
    try {
      taken = accepted(cr);
    } catch (ProtocolViolationException | DatException e) {
      LOG.log(Level.DEBUG, "{0} rejects a request: {1}", name, e.getMessage());
    } catch (RuntimeException | Error e) {
      failed("a connection is refused; more are taken when there is room again", null, e);
    } finally {
      if (!taken) {
        cr.reject();
      }
    }
  }

  private boolean accepted(Cr cr) throws ProtocolViolationException {
    CrParam request = cr.query();
    byte[] data = request.privateData();
    Object greeting = ConnectData.decode(data);
    if (greeting instanceof ConnectData.Data theirs) {
      ImporterConnection importer = expected.get(theirs.token());
      // Only a request with the right proof uses up the token of an import.
      if (importer == null
          || !importer.proves(theirs.proof())
          || !expected.remove(theirs.token(), importer)) {
        return false;
      }
      importer.accept(cr);
      return true;
    }
    ConnectData.Control theirs = (ConnectData.Control) greeting;
    if (!welcome(theirs, data, request.remoteIaAddress())) {
      return false;
    }
    byte[] answer = connectAnswer(data);
    ControlConnection connection =
        new ControlConnection(this, theirs.node(), request.remoteIaAddress(), data);
    boolean made = false;
    try {
      connection.setPeer(theirs, answer);
      register(connection.ep(), connection);
      connections.add(connection);
      cr.accept(connection.ep(), answer);
      made = true;
    } finally {
      if (!made) {
        connection.end();
      }
    }
    return true;
  }

  private boolean welcome(ConnectData.Control theirs, byte[] data, InetAddress from) {
    return !theirs.accepted()
        && theirs.domain() == config.domain()
        && theirs.sealed() == (key != null)
        && config.nodes().entry(theirs.node()) != null
        && (key == null
            || MessageDigest.isEqual(MessageCipher.requestProof(key, data), theirs.proof()))
        && connections.count() < MAX_LINKS
        && connections.strangers(null) < MAX_STRANGERS
        && connections.strangers(from) < MAX_STRANGERS_OF_ADDRESS;
  }
}
