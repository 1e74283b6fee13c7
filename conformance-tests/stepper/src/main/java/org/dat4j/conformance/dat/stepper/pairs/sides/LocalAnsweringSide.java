package org.dat4j.conformance.dat.stepper.pairs.sides;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspField;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;

/**
 * The side that answers a connection request in the DAT stepper's pairs (two calls at once), on an
 * adapter of this JVM.
 */
public final class LocalAnsweringSide implements AnsweringSide {
  private static final int EVENTS = 8;

  private final Supplier<Ia> adapter;
  private final boolean reserved;
  private final List<DatObject> objects = new ArrayList<>();
  private final List<EventNumber> events = new ArrayList<>();
  private final List<Cr> arrived = new ArrayList<>();
  private final List<Cr> arrivedElsewhere = new ArrayList<>();
  private Ia ia;
  private Evd requests;
  private Evd connect;
  private Ep ep;
  private Psp psp;
  private long qualifier;
  private Evd handedOff;
  private long otherQualifier;
  private Cr cr;

  /**
   * Makes a side without a scene.
   *
   * @param adapter gives the adapter of a scene
   * @param reserved whether the request names the endpoint, so that an accept does not
   */
  public LocalAnsweringSide(Supplier<Ia> adapter, boolean reserved) {
    this.adapter = adapter;
    this.reserved = reserved;
  }

  @Override
  public void make() {
    objects.clear();
    events.clear();
    arrived.clear();
    arrivedElsewhere.clear();
    cr = null;
    ia = adapter.get();
    Pz pz = own(ia.createPz());
    Evd recv = evd(EvdFlags.DTO);
    requests = evd(EvdFlags.CR);
    connect = evd(EvdFlags.CONNECTION);
    ep = own(ia.createEp(pz, recv, recv, connect, null));
    psp = own(ia.createPspAny(requests, PspFlags.CONSUMER));
    qualifier = psp.connQual();
    if (!reserved) {
      handedOff = evd(EvdFlags.CR);
      otherQualifier = own(ia.createPspAny(handedOff, PspFlags.CONSUMER)).connQual();
    }
  }

  private Evd evd(int flags) {
    return own(ia.createEvd(EVENTS, null, flags));
  }

  /** Takes over an object: it is freed first. */
  public <T extends DatObject> T own(T object) {
    objects.add(0, object);
    return object;
  }

  public Ep ep() {
    return ep;
  }

  public Evd requests() {
    return requests;
  }

  @Override
  public byte[] address() {
    return ia.address().getAddress();
  }

  @Override
  public long qualifier() {
    return qualifier;
  }

  @Override
  public void awaitRequest() {
    cr = LocalConnection.await(requests).cr();
  }

  @Override
  public int freePsp() {
    return DatAnswers.run(psp::free).code();
  }

  @Override
  public int queryPsp() {
    return DatAnswers.run(() -> psp.query(PspField.ALL)).code();
  }

  @Override
  public int accept() {
    return DatAnswers.run(() -> cr.accept(reserved ? null : ep, null)).code();
  }

  @Override
  public int reject() {
    return DatAnswers.run(cr::reject).code();
  }

  @Override
  public int queryRequest() {
    return DatAnswers.run(() -> cr.query()).code();
  }

  @Override
  public int handOff() {
    return DatAnswers.run(() -> cr.handoff(otherQualifier)).code();
  }

  @Override
  public int free() {
    return DatAnswers.run(ep::free).code();
  }

  @Override
  public long[] status() {
    long[] seen = new long[2];
    Answer answer = DatAnswers.run(() -> seen[1] = ep.getStatus().state().ordinal());
    seen[0] = answer.code();
    return seen;
  }

  @Override
  public long[] look() {
    EpState state = state(ep);
    DatEvent event = new DatEvent();
    while (requests.dequeue(event) == DatReturn.SUCCESS) {
      arrived.add(event.cr());
    }
    while (handedOff != null && handedOff.dequeue(event) == DatReturn.SUCCESS) {
      arrivedElsewhere.add(event.cr());
    }
    while (connect.dequeue(event) == DatReturn.SUCCESS) {
      events.add(event.number());
    }
    return new SideView(arrived.size(), state, arrivedElsewhere.size(), events).packed();
  }

  /** Returns the state of an endpoint; null if it is freed. */
  public static EpState state(Ep ep) {
    try {
      return ep.getStatus().state();
    } catch (DatException e) {
      return null;
    }
  }

  @Override
  public void close() {
    List<Cr> open = new ArrayList<>(arrived);
    open.addAll(arrivedElsewhere);
    if (cr != null) {
      open.add(cr);
    }
    open.forEach(request -> DatAnswers.run(request::reject));
    DatAnswers.close(objects);
  }
}
