package org.dat4j.rsm.dat;

import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.rsm.RsmReturn;

/**
 * A process on a node: an open adapter, the place it listens at, and the thread that takes its
 * events. Counted by the controller and its segments; the last of them closes it.
 */
final class Engine {
  /** Engines of this process, for snapshots of the topology. */
  static final Set<Engine> OPEN = ConcurrentHashMap.newKeySet();

  /** A client that looks and does not listen. */
  static final int NO_SLOT = -1;

  private static final System.Logger LOG = System.getLogger(Engine.class.getName());
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TICKS_OF_SILENCE = 12;
  private static final long PATIENCE_MILLIS = 5000;
  private static final int MAX_LINKS = 2048;

  /** Connections without an introduction, each of which holds memory for some seconds. */
  private static final int MAX_STRANGERS = 64;

  private static final int FLUSH_SIZE = 64;

  private final String name;
  private final Config config;
  private final Adapter adapter;
  private final Identity identity = Identity.own();
  private final long incarnation = RANDOM.nextLong();
  private final Buffers flushRegion;
  private final Psp psp;
  private final int slot;
  private final Map<Ep, Endpoint> endpoints = new ConcurrentHashMap<>();
  private final Map<Long, Importer> expected = new ConcurrentHashMap<>();
  private final Map<Long, Window> binds = new ConcurrentHashMap<>();
  private final Directory directory = new Directory(this);
  private final Links links = new Links(this);
  private final BouncePool bounces;
  private final ExecutorService worker;
  private final Thread dispatcher;
  private final long tickMicros;
  private int references = 1;
  private volatile boolean closed;

  /**
   * Opens.
   *
   * @param name of the adapter
   * @param config settings
   * @param listens whether the process takes a place on its node
   */
  Engine(String name, Config config, boolean listens) {
    this.name = name;
    this.config = config;
    this.adapter = new Adapter(name, config.merged());
    this.tickMicros = TimeUnit.MILLISECONDS.toMicros(config.silenceMillis()) / TICKS_OF_SILENCE;
    try {
      checkSecret();
      int taken = NO_SLOT;
      Psp listening = null;
      while (listens && listening == null) {
        taken++;
        listening = listen(taken);
      }
      slot = taken;
      psp = listening;
      flushRegion = Buffers.of(adapter, FLUSH_SIZE, MemPriv.LOCAL_READ | MemPriv.REMOTE_READ);
      bounces = new BouncePool(adapter);
    } catch (DatException e) {
      adapter.close();
      throw Failures.adapter("Rsm.getController", DatRsmProvider.controller(name), e);
    } catch (RuntimeException e) {
      adapter.close();
      throw e;
    }
    String thread = "dat4j-rsm-" + DatRsmProvider.controller(name);
    worker =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, thread + "-rebind");
              made.setDaemon(true);
              return made;
            });
    dispatcher = new Thread(this::dispatch, thread);
    dispatcher.setDaemon(true);
    OPEN.add(this);
    dispatcher.start();
  }

  private void checkSecret() {
    if (config.secret() == null && !config.open() && !adapter.address().isLoopbackAddress()) {
      throw Config.bad(
          "dat.secret",
          null,
          "anybody who reaches "
              + adapter.address().getHostAddress()
              + " could claim to be any user: name a file with a secret that all nodes share, or"
              + " set dat4j.rsm.dat.open=true");
    }
  }

  private Psp listen(int at) {
    NodeTable.Spot spot = config.nodes().spot(config.node());
    if (spot == null) {
      throw Config.bad("node", config.node(), "give a node that the table of nodes has");
    }
    if (at == config.processes()) {
      throw Failures.of(
          RsmReturn.CTLR_NOT_PRESENT,
          "Rsm.getController",
          "connection qualifiers of node " + config.node(),
          spot.qualifier() + " to " + (spot.qualifier() + at - 1),
          "all are taken: end a process, or raise dat4j.rsm.dat.processes on all nodes");
    }
    return adapter.listen(spot.qualifier() + at);
  }

  String name() {
    return name;
  }

  Config config() {
    return config;
  }

  Adapter adapter() {
    return adapter;
  }

  Identity identity() {
    return identity;
  }

  Directory directory() {
    return directory;
  }

  Links links() {
    return links;
  }

  BouncePool bounces() {
    return bounces;
  }

  int slot() {
    return slot;
  }

  Message.Welcome flushRegion() {
    return new Message.Welcome(flushRegion.lmr().rmrContext(), flushRegion.address(0));
  }

  /** Ticks without a sign of life after which a process counts as dead. */
  int silentTicks() {
    return TICKS_OF_SILENCE;
  }

  /** Ticks that something which takes one exchange may take. */
  int patienceTicks() {
    return (int) (patienceMillis() * 1000 / tickMicros) + 1;
  }

  /** How long an answer may take. */
  long patienceMillis() {
    return PATIENCE_MILLIS;
  }

  long token() {
    return RANDOM.nextLong();
  }

  /** This side of a control connection. */
  byte[] greeting(boolean accepted) {
    byte[] nonce = new byte[Greeting.NONCE];
    RANDOM.nextBytes(nonce);
    return Greeting.encode(
        new Greeting.Control(
            accepted,
            Greeting.ownOrder(),
            config.secret() != null,
            config.node(),
            incarnation,
            config.domain(),
            nonce));
  }

  void attend(Ep ep, Endpoint endpoint) {
    endpoints.put(ep, endpoint);
  }

  void expect(long token, Importer importer) {
    expected.put(token, importer);
  }

  void expectNot(long token) {
    expected.remove(token);
  }

  void binding(Window window) {
    binds.put(window.cookie(), window);
  }

  void forget(Window window) {
    binds.remove(window.cookie());
  }

  void forget(Link link) {
    links.forget(link);
  }

  /** Frees an endpoint; false while its connection is just being made. */
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

  /** Runs what may have to wait. */
  void later(Runnable task) {
    worker.execute(task);
  }

  void retain() {
    synchronized (this) {
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
    closed = true;
    OPEN.remove(this);
    worker.shutdownNow();
    // Nobody may be with an endpoint while the adapter is closed: libraries do not bear that.
    adapter.events().stop();
    boolean interrupted = join();
    links.close();
    interrupted |= awaitWorker();
    adapter.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end of the dispatcher; answers whether the thread was interrupted meanwhile. */
  private boolean join() {
    boolean interrupted = false;
    while (true) {
      try {
        dispatcher.join();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  /** The same for what may have to wait. */
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
    DatEvent event = new DatEvent();
    long tickNanos = TimeUnit.MICROSECONDS.toNanos(tickMicros);
    long next = System.nanoTime() + tickNanos;
    while (!closed) {
      try {
        long left = Math.max(1, (next - System.nanoTime()) / 1000);
        if (adapter.events().next(left, event)) {
          handle(event);
        }
        if (System.nanoTime() - next > 0) {
          endpoints.values().forEach(Endpoint::tick);
          expected.values().forEach(Endpoint::tick);
          // Counted from now: a process that was stopped does not take the others for silent.
          next = System.nanoTime() + tickNanos;
        }
      } catch (RuntimeException e) {
        if (!closed) {
          LOG.log(Level.WARNING, "an event of " + name + " could not be served: " + event, e);
        }
      }
    }
  }

  private void handle(DatEvent event) {
    switch (event.number()) {
      case CONNECTION_REQUEST_EVENT -> requested(event.cr());
      case RMR_BIND_COMPLETION_EVENT -> {
        Window window = binds.remove(event.cookie());
        if (window != null) {
          window.bound(event.status() == DtoStatus.SUCCESS);
        }
      }
      default -> {
        Endpoint endpoint = event.ep() == null ? null : endpoints.get(event.ep());
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
    byte[] data = cr.query().privateData();
    try {
      Object greeting = Greeting.decode(data);
      if (greeting instanceof Greeting.Control theirs && welcome(theirs)) {
        Link link = new Link(this, false, theirs.node(), NO_SLOT, data);
        byte[] answer = greeting(true);
        link.greeted(theirs, answer);
        attend(link.ep(), link);
        links.add(link);
        cr.accept(link.ep(), answer);
        return;
      }
      if (greeting instanceof Greeting.Data theirs) {
        Importer importer = expected.remove(theirs.token());
        if (importer != null && importer.proves(theirs.proof())) {
          importer.accept(cr);
          return;
        }
      }
    } catch (MalformedException | DatException e) {
      LOG.log(Level.DEBUG, "{0} rejects a request: {1}", name, e.getMessage());
    }
    cr.reject();
  }

  private boolean welcome(Greeting.Control theirs) {
    return !theirs.accepted()
        && theirs.domain() == config.domain()
        && theirs.sealed() == (config.secret() != null)
        && config.nodes().spot(theirs.node()) != null
        && links.count() < MAX_LINKS
        && links.strangers() < MAX_STRANGERS;
  }
}
