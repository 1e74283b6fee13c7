package org.dat4j.conformance.dat.stepper.pairs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalConnection;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;

/**
 * An SRQ and an endpoint that takes from it, on which the DAT stepper makes two calls at once to
 * check that both answers fit one order of the calls. In some states there is the peer of that
 * endpoint.
 */
final class SrqPairScene implements PairScene<SrqPairModel> {
  /** The state in which the calls find the queue. */
  enum SrqSetup {
    /** Without an endpoint and without a buffer. */
    EMPTY,
    /** Without an endpoint, with as many buffers as it holds. */
    FULL,
    /** With an endpoint that is not connected, and one buffer. */
    ATTACHED,
    /** With a connected endpoint and one buffer. */
    CONNECTED,
    /** With a connected endpoint and without a buffer. */
    DRAINED,
    /** Full, with a completion on the EVD of a connected endpoint. */
    ARRIVED;

    boolean isConnected() {
      return ordinal() >= CONNECTED.ordinal();
    }
  }

  /**
   * Size and counts of the queue, as a query returned them.
   *
   * @param available buffers that no endpoint has taken
   * @param outstanding buffers whose completion was not taken
   */
  record Counts(int size, int available, int outstanding) {
    static Counts of(SrqParam param) {
      return new Counts(
          param.maxRecvDtos(), param.availableDtoCount(), param.outstandingDtoCount());
    }
  }

  /** The size that the queue is created with. */
  static final int SIZE = 4;

  /** The bytes of a message: enough that other calls meet its arrival. */
  private static final int LENGTH = 1 << 14;

  private static final int EVENTS = 64;
  private static final long PATIENCE_MILLIS = 4_000;
  private static final long PIECE_MICROS = 20_000;

  private final Ia ia;
  private final ModelTables tables;
  private final boolean exact;
  private final boolean watermarks;
  private final SrqSetup before;
  private final List<DatObject> objects = new ArrayList<>();
  private final List<DatObject> created = Collections.synchronizedList(new ArrayList<>());
  private final Pz pz;
  private final Lmr memory;
  private final Srq srq;
  private final int granted;
  private final Evd recv;
  private final Evd request;
  private final Evd connect;
  private final Evd peerRequest;
  private final Ep ep;
  private final Ep peer;
  private final AtomicLong cookies = new AtomicLong();
  private final AtomicInteger posted = new AtomicInteger();
  private final AtomicInteger sent = new AtomicInteger();
  private final Set<Long> given = Collections.synchronizedSet(new HashSet<>());
  private final List<Long> received = Collections.synchronizedList(new ArrayList<>());
  private final List<DtoStatus> statuses = Collections.synchronizedList(new ArrayList<>());
  private final List<DtoStatus> sends = new ArrayList<>();
  private final int postedBefore;
  private final int sentBefore;
  private final int reapedBefore;
  private Counts seen;
  private volatile boolean over;
  private volatile boolean lost;

  SrqPairScene(Ia ia, ModelTables tables, DeclaredCapabilities capabilities, SrqSetup before) {
    this.ia = ia;
    this.tables = tables;
    this.before = before;
    exact = capabilities.has(DeclaredCapabilities.REPORTED_LIMIT);
    watermarks = capabilities.provider().srqWatermarksSupported() > 0;
    pz = own(ia.createPz());
    memory = own(ia.createLmr(ByteBuffer.allocateDirect(2 * LENGTH), pz, MemPriv.ALL));
    recv = evd(EvdFlags.DTO);
    request = evd(EvdFlags.DTO);
    connect = evd(EvdFlags.CONNECTION);
    peerRequest = evd(EvdFlags.DTO);
    Evd peerConnect = evd(EvdFlags.CONNECTION);
    srq = own(ia.createSrq(pz, new SrqAttr(SIZE, 1, DatConstants.SRQ_LW_DEFAULT)));
    granted = srq.query(SrqField.ALL).maxRecvDtos();
    boolean attached = before == SrqSetup.ATTACHED || before.isConnected();
    ep = attached ? own(createEp()) : null;
    peer =
        before.isConnected()
            ? own(ia.createEp(pz, evd(EvdFlags.DTO), peerRequest, peerConnect, null))
            : null;
    int buffers =
        switch (before) {
          case EMPTY, DRAINED -> 0;
          case ATTACHED, CONNECTED -> 1;
          case FULL, ARRIVED -> granted;
        };
    for (int i = 0; i < buffers; i++) {
      post();
    }
    if (before.isConnected()) {
      LocalConnection.establish(ep, connect, ia, peer, peerConnect);
    }
    if (before == SrqSetup.ARRIVED) {
      receiveTwo();
    }
    postedBefore = posted.get();
    sentBefore = sent.get();
    reapedBefore = received.size();
  }

  private Evd evd(int flags) {
    return own(ia.createEvd(EVENTS, null, flags));
  }

  private <T extends DatObject> T own(T object) {
    objects.add(0, object);
    return object;
  }

  private Ep createEp() {
    return ia.createEpWithSrq(pz, recv, request, connect, srq, EpAttr.DEFAULT);
  }

  /** Fills the queue again after two messages, of which one completion stays on the EVD. */
  private void receiveTwo() {
    send();
    send();
    DatEvent event = new DatEvent();
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    while (recv.await(PIECE_MICROS, 2, event) != DatReturn.SUCCESS) {
      if (limit.isOver()) {
        throw new IllegalStateException("the messages of the preparation did not come");
      }
    }
    taken(event);
    post();
  }

  @Override
  public SrqPairModel model() {
    EpState state =
        ep == null ? null : before.isConnected() ? EpState.CONNECTED : EpState.UNCONNECTED;
    SrqPairModel model = new SrqPairModel(tables, exact, watermarks, state, granted);
    model.before(postedBefore, sentBefore, reapedBefore);
    return model;
  }

  Answer post() {
    long cookie = cookies.incrementAndGet();
    given.add(cookie);
    Answer answer =
        DatAnswers.call(
            () ->
                srq.postRecv(
                    memory.lmrContext(), memory.registeredAddress() + LENGTH, LENGTH, cookie));
    if (answer.code() == DatReturn.SUCCESS) {
      posted.incrementAndGet();
    } else {
      given.remove(cookie);
    }
    return answer;
  }

  Answer query() {
    return counts(SrqField.MAX_RECV_DTO | SrqField.OUTSTANDING_DTO_COUNT);
  }

  Answer queryAvailable() {
    return counts(SrqField.AVAILABLE_DTO_COUNT);
  }

  private Answer counts(int mask) {
    Counts[] counts = new Counts[1];
    Answer answer = DatAnswers.run(() -> counts[0] = Counts.of(srq.query(mask)));
    return new Answer(answer.code(), counts[0]);
  }

  Answer watermark() {
    return DatAnswers.run(() -> srq.setLw(DatConstants.SRQ_LW_DEFAULT));
  }

  Answer resize(int size) {
    return DatAnswers.run(() -> srq.resize(size));
  }

  Answer free() {
    return DatAnswers.run(srq::free);
  }

  Answer create() {
    return DatAnswers.run(() -> created.add(createEp()));
  }

  Answer freeEp() {
    Answer answer = DatAnswers.run(ep::free);
    over = true;
    lost = true;
    return answer;
  }

  Answer disconnect() {
    Answer answer = DatAnswers.run(() -> ep.disconnect(CloseFlags.ABRUPT));
    over = true;
    return answer;
  }

  Answer send() {
    Answer answer =
        DatAnswers.call(
            () ->
                peer.postSend(
                    memory.lmrContext(),
                    memory.registeredAddress(),
                    LENGTH,
                    cookies.incrementAndGet(),
                    CompletionFlags.DEFAULT));
    if (answer.code() == DatReturn.SUCCESS) {
      sent.incrementAndGet();
    }
    return answer;
  }

  Answer dequeue() {
    DatEvent event = new DatEvent();
    Answer answer = DatAnswers.call(() -> recv.dequeue(event));
    if (answer.code() == DatReturn.SUCCESS) {
      taken(event);
    }
    return answer;
  }

  private void taken(DatEvent event) {
    received.add(event.cookie());
    statuses.add(event.status());
  }

  @Override
  public void look() {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    do {
      drain();
      try {
        seen = Counts.of(srq.query(SrqField.ALL));
      } catch (DatException e) {
        seen = null;
      }
    } while (!isQuiet() && !limit.isOver());
  }

  private void drain() {
    DatEvent event = new DatEvent();
    while (recv.dequeue(event) == DatReturn.SUCCESS) {
      taken(event);
    }
    while (peerRequest.dequeue(event) == DatReturn.SUCCESS) {
      sends.add(event.status());
    }
  }

  /** Returns whether each message has its buffer, and each buffer that was taken its completion. */
  private boolean isQuiet() {
    boolean failed = sends.stream().anyMatch(status -> status != DtoStatus.SUCCESS);
    if (!over && !failed) {
      int promised = Math.min(posted.get(), sent.get());
      if (received.size() < promised || sends.size() < promised) {
        return false;
      }
    }
    int left = posted.get() - received.size();
    return seen == null
        || lost
        || SrqPairModel.isWithin(seen.available(), left, left)
            && SrqPairModel.isWithin(seen.outstanding(), left, left);
  }

  @Override
  public String differs(SrqPairModel model) {
    if (model.freed != (seen == null)) {
      return "the queue is " + (seen == null ? "freed" : "not freed");
    }
    List<Long> cookies = List.copyOf(received);
    if (!given.containsAll(cookies) || new HashSet<>(cookies).size() < cookies.size()) {
      return "completions of nothing, or twice: " + cookies + " of " + given;
    }
    int promised = Math.min(model.posted, model.sent);
    if (received.size() > promised) {
      return received.size() + " Receives completed, but " + promised + " messages had a buffer";
    }
    if (!model.isOver()) {
      if (received.size() < promised || sends.size() < promised) {
        return promised + " messages had a buffer: Receives " + statuses + ", Sends " + sends;
      }
      if (statuses.stream().anyMatch(status -> status != DtoStatus.SUCCESS)
          || sends.stream().anyMatch(status -> status != DtoStatus.SUCCESS)) {
        return "a message failed: Receives " + statuses + ", Sends " + sends;
      }
    }
    if (seen == null) {
      return null;
    }
    int most = model.posted - received.size();
    int least = model.lost ? model.posted - promised : most;
    boolean fits =
        model.isSize(seen.size())
            && SrqPairModel.isWithin(seen.available(), least, most)
            && SrqPairModel.isWithin(seen.outstanding(), least, most);
    return fits ? null : "the queue has " + seen + "; left are " + most + " buffers";
  }

  @Override
  public void close() {
    List<DatObject> all = new ArrayList<>(created);
    all.addAll(objects);
    DatAnswers.close(all);
  }
}
