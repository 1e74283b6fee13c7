package org.dat4j.conformance.dat.stepper.pairs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongToIntFunction;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalConnection;
import org.dat4j.conformance.dat.stepper.pairs.sides.TransferPeer;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
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
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.RmrParam;

/**
 * An RMR, its memory, and a peer that writes there, on which the DAT stepper makes two calls at
 * once to check that both answers fit one order of the calls. The peer is on an adapter of this JVM
 * or of the second JVM.
 */
final class RmrPairScene implements PairScene<RmrPairModel> {
  /** The state in which the calls find the region. */
  enum RmrSetup {
    UNBOUND,
    BOUND,
    /** With a bind that was posted and has perhaps not completed. */
    BINDING
  }

  /** The place of the RMR before the calls, the one of a bind during them, and none. */
  static final int FIRST_PLACE = 0;

  static final int SECOND_PLACE = 1;
  static final int NOWHERE = -1;

  /** The bytes of an RMR: enough that other calls meet a write. */
  private static final int LENGTH = 1 << 16;

  /** Marks memory whose region was freed. */
  private static final long CANARY = 0x7F7F7F7F7F7F7F7FL;

  private static final int EVENTS = 32;
  private static final long PATIENCE_MILLIS = 4_000;
  private static final int REMOTE = MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE;

  private final ModelTables tables;
  private final RmrSetup before;
  private final List<DatObject> objects = new ArrayList<>();
  private final List<DatObject> created = Collections.synchronizedList(new ArrayList<>());
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(2 * LENGTH);
  private final Pz pz;
  private final Lmr memory;
  private final Evd request;
  private final Ep ep;
  private final TransferPeer peer;
  private final Rmr rmr;
  private final long earlier;
  private final int context;
  private final AtomicLong cookies = new AtomicLong();
  private final Set<Long> owed = Collections.synchronizedSet(new HashSet<>());
  private final Set<Long> owedToPeer = Collections.synchronizedSet(new HashSet<>());
  private final Map<Long, DtoStatus> done = new HashMap<>();
  private volatile boolean freed;
  private volatile boolean lost;
  private boolean live;

  RmrPairScene(Ia ia, TransferPeer peer, ModelTables tables, RmrSetup before) {
    this.peer = peer;
    this.tables = tables;
    this.before = before;
    pz = own(ia.createPz());
    memory = own(ia.createLmr(bytes, pz, MemPriv.ALL));
    Evd recv = evd(ia, EvdFlags.DTO);
    request = evd(ia, EvdFlags.DTO | EvdFlags.RMR_BIND);
    Evd connect = evd(ia, EvdFlags.CONNECTION);
    ep = own(ia.createEp(pz, recv, request, connect, null));
    rmr = own(pz.createRmr());
    peer.make(LENGTH);
    LocalConnection.establish(ep, connect, peer, true);
    earlier = before == RmrSetup.UNBOUND ? 0 : (Long) bind(FIRST_PLACE).value();
    context = rmr.rmrContext();
    if (before == RmrSetup.BOUND) {
      LocalConnection.await(request);
      owed.remove(earlier);
    }
  }

  private Evd evd(Ia ia, int flags) {
    return own(ia.createEvd(EVENTS, null, flags));
  }

  private <T extends DatObject> T own(T object) {
    objects.add(0, object);
    return object;
  }

  private long address(int place) {
    return memory.registeredAddress() + (long) place * LENGTH;
  }

  @Override
  public RmrPairModel model() {
    RmrPairModel model =
        new RmrPairModel(tables, before != RmrSetup.UNBOUND, before == RmrSetup.BOUND);
    if (before == RmrSetup.BINDING) {
      model.pending(earlier);
    }
    return model;
  }

  Answer create() {
    return DatAnswers.run(() -> created.add(pz.createRmr()));
  }

  Answer bind(boolean unbind) {
    return bind(unbind ? NOWHERE : SECOND_PLACE);
  }

  private Answer bind(int place) {
    long length = place == NOWHERE ? 0 : LENGTH;
    long first = address(Math.max(FIRST_PLACE, place));
    return posted(
        cookie ->
            rmr.bind(
                memory.lmrContext(), first, length, REMOTE, ep, cookie, CompletionFlags.DEFAULT));
  }

  Answer write() {
    return posted(owedToPeer, cookie -> peer.postWrite(cookie, context, address(FIRST_PLACE)));
  }

  private Answer posted(LongToIntFunction post) {
    return posted(owed, post);
  }

  private Answer posted(Set<Long> open, LongToIntFunction post) {
    long cookie = cookies.incrementAndGet();
    open.add(cookie);
    Answer answer = DatAnswers.call(() -> post.applyAsInt(cookie));
    if (answer.code() != DatReturn.SUCCESS) {
      open.remove(cookie);
    }
    return new Answer(answer.code(), cookie);
  }

  Answer send() {
    return posted(
        cookie ->
            ep.postSend(
                memory.lmrContext(),
                address(FIRST_PLACE),
                LENGTH,
                cookie,
                CompletionFlags.DEFAULT));
  }

  Answer disconnect() {
    return DatAnswers.run(() -> ep.disconnect(CloseFlags.ABRUPT));
  }

  Answer freeEp() {
    Answer answer = DatAnswers.run(ep::free);
    lost |= answer.code() == DatReturn.SUCCESS;
    return answer;
  }

  /** Asks for the place of the RMR. */
  Answer query() {
    RmrParam[] param = new RmrParam[1];
    Answer answer = DatAnswers.run(() -> param[0] = rmr.query(RmrField.ALL));
    if (param[0] == null) {
      return answer;
    }
    boolean whole = param[0].length() == LENGTH;
    int place =
        !whole ? NOWHERE : param[0].address() == address(FIRST_PLACE) ? FIRST_PLACE : SECOND_PLACE;
    return new Answer(answer.code(), place);
  }

  /** Frees the region, and marks its memory once the call has returned. */
  Answer free() {
    Answer answer = DatAnswers.run(rmr::free);
    if (answer.code() == DatReturn.SUCCESS) {
      bytes.putLong(LENGTH - Long.BYTES, CANARY);
      freed = true;
    }
    return answer;
  }

  Answer freeMemory() {
    return DatAnswers.run(memory::free);
  }

  @Override
  public void look() {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    do {
      drain();
    } while (awaitsCompletions() && !limit.isOver());
    try {
      rmr.query(RmrField.ALL);
      live = true;
    } catch (DatException e) {
      live = false;
    }
  }

  /** Returns whether requests are open: the free of the endpoint may lose its own only. */
  private boolean awaitsCompletions() {
    return !owedToPeer.isEmpty() || !owed.isEmpty() && !lost;
  }

  private void drain() {
    DatEvent event = new DatEvent();
    while (request.dequeue(event) == DatReturn.SUCCESS) {
      done.put(event.cookie(), event.status());
      owed.remove(event.cookie());
    }
    for (TransferPeer.Done each : TransferPeer.PeerView.of(peer.look()).requests()) {
      done.put(each.cookie(), each.status());
      owedToPeer.remove(each.cookie());
    }
  }

  @Override
  public String differs(RmrPairModel model) {
    if (model.freed == live) {
      return "the region is " + (live ? "not freed" : "freed");
    }
    List<RmrPairModel.PairRequest> all = new ArrayList<>(model.binds);
    all.addAll(model.writes);
    all.addAll(model.sends);
    int missing = 0;
    for (RmrPairModel.PairRequest posted : all) {
      DtoStatus status = done.get(posted.cookie);
      if (status == null && posted.mayBeLost) {
        missing++;
      } else if (status == null || !posted.can.contains(status)) {
        return "request " + posted.cookie + " reports " + status + ", not " + posted.can;
      }
    }
    if (done.size() + missing != all.size()) {
      return "completions of nothing: " + done;
    }
    boolean written = freed && bytes.getLong(LENGTH - Long.BYTES) != CANARY;
    return written ? "memory was written after the free of its region" : null;
  }

  @Override
  public void close() {
    List<DatObject> all = new ArrayList<>(created);
    all.add(rmr);
    all.addAll(objects);
    try {
      peer.close();
    } finally {
      DatAnswers.close(all);
    }
  }
}
