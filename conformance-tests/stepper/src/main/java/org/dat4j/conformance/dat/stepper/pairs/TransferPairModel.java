package org.dat4j.conformance.dat.stepper.pairs;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;

/**
 * The model by which the DAT stepper judges a pair, two calls made at once, on a connected
 * endpoint, its peer and their memory. It follows the two calls in one order. Answers, states and
 * statuses come from the tables of the stepper's model.
 */
final class TransferPairModel {
  static final String SEND = "send";
  static final String RECV = "recv";
  static final String WRITE = "write";
  static final String READ = "read";

  private static final int CONNECTED = ModelTables.bit(EpState.CONNECTED);
  private static final int DISCONNECTED = ModelTables.bit(EpState.DISCONNECTED);
  private static final int PENDING = ModelTables.bit(EpState.DISCONNECT_PENDING);

  /** The codes for a context of a freed registration: the page names none. */
  static final AllowedReturns UNKNOWN_CONTEXT =
      AllowedReturns.of(
          DatReturn.INVALID_PARAMETER,
          DatReturn.PRIVILEGES_VIOLATION,
          DatReturn.PROTECTION_VIOLATION);

  /** A transfer that the endpoint accepted. */
  static final class PairTransfer {
    final long cookie;
    final String kind;
    final Set<DtoStatus> can = EnumSet.noneOf(DtoStatus.class);

    /** The endpoint was freed or reset since. */
    boolean mayBeLost;

    /** It was posted behind a reset, for a connection that is not made. */
    boolean isForNext;

    PairTransfer(long cookie, String kind) {
      this.cookie = cookie;
      this.kind = kind;
    }
  }

  private final ModelTables tables;
  final List<PairTransfer> requests = new ArrayList<>();
  final List<PairTransfer> receives = new ArrayList<>();

  /** The Sends of the peer that were accepted during the calls. */
  final List<PairTransfer> peerSends = new ArrayList<>();

  int states;
  boolean freed;

  /** The connection certainly ended during the calls, or a transfer may have broken it. */
  boolean ended;

  boolean mayBreak;

  boolean peerFreed;
  private boolean peerDisconnected;

  /** The EVDs were made unwaitable, to relieve a wait. */
  private boolean unwaitable;

  private final boolean connected;
  private boolean localFreed;
  private boolean remoteFreed;

  TransferPairModel(ModelTables tables, EpState state) {
    this.tables = tables;
    this.states = ModelTables.bit(state);
    this.connected = state == EpState.CONNECTED;
  }

  /** Adds the states that the endpoint can have reached without a call on it. */
  private void widen() {
    if ((ended || mayBreak) && (states & (CONNECTED | PENDING)) != 0) {
      states |= DISCONNECTED;
    }
  }

  private static boolean isInvalid(Answer answer) {
    return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
  }

  boolean post(Answer answer, String kind) {
    if (freed) {
      return isInvalid(answer);
    }
    widen();
    String row = kind.equals(RECV) ? "post_recv" : "post_request";
    AllowedReturns allowed = tables.answers(row, states);
    if (localFreed) {
      allowed = allowed.or(DatReturn.PROTECTION_VIOLATION).or(DatReturn.PRIVILEGES_VIOLATION);
    }
    if (!allowed.allow(answer.code())) {
      return false;
    }
    if (answer.code() != DatReturn.SUCCESS) {
      return true;
    }
    states = tables.after(row, states, answer.code());
    accept((Long) answer.value(), kind);
    return true;
  }

  /** Notes a transfer that was accepted. */
  void accept(long cookie, String kind) {
    PairTransfer posted = new PairTransfer(cookie, kind);
    boolean over = states == DISCONNECTED;
    posted.can.add(over ? DtoStatus.ERR_FLUSHED : DtoStatus.SUCCESS);
    if (localFreed) {
      withoutLocal(posted);
    }
    if (remoteFreed) {
      withoutRemote(posted);
    }
    (kind.equals(RECV) ? receives : requests).add(posted);
    if (!over && (ended || mayBreak)) {
      flush(posted);
    }
  }

  private void withoutLocal(PairTransfer posted) {
    posted.can.addAll(tables.statuses("local", posted.kind));
    breaks();
  }

  private void withoutRemote(PairTransfer posted) {
    if (!posted.kind.equals(RECV)) {
      posted.can.addAll(
          tables.statuses(posted.kind.equals(SEND) ? "bad_receive" : "revoked", posted.kind));
      breaks();
    }
  }

  private void breaks() {
    mayBreak |= connected;
    flush();
  }

  /** Lets all transfers fail that are under way. */
  private void flush() {
    for (List<PairTransfer> line : List.of(requests, receives, peerSends)) {
      for (PairTransfer posted : line) {
        flush(posted);
      }
    }
  }

  private void flush(PairTransfer posted) {
    if (posted.isForNext && !freed) {
      return;
    }
    posted.can.addAll(tables.statuses("ended", posted.kind));
    if (mayBreak && !posted.kind.equals(RECV)) {
      // The fault of one transfer shows on others of the connection in many ways.
      posted.can.add(DtoStatus.ERR_REMOTE_RESPONDER);
      posted.can.add(DtoStatus.ERR_REMOTE_ACCESS);
      posted.can.add(DtoStatus.ERR_BAD_RESPONSE);
    }
  }

  boolean disconnect(Answer answer, boolean graceful) {
    if (freed) {
      return isInvalid(answer);
    }
    widen();
    boolean surelyUp = (states & (CONNECTED | PENDING)) != 0;
    String row = graceful ? "disconnect_graceful" : "disconnect_abrupt";
    if (!tables.answers(row, states).allow(answer.code())) {
      return false;
    }
    states = tables.after(row, states, answer.code());
    if (answer.code() == DatReturn.SUCCESS && surelyUp) {
      ended = true;
      if (!graceful || mayBreak) {
        flush();
      }
      for (PairTransfer receive : receives) {
        receive.can.addAll(tables.statuses("ended", RECV));
      }
      // A graceful end waits for the requests of its own side only.
      peerSends.forEach(this::flush);
    }
    return true;
  }

  boolean reset(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    widen();
    if (!tables.answers("reset", states).allow(answer.code())) {
      return false;
    }
    boolean afterConnection = (states & DISCONNECTED) != 0;
    states = tables.after("reset", states, answer.code());
    if (answer.code() == DatReturn.SUCCESS && afterConnection) {
      lose();
    }
    return true;
  }

  /**
   * Follows a reset and the post of a Receive behind it, which the other call may get refused. That
   * Receive completes by a free at most: there is no connection that could use or flush it.
   */
  boolean resetAndReceive(Answer answer) {
    boolean allowed = reset(answer);
    if (allowed && answer.value() != null) {
      PairTransfer posted = new PairTransfer((Long) answer.value(), RECV);
      posted.isForNext = true;
      posted.mayBeLost = true;
      receives.add(posted);
    }
    return allowed;
  }

  boolean free(Answer answer) {
    if (freed) {
      return DatAnswers.fitsSecondFree(answer);
    }
    widen();
    if (!tables.answers("free", states).allow(answer.code())) {
      return false;
    }
    if (answer.code() == DatReturn.SUCCESS) {
      ended |= connected;
      freed = true;
      flush();
      lose();
    }
    return true;
  }

  private void lose() {
    requests.forEach(posted -> posted.mayBeLost = true);
    receives.forEach(posted -> posted.mayBeLost = true);
  }

  /** Follows a call that tells the state. */
  boolean status(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    widen();
    return DatAnswers.is(answer, DatReturn.SUCCESS)
        && (states & ModelTables.bit((EpState) answer.value())) != 0;
  }

  boolean modify(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    widen();
    return tables.answers("modify_attr", states).allow(answer.code());
  }

  /** Follows the connect of another endpoint, to where this one is connected. */
  boolean duplicate(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    widen();
    return tables.answers("dup_connect_as_dup", states).allow(answer.code());
  }

  boolean queryMemory(Answer answer) {
    return localFreed ? isInvalid(answer) : DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean syncMemory(Answer answer) {
    return localFreed
        ? UNKNOWN_CONTEXT.allow(answer.code())
        : DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean freeMemory(Answer answer, boolean local) {
    boolean gone = local ? localFreed : remoteFreed;
    if (gone) {
      return DatAnswers.fitsSecondFree(answer);
    }
    if (local) {
      localFreed = true;
    } else {
      remoteFreed = true;
    }
    for (PairTransfer posted : List.copyOf(requests)) {
      if (local) {
        withoutLocal(posted);
      } else {
        withoutRemote(posted);
      }
    }
    if (!local) {
      List.copyOf(peerSends).forEach(this::withoutLocal);
    }
    if (local && !receives.isEmpty()) {
      receives.forEach(this::withoutLocal);
      peerSends.forEach(this::withoutReceive);
    }
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  private void withoutReceive(PairTransfer peerSend) {
    peerSend.can.addAll(tables.statuses("bad_receive", SEND));
  }

  /** Returns the states in which the peer may be. */
  private int peerStates() {
    int over = ended || mayBreak ? CONNECTED | DISCONNECTED : CONNECTED;
    return peerDisconnected ? over | PENDING : over;
  }

  boolean peerSends(Answer answer, long cookie) {
    if (peerFreed) {
      return isInvalid(answer);
    }
    if (!ofPeer("post_request").allow(answer.code())) {
      return false;
    }
    if (DatAnswers.is(answer, DatReturn.SUCCESS)) {
      PairTransfer posted = new PairTransfer(cookie, SEND);
      posted.can.add(DtoStatus.SUCCESS);
      peerSends.add(posted);
      if (remoteFreed) {
        withoutLocal(posted);
      }
      if (localFreed) {
        receives.forEach(this::withoutLocal);
        withoutReceive(posted);
      }
      if (ended || mayBreak) {
        flush(posted);
      }
    }
    return true;
  }

  boolean peerReceives(Answer answer) {
    return peerFreed ? isInvalid(answer) : ofPeer("post_recv").allow(answer.code());
  }

  /** Returns the answers of a post of the peer; its registration may be gone. */
  private AllowedReturns ofPeer(String row) {
    AllowedReturns allowed = tables.answers(row, peerStates());
    return remoteFreed
        ? allowed.or(DatReturn.PROTECTION_VIOLATION).or(DatReturn.PRIVILEGES_VIOLATION)
        : allowed;
  }

  boolean endPeer(Answer answer, boolean free) {
    if (peerFreed) {
      return free ? DatAnswers.fitsSecondFree(answer) : isInvalid(answer);
    }
    peerFreed |= free;
    peerDisconnected |= !free;
    if (free) {
      peerSends.forEach(posted -> posted.mayBeLost = true);
    }
    if (connected && !freed) {
      ended = true;
      flush();
    }
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean isConnected() {
    return connected;
  }

  /** Returns whether Receives were posted, so that a Send of the peer finds one. */
  boolean isReceiving() {
    return connected && !receives.isEmpty();
  }

  /**
   * A wait for the end of the connection, or, with Receives posted, for the first of them. The
   * events of an endpoint that was freed or reset may be lost.
   */
  record PeerWait(boolean forReceive) implements PairCall.Wait<TransferPairModel> {
    @Override
    public boolean start(TransferPairModel model, int slot, Answer answer) {
      return answer == null || DatAnswers.is(answer, DatReturn.SUCCESS, DatReturn.INVALID_STATE);
    }

    @Override
    public boolean end(TransferPairModel model, int slot, Answer answer) {
      if (DatAnswers.is(answer, DatReturn.INVALID_STATE)) {
        return model.unwaitable;
      }
      return DatAnswers.is(answer, DatReturn.SUCCESS)
          && (mustEnd(model, slot) || model.ended || model.mayBreak);
    }

    @Override
    public boolean mustEnd(TransferPairModel model, int slot) {
      return model.unwaitable
          || model.ended && !model.freed
          || forReceive && !model.peerSends.isEmpty() && !model.freed;
    }

    @Override
    public void relieve(TransferPairModel model) {
      model.unwaitable = true;
    }
  }

  /** Returns whether the connection ended before the calls. */
  boolean isOver() {
    return !connected && (states & DISCONNECTED) != 0;
  }

  /** Returns whether an endpoint in this state fits, at the end of all. */
  boolean fits(EpState state) {
    widen();
    return (states & ModelTables.bit(state)) != 0;
  }
}
