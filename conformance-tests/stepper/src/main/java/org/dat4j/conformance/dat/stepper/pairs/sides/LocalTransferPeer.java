package org.dat4j.conformance.dat.stepper.pairs.sides;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;

/**
 * The peer of an endpoint of the DAT stepper's pairs (two calls at once) on an adapter of this JVM.
 * It has Receives posted, so that each Send finds one.
 */
public final class LocalTransferPeer implements TransferPeer {
  /** Marks memory whose registration was freed. */
  public static final long CANARY = 0x7F7F7F7F7F7F7F7FL;

  private static final int EVENTS = 32;

  private final Supplier<Ia> adapter;
  private final List<DatObject> objects = new ArrayList<>();
  private final List<Done> requests = new ArrayList<>();
  private Ia ia;
  private ByteBuffer memory;
  private int length;
  private Lmr lmr;
  private Evd recv;
  private Evd request;
  private Evd connect;
  private Ep ep;
  private Evd asked;
  private Psp psp;
  private boolean receives;
  private int ends;
  private boolean failed;

  /**
   * Makes a peer without a scene.
   *
   * @param adapter gives the adapter of a scene
   */
  public LocalTransferPeer(Supplier<Ia> adapter) {
    this.adapter = adapter;
  }

  @Override
  public void make(int bytes) {
    objects.clear();
    requests.clear();
    ends = 0;
    failed = false;
    ia = adapter.get();
    if (length != bytes) {
      length = bytes;
      memory = ByteBuffer.allocateDirect(PLACES * length);
    }
    mark(0);
    Pz pz = own(ia.createPz());
    lmr = own(ia.createLmr(memory, pz, MemPriv.ALL));
    recv = evd(EvdFlags.DTO);
    request = evd(EvdFlags.DTO);
    connect = evd(EvdFlags.CONNECTION);
    ep = own(ia.createEp(pz, recv, request, connect, null));
  }

  private Evd evd(int flags) {
    return own(ia.createEvd(EVENTS, null, flags));
  }

  private <T extends DatObject> T own(T object) {
    objects.add(0, object);
    return object;
  }

  private void mark(long value) {
    for (int place = 0; place < PLACES; place++) {
      memory.putLong(tail(place), value);
    }
  }

  private int tail(int place) {
    return (place + 1) * length - Long.BYTES;
  }

  private long address(int place) {
    return lmr.registeredAddress() + (long) place * length;
  }

  @Override
  public byte[] address() {
    return ia.address().getAddress();
  }

  @Override
  public long listen(boolean withReceives) {
    receives = withReceives;
    for (int i = 1; receives && i <= RECEIVES; i++) {
      ep.postRecv(lmr.lmrContext(), address(i), length, i, CompletionFlags.DEFAULT);
    }
    asked = ia.createEvd(EVENTS, null, EvdFlags.CR);
    psp = ia.createPspAny(asked, PspFlags.CONSUMER);
    return psp.connQual();
  }

  @Override
  public void accept() {
    LocalConnection.await(asked).cr().accept(ep, null);
  }

  @Override
  public void connected() {
    LocalConnection.await(connect);
    psp.free();
    asked.free();
  }

  @Override
  public void settle() {
    LocalConnection.await(connect);
    for (int i = 1; receives && i <= RECEIVES; i++) {
      LocalConnection.await(recv);
    }
  }

  @Override
  public int context() {
    return lmr.rmrContext();
  }

  @Override
  public long base() {
    return lmr.registeredAddress();
  }

  @Override
  public int disconnect(boolean graceful) {
    CloseFlags flags = graceful ? CloseFlags.GRACEFUL : CloseFlags.ABRUPT;
    return DatAnswers.run(() -> ep.disconnect(flags)).code();
  }

  @Override
  public int free() {
    return DatAnswers.run(ep::free).code();
  }

  @Override
  public int freeMemory() {
    Answer answer = DatAnswers.run(lmr::free);
    if (answer.code() == DatReturn.SUCCESS) {
      mark(CANARY);
    }
    return answer.code();
  }

  @Override
  public int postSend(long cookie) {
    return DatAnswers.call(
            () ->
                ep.postSend(
                    lmr.lmrContext(), address(SOURCE), length, cookie, CompletionFlags.DEFAULT))
        .code();
  }

  @Override
  public int postRecv(long cookie) {
    return DatAnswers.call(
            () ->
                ep.postRecv(
                    lmr.lmrContext(), address(RECEIVES), length, cookie, CompletionFlags.DEFAULT))
        .code();
  }

  @Override
  public int postWrite(long cookie, int context, long target) {
    return DatAnswers.call(
            () ->
                ep.postRdmaWrite(
                    lmr.lmrContext(),
                    address(SOURCE),
                    length,
                    cookie,
                    context,
                    target,
                    CompletionFlags.DEFAULT))
        .code();
  }

  @Override
  public long[] look() {
    DatEvent event = new DatEvent();
    while (recv.dequeue(event) == DatReturn.SUCCESS) {
      failed |= event.status() != DtoStatus.SUCCESS;
    }
    while (request.dequeue(event) == DatReturn.SUCCESS) {
      requests.add(new Done(event.cookie(), event.status()));
    }
    while (connect.dequeue(event) == DatReturn.SUCCESS) {
      ends += isEnd(event.number()) ? 1 : 0;
    }
    List<Long> tails = new ArrayList<>();
    for (int place = 0; place < PLACES; place++) {
      tails.add(memory.getLong(tail(place)));
    }
    return new PeerView(ends, failed, tails, requests).packed();
  }

  /** Returns whether an event tells the end of a connection. */
  public static boolean isEnd(EventNumber number) {
    return number == EventNumber.CONNECTION_EVENT_DISCONNECTED
        || number == EventNumber.CONNECTION_EVENT_BROKEN;
  }

  @Override
  public void close() {
    DatAnswers.close(objects);
  }
}
