package org.dat4j.conformance.dat.stepper.pairs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.pairs.ClosePairModel.AdapterSetup;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalConnection;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;

/**
 * An adapter with an endpoint that is connected to the endpoint of another adapter, on which the
 * DAT stepper makes two calls at once, one of which may close the adapter, to check their answers.
 */
final class ClosePairScene implements PairScene<ClosePairModel> {
  /** What a wait gives that an event of the EVD ended. */
  static final Object EVD = "its EVD";

  private static final int EVENTS = 8;
  private static final int LENGTH = 64;
  private static final long PATIENCE_MILLIS = 4_000;
  private static final Set<EventNumber> ENDS =
      EnumSet.of(EventNumber.CONNECTION_EVENT_DISCONNECTED, EventNumber.CONNECTION_EVENT_BROKEN);

  private final AdapterSetup before;
  private final Ia ia;
  private final List<DatObject> created = Collections.synchronizedList(new ArrayList<>());
  private final List<DatObject> peers = new ArrayList<>();
  private final List<EventNumber> peerEvents = new ArrayList<>();
  private final ByteBuffer memory = ByteBuffer.allocateDirect(2 * LENGTH);
  private Pz pz;
  private Cno cno;
  private Evd evd;
  private Evd dtos;
  private Evd connect;
  private Evd requests;
  private Lmr lmr;
  private Lmr unused;
  private Ep ep;
  private Evd peerConnect;
  private volatile boolean ended;
  private boolean alive;
  private String stray;

  ClosePairScene(Ia ia, Supplier<Ia> peer, AdapterSetup before) {
    this.ia = ia;
    this.before = before;
    try {
      if (before != AdapterSetup.BARE) {
        pz = ia.createPz();
      }
      if (before == AdapterSetup.CONNECTED) {
        prepare(peer.get());
      }
    } catch (RuntimeException e) {
      ia.close();
      throw e;
    }
  }

  private void prepare(Ia other) {
    cno = ia.createCno(null);
    evd = ia.createEvd(EVENTS, cno, EvdFlags.SOFTWARE);
    dtos = ia.createEvd(EVENTS, null, EvdFlags.DTO);
    connect = ia.createEvd(EVENTS, null, EvdFlags.CONNECTION);
    requests = ia.createEvd(EVENTS, null, EvdFlags.CR);
    lmr = ia.createLmr(memory, pz, MemPriv.ALL);
    unused = ia.createLmr(memory, pz, MemPriv.ALL);
    ep = ia.createEp(pz, dtos, dtos, connect, null);
    Pz zone = own(other.createPz());
    Lmr target = own(other.createLmr(ByteBuffer.allocateDirect(LENGTH), zone, MemPriv.ALL));
    Evd peerDtos = own(other.createEvd(EVENTS, null, EvdFlags.DTO));
    peerConnect = own(other.createEvd(EVENTS, null, EvdFlags.CONNECTION));
    Ep peerEp = own(other.createEp(zone, peerDtos, peerDtos, peerConnect, null));
    peerEp.postRecv(
        target.lmrContext(), target.registeredAddress(), LENGTH, 1, CompletionFlags.DEFAULT);
    LocalConnection.establish(ep, connect, other, peerEp, peerConnect);
  }

  private <T extends DatObject> T own(T object) {
    peers.add(0, object);
    return object;
  }

  @Override
  public ClosePairModel model() {
    return new ClosePairModel(before);
  }

  Answer close(boolean graceful) {
    CloseFlags flags = graceful ? CloseFlags.GRACEFUL : CloseFlags.ABRUPT;
    return ends(DatAnswers.run(() -> ia.close(flags)));
  }

  Answer disconnect() {
    return ends(DatAnswers.run(() -> ep.disconnect(CloseFlags.ABRUPT)));
  }

  Answer freeEp() {
    return ends(DatAnswers.run(ep::free));
  }

  private Answer ends(Answer answer) {
    ended |= answer.code() == DatReturn.SUCCESS;
    return answer;
  }

  Answer query() {
    return DatAnswers.run(() -> ia.query());
  }

  private Answer create(Supplier<DatObject> call) {
    return DatAnswers.run(() -> created.add(call.get()));
  }

  Answer createPz() {
    return create(ia::createPz);
  }

  Answer createEvd() {
    return create(() -> ia.createEvd(EVENTS, null, EvdFlags.SOFTWARE));
  }

  Answer createCno() {
    return create(() -> ia.createCno(null));
  }

  Answer createLmr() {
    return create(() -> ia.createLmr(memory, pz, MemPriv.ALL));
  }

  Answer createEp() {
    return create(() -> ia.createEp(pz, dtos, dtos, connect, null));
  }

  Answer createPsp() {
    return create(() -> ia.createPspAny(requests, PspFlags.CONSUMER));
  }

  Answer freePz() {
    return DatAnswers.run(pz::free);
  }

  Answer freeLmr() {
    return DatAnswers.run(unused::free);
  }

  Answer status() {
    return DatAnswers.run(ep::getStatus);
  }

  Answer postEvent() {
    return DatAnswers.call(() -> evd.postSe(new DatEvent().setSoftware(EVD)));
  }

  Answer dequeue() {
    return DatAnswers.call(() -> evd.dequeue(new DatEvent()));
  }

  Answer postSend() {
    return DatAnswers.call(
        () ->
            ep.postSend(
                lmr.lmrContext(), lmr.registeredAddress(), LENGTH, 2, CompletionFlags.DEFAULT));
  }

  Answer postRecv() {
    return DatAnswers.call(
        () ->
            ep.postRecv(
                lmr.lmrContext(), lmr.registeredAddress(), LENGTH, 3, CompletionFlags.DEFAULT));
  }

  Answer awaitEvd() {
    DatEvent event = new DatEvent();
    long limit = TimeFactor.micros(LocalConnection.WAIT_MILLIS);
    Answer answer = DatAnswers.call(() -> evd.await(limit, 1, event));
    return answer.code() == DatReturn.SUCCESS ? new Answer(answer.code(), event.pointer()) : answer;
  }

  Answer awaitCno() {
    CnoTrigger trigger = new CnoTrigger();
    long limit = TimeFactor.micros(LocalConnection.WAIT_MILLIS);
    Answer answer = DatAnswers.call(() -> cno.await(limit, trigger));
    return trigger.evd() == evd ? new Answer(answer.code(), EVD) : answer;
  }

  /** Ends a wait with an event of the EVD, unless the adapter was closed. */
  void relieve() {
    postEvent();
  }

  @Override
  public void look() {
    alive = query().code() == DatReturn.SUCCESS;
    List<DatObject> all = new ArrayList<>(created);
    if (before == AdapterSetup.CONNECTED) {
      all.addAll(List.of(pz, cno, evd, dtos, connect, requests, lmr));
      lookAtPeer();
    }
    for (DatObject object : all) {
      int code = DatAnswers.run(object::getHandleType).code();
      if (code != (alive ? DatReturn.SUCCESS : DatReturn.INVALID_HANDLE)) {
        stray = object + " answers " + DatReturn.name(code);
      }
    }
  }

  private void lookAtPeer() {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    DatEvent event = new DatEvent();
    do {
      while (peerConnect.dequeue(event) == DatReturn.SUCCESS) {
        peerEvents.add(event.number());
      }
    } while (ended && peerEvents.isEmpty() && !limit.isOver());
  }

  @Override
  public String differs(ClosePairModel model) {
    if (alive == model.closed) {
      return "the adapter is " + (alive ? "open" : "closed");
    }
    if (stray != null) {
      return stray + ", and the adapter is " + (alive ? "open" : "closed");
    }
    boolean told = peerEvents.size() == 1 && ENDS.contains(peerEvents.get(0));
    boolean fits =
        model.isConnected() && (model.closed || model.left) ? told : peerEvents.isEmpty();
    return fits ? null : "the peer got " + peerEvents;
  }

  @Override
  public void close() {
    ia.close();
    DatAnswers.close(peers);
  }
}
