package org.dat4j.conformance.dat.stepper.pairs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalConnection;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalTransferPeer;
import org.dat4j.conformance.dat.stepper.pairs.sides.TransferPeer;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;

/**
 * An endpoint, its peer, and their memory, on which the DAT stepper makes two calls at once to
 * check that both answers fit one order of the calls. The peer is on an adapter of this JVM or of
 * the second JVM. It has Receives posted, so that each Send finds one.
 */
final class TransferPairScene implements PairScene<TransferPairModel> {
  /** The buffer of the endpoint: a long one, so that calls meet a transfer. Used by one scene. */
  static final class Buffers {
    private final ByteBuffer near;
    private final int length;

    Buffers(int length) {
      this.length = length;
      near = ByteBuffer.allocateDirect(PLACES * length);
    }
  }

  /** The state in which the calls find the endpoint. */
  enum EndpointSetup {
    UNCONNECTED,
    CONNECTED,
    /** Connected, with two Sends that were posted. */
    BUSY,
    /** Connected, with two Receives that were posted. */
    RECEIVING,
    DISCONNECTED;

    private boolean isUp() {
      return this == CONNECTED || this == BUSY || this == RECEIVING;
    }
  }

  private static final int PLACES = TransferPeer.PLACES;

  /** The place from which is sent and written, and the one to which a Read is. */
  private static final int SOURCE = 0;

  private static final int SINK = 1;
  private static final int FIRST_RECEIVE = 2;

  private static final int EVENTS = 32;

  /** Endpoints for calls that connect them like the one of the scene: one for each call. */
  private static final int SPARES = 2;

  /** The cookie of what the peer posts during the calls. */
  static final long PEER_COOKIE = 1;

  private static final long PATIENCE_MILLIS = 4_000;

  private static final long CANARY = LocalTransferPeer.CANARY;
  private static final long SOURCE_MARK = 0x1111111111111111L;

  private final ModelTables tables;
  private final Buffers buffers;
  private final List<DatObject> objects = new ArrayList<>();
  private final Pz pz;
  private final Lmr near;
  private final Evd recv;
  private final Evd request;
  private final Evd connect;
  private final Ep ep;
  private final TransferPeer peer;
  private final int peerContext;
  private final long peerBase;
  private final EndpointSetup before;
  private final AtomicLong cookies = new AtomicLong(100);
  private final Set<Long> owed = Collections.synchronizedSet(new HashSet<>());
  private final Set<Long> owedReceives = Collections.synchronizedSet(new HashSet<>());
  private final AtomicInteger peerSends = new AtomicInteger();
  private final List<Long> earlier = new ArrayList<>();
  private final List<TransferPeer.Done> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<TransferPeer.Done> receives = Collections.synchronizedList(new ArrayList<>());
  private final List<String> endings = new ArrayList<>();
  private final List<DatObject> created = Collections.synchronizedList(new ArrayList<>());
  private final List<Ep> spares = new ArrayList<>();
  private final AtomicInteger nextSpare = new AtomicInteger();
  private final Ia ia;
  private int ends;
  private TransferPeer.PeerView peerView;
  private EpState state;
  private volatile boolean endCalled;
  private volatile boolean lost;
  private volatile boolean peerLost;
  private volatile boolean nearFreed;
  private volatile boolean farFreed;

  TransferPairScene(
      Ia ia, TransferPeer peer, ModelTables tables, Buffers buffers, EndpointSetup before) {
    this.ia = ia;
    this.peer = peer;
    this.tables = tables;
    this.buffers = buffers;
    this.before = before;
    pz = own(ia.createPz());
    for (int place = 0; place < PLACES; place++) {
      buffers.near.putLong(tail(place), 0);
    }
    buffers.near.putLong(tail(SOURCE), SOURCE_MARK);
    near = own(ia.createLmr(buffers.near, pz, MemPriv.ALL));
    recv = evd(ia, EvdFlags.DTO);
    request = evd(ia, EvdFlags.DTO);
    connect = evd(ia, EvdFlags.CONNECTION);
    ep = own(ia.createEp(pz, recv, request, connect, null));
    peer.make(buffers.length);
    peerContext = peer.context();
    peerBase = peer.base();
    prepare();
  }

  private void prepare() {
    if (before == EndpointSetup.UNCONNECTED) {
      return;
    }
    if (before == EndpointSetup.RECEIVING) {
      post(TransferPairModel.RECV, 2);
    }
    LocalConnection.establish(ep, connect, peer, true);
    Evd unseen = evd(ia, EvdFlags.CONNECTION);
    for (int i = 0; before.isUp() && i < SPARES; i++) {
      spares.add(own(ia.createEp(pz, recv, request, unseen, null)));
    }
    if (before == EndpointSetup.DISCONNECTED) {
      ep.disconnect(CloseFlags.ABRUPT);
      LocalConnection.await(connect);
      peer.settle();
    }
    if (before == EndpointSetup.BUSY) {
      post(TransferPairModel.SEND, 2);
    }
  }

  private void post(String kind, int count) {
    for (int i = 0; i < count; i++) {
      earlier.add((Long) post(kind).value());
    }
  }

  private Evd evd(Ia ia, int flags) {
    return own(ia.createEvd(EVENTS, null, flags));
  }

  private <T extends DatObject> T own(T object) {
    objects.add(0, object);
    return object;
  }

  private int tail(int place) {
    return (place + 1) * buffers.length - Long.BYTES;
  }

  private long address(Lmr lmr, int place) {
    return lmr.registeredAddress() + (long) place * buffers.length;
  }

  @Override
  public TransferPairModel model() {
    EpState begin = before.isUp() ? EpState.CONNECTED : EpState.valueOf(before.name());
    TransferPairModel model = new TransferPairModel(tables, begin);
    boolean receiving = before == EndpointSetup.RECEIVING;
    String kind = receiving ? TransferPairModel.RECV : TransferPairModel.SEND;
    earlier.forEach(cookie -> model.accept(cookie, kind));
    return model;
  }

  Answer post(String kind) {
    long cookie = cookies.incrementAndGet();
    Set<Long> line = kind.equals(TransferPairModel.RECV) ? owedReceives : owed;
    line.add(cookie);
    int flags = CompletionFlags.DEFAULT;
    int local = near.lmrContext();
    int remote = peerContext;
    long target = peerBase + (long) TransferPeer.TARGET * buffers.length;
    Answer answer =
        DatAnswers.call(
            () ->
                switch (kind) {
                  case TransferPairModel.RECV ->
                      ep.postRecv(
                          local,
                          address(near, FIRST_RECEIVE + (int) (cookie % 2)),
                          buffers.length,
                          cookie,
                          flags);
                  case TransferPairModel.SEND ->
                      ep.postSend(local, address(near, SOURCE), buffers.length, cookie, flags);
                  case TransferPairModel.WRITE ->
                      ep.postRdmaWrite(
                          local,
                          address(near, SOURCE),
                          buffers.length,
                          cookie,
                          remote,
                          target,
                          flags);
                  default ->
                      ep.postRdmaRead(
                          local,
                          address(near, SINK),
                          buffers.length,
                          cookie,
                          remote,
                          target,
                          flags);
                });
    if (answer.code() != DatReturn.SUCCESS) {
      line.remove(cookie);
    }
    return new Answer(answer.code(), cookie);
  }

  Answer disconnect(CloseFlags flags) {
    return ends(DatAnswers.run(() -> ep.disconnect(flags)));
  }

  Answer reset() {
    return loses(DatAnswers.run(ep::reset));
  }

  /**
   * Resets the endpoint and, where that succeeds, posts a Receive for the next connection. The
   * value of the answer is the cookie of that Receive; null if it was refused.
   */
  Answer resetAndReceive() {
    Answer answer = reset();
    if (answer.code() != DatReturn.SUCCESS) {
      return answer;
    }
    Answer posted = post(TransferPairModel.RECV);
    return new Answer(answer.code(), posted.code() == DatReturn.SUCCESS ? posted.value() : null);
  }

  Answer free() {
    return loses(ends(DatAnswers.run(ep::free)));
  }

  private Answer ends(Answer answer) {
    if (answer.code() == DatReturn.SUCCESS) {
      endCalled = true;
    }
    return answer;
  }

  private Answer loses(Answer answer) {
    if (answer.code() == DatReturn.SUCCESS) {
      lost = true;
    }
    return answer;
  }

  Answer disconnectPeer(boolean graceful) {
    return ends(Answer.of(peer.disconnect(graceful)));
  }

  Answer freePeer() {
    Answer answer = Answer.of(peer.free());
    peerLost = true;
    return before == EndpointSetup.UNCONNECTED ? answer : ends(answer);
  }

  Answer peerSends() {
    Answer answer = Answer.of(peer.postSend(PEER_COOKIE));
    peerSends.addAndGet(answer.code() == DatReturn.SUCCESS ? 1 : 0);
    return answer;
  }

  Answer peerReceives() {
    return Answer.of(peer.postRecv(PEER_COOKIE));
  }

  /** Waits for the end of the connection. */
  Answer awaitEnd() {
    DatEvent event = new DatEvent();
    Answer answer = await(connect, event);
    if (answer.code() != DatReturn.SUCCESS) {
      return answer;
    }
    ends += countEnd(event);
    return new Answer(answer.code(), event.number());
  }

  /** Waits for the completion of a Receive. */
  Answer awaitReceive() {
    DatEvent event = new DatEvent();
    Answer answer = await(recv, event);
    if (answer.code() != DatReturn.SUCCESS) {
      return answer;
    }
    taken(event, receives);
    return new Answer(answer.code(), event.cookie());
  }

  /** Relieves each wait: its EVD becomes unwaitable. */
  void endWaits() {
    connect.setUnwaitable();
    recv.setUnwaitable();
  }

  private static Answer await(Evd evd, DatEvent event) {
    long timeout = TimeFactor.micros(LocalConnection.WAIT_MILLIS);
    return DatAnswers.call(() -> evd.await(timeout, 1, event));
  }

  Answer status() {
    EpState[] seen = new EpState[1];
    Answer answer = DatAnswers.run(() -> seen[0] = ep.getStatus().state());
    return new Answer(answer.code(), seen[0]);
  }

  Answer query() {
    EpState[] seen = new EpState[1];
    Answer answer = DatAnswers.run(() -> seen[0] = ep.query().state());
    return new Answer(answer.code(), seen[0]);
  }

  Answer modify() {
    return DatAnswers.run(
        () -> {
          EpParam param = ep.query();
          int more = param.attr().maxRecvDtos() + 1;
          EpParam given =
              param.toBuilder().attr(param.attr().toBuilder().maxRecvDtos(more).build()).build();
          ep.modify(EpField.EP_ATTR_MAX_RECV_DTOS, given);
        });
  }

  Answer resize() {
    return DatAnswers.run(() -> request.resize(2 * EVENTS));
  }

  Answer dequeue() {
    DatEvent event = new DatEvent();
    Answer answer = DatAnswers.call(() -> request.dequeue(event));
    if (answer.code() == DatReturn.SUCCESS) {
      taken(event, requests);
    }
    return answer;
  }

  /** Frees the registration, and marks its memory once the call has returned. */
  Answer freeMemory() {
    Answer answer = DatAnswers.run(near::free);
    if (answer.code() == DatReturn.SUCCESS) {
      for (int place = 0; place < PLACES; place++) {
        buffers.near.putLong(tail(place), CANARY);
      }
      nearFreed = true;
    }
    return answer;
  }

  /** Registers the same memory once more. */
  Answer createMemory() {
    return DatAnswers.run(() -> created.add(ia.createLmr(buffers.near, pz, MemPriv.ALL)));
  }

  Answer queryMemory() {
    return DatAnswers.run(() -> near.query(LmrField.ALL));
  }

  /** Makes memory coherent, for RDMA Reads of the peer or after its RDMA Writes. */
  Answer syncMemory(boolean reads) {
    LmrIov iov = new LmrIov(1);
    iov.add(near.lmrContext(), address(near, SOURCE), buffers.length);
    return DatAnswers.run(
        () -> {
          if (reads) {
            ia.lmrSyncRdmaRead(iov);
          } else {
            ia.lmrSyncRdmaWrite(iov);
          }
        });
  }

  /** Connects an endpoint of its own to where this one is connected; nobody listens there. */
  Answer duplicate() {
    Ep spare = spares.get(nextSpare.getAndIncrement());
    return DatAnswers.run(
        () ->
            spare.dupConnect(
                ep, TimeFactor.micros(LocalConnection.WAIT_MILLIS), null, Qos.BEST_EFFORT));
  }

  Answer freePeerMemory() {
    Answer answer = Answer.of(peer.freeMemory());
    farFreed |= answer.code() == DatReturn.SUCCESS;
    return answer;
  }

  private void taken(DatEvent event, List<TransferPeer.Done> line) {
    line.add(new TransferPeer.Done(event.cookie(), event.status()));
    owed.remove(event.cookie());
    owedReceives.remove(event.cookie());
  }

  @Override
  public void look() {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    do {
      drain();
    } while (!isQuiet() && !limit.isOver());
    try {
      state = ep.getStatus().state();
    } catch (DatException e) {
      state = null;
    }
  }

  private void drain() {
    DatEvent event = new DatEvent();
    while (request.dequeue(event) == DatReturn.SUCCESS) {
      taken(event, requests);
    }
    while (recv.dequeue(event) == DatReturn.SUCCESS) {
      taken(event, receives);
    }
    while (connect.dequeue(event) == DatReturn.SUCCESS) {
      ends += countEnd(event);
    }
    peerView = TransferPeer.PeerView.of(peer.look());
  }

  private int countEnd(DatEvent event) {
    if (!LocalTransferPeer.isEnd(event.number())) {
      return 0;
    }
    endings.add(event.toString());
    return 1;
  }

  private boolean hasFailed() {
    return peerView.failed()
        || Stream.of(requests, receives, peerView.requests())
            .flatMap(List::stream)
            .anyMatch(done -> done.status() != DtoStatus.SUCCESS);
  }

  /** Returns whether everything has come that the calls and events so far promise. */
  private boolean isQuiet() {
    if (!owed.isEmpty() && !lost) {
      return false;
    }
    if (peerView.requests().size() < peerSends.get() && !peerLost) {
      return false;
    }
    if (before == EndpointSetup.DISCONNECTED && !owedReceives.isEmpty() && !lost) {
      // They are flushed, and another thread may do that after the post has returned.
      return false;
    }
    if (!before.isUp() || !endCalled && !hasFailed()) {
      return receives.size() >= peerSends.get() || peerLost;
    }
    return (lost || ends > 0 && owedReceives.isEmpty()) && (peerLost || peerView.ends() > 0);
  }

  @Override
  public String differs(TransferPairModel model) {
    boolean over = model.ended || hasFailed();
    int all = Integer.MAX_VALUE;
    String problem = compareLine(model.requests, requests, all);
    if (problem == null) {
      problem = compareLine(model.receives, receives, over ? all : model.peerSends.size());
    }
    if (problem == null) {
      problem = compareLine(model.peerSends, peerView.requests(), all);
      problem = problem == null ? null : "of the peer: " + problem;
    }
    if (problem != null) {
      return endings.isEmpty() ? problem : problem + "; the connection has ended: " + endings;
    }
    if (model.freed != (state == null)) {
      return "the endpoint is " + (state == null ? "freed" : "not freed");
    }
    if (state != null && !model.fits(state)) {
      return "the endpoint is " + state + ", not " + ModelTables.states(model.states);
    }
    problem = compareEnds(model, over);
    return problem != null ? problem : compareMemory();
  }

  private String compareEnds(TransferPairModel model, boolean over) {
    boolean promised = before.isUp() && over;
    boolean mayCome = promised || before.isUp() && model.mayBreak;
    int peerEnds = peerView.ends();
    if (ends > (mayCome ? 1 : 0) || promised && !lost && ends == 0) {
      return "the endpoint got " + ends + " events of the end of its connection";
    }
    if (peerEnds > (mayCome ? 1 : 0) || promised && !peerLost && peerEnds == 0) {
      return "the peer got " + peerEnds + " events of the end of its connection";
    }
    return null;
  }

  /**
   * Compares the completions of one direction with the transfers that were posted.
   *
   * @param owed how many of them have to complete
   */
  private static String compareLine(
      List<TransferPairModel.PairTransfer> posted, List<TransferPeer.Done> done, int owed) {
    int next = 0;
    boolean failed = false;
    for (TransferPairModel.PairTransfer each : posted) {
      TransferPeer.Done found = next < done.size() ? done.get(next) : null;
      if (found == null || found.cookie() != each.cookie) {
        if (next < owed && !each.mayBeLost) {
          return each.kind + " " + each.cookie + " did not complete in its turn: " + done;
        }
        continue;
      }
      next++;
      if (!each.can.contains(found.status())) {
        return each.kind + " " + each.cookie + " reports " + found.status() + ", not " + each.can;
      }
      boolean success = found.status() == DtoStatus.SUCCESS;
      if (success && failed) {
        return each.kind + " " + each.cookie + " succeeds behind one that failed";
      }
      failed |= !success;
    }
    return next == done.size() ? null : "completions of nothing, or out of turn: " + done;
  }

  /** Checks that freed registrations were neither written nor read after their free. */
  private String compareMemory() {
    for (int place = 0; place < PLACES; place++) {
      if (nearFreed && buffers.near.getLong(tail(place)) != CANARY) {
        return "memory of the endpoint was written after the free of its LMR";
      }
      if (farFreed && peerView.tails().get(place) != CANARY) {
        return "memory of the peer was written after the free of its LMR";
      }
      if (nearFreed && !farFreed && peerView.tails().get(place) == CANARY) {
        return "memory of the endpoint was read after the free of its LMR";
      }
    }
    return null;
  }

  @Override
  public void close() {
    try {
      peer.close();
    } finally {
      DatAnswers.close(created);
      DatAnswers.close(objects);
    }
  }
}
