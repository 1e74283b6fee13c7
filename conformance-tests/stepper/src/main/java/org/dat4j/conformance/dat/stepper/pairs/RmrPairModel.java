package org.dat4j.conformance.dat.stepper.pairs;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;

/**
 * The model by which the DAT stepper judges a pair, two calls made at once, on an RMR over one LMR.
 * It follows the two calls in one order. A bind takes effect between its post and its completion.
 */
final class RmrPairModel {
  private static final String BIND = "bind";
  private static final String WRITE = "write";
  private static final String SEND = "send";
  private static final int CONNECTED = ModelTables.bit(EpState.CONNECTED);
  private static final int DISCONNECTED = ModelTables.bit(EpState.DISCONNECTED);

  /** A request that was accepted, and the statuses that it may report. */
  static final class PairRequest {
    final long cookie;
    final Set<DtoStatus> can = EnumSet.of(DtoStatus.SUCCESS);

    /** The endpoint was freed since. */
    boolean mayBeLost;

    PairRequest(long cookie) {
      this.cookie = cookie;
    }
  }

  private final ModelTables tables;
  private boolean ended;
  private boolean epFreed;
  final List<PairRequest> binds = new ArrayList<>();
  final List<PairRequest> writes = new ArrayList<>();
  final List<PairRequest> sends = new ArrayList<>();
  boolean freed;
  boolean memoryFreed;

  /** Whether the registration is certainly in use by the region, and whether it may be. */
  private boolean surelyBound;

  boolean mayBind;

  /** The place of the last bind; {@link RmrPairScene#NOWHERE} if the region is unbound. */
  private int place;

  /** Whether the context that the peer has may be invalid. */
  private boolean revoked;

  /** Whether an access or a bind may have broken the connection. */
  boolean mayBreak;

  /**
   * Makes the model.
   *
   * @param bound whether a bind was posted before
   * @param completed whether it has completed
   */
  RmrPairModel(ModelTables tables, boolean bound, boolean completed) {
    this.tables = tables;
    mayBind = bound;
    surelyBound = bound && completed;
    place = bound ? RmrPairScene.FIRST_PLACE : RmrPairScene.NOWHERE;
    if (bound && !completed) {
      // No page lets a peer use the context before the bind has completed.
      revoked = true;
    }
  }

  private static boolean isInvalid(Answer answer) {
    return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
  }

  /** Notes a bind that was posted before the calls and has not completed. */
  void pending(long cookie) {
    binds.add(new PairRequest(cookie));
  }

  private int states() {
    return ended
        ? DISCONNECTED | ModelTables.bit(EpState.DISCONNECT_PENDING)
        : mayBreak ? CONNECTED | DISCONNECTED : CONNECTED;
  }

  /** Follows a Send of the memory below the region. */
  boolean send(Answer answer) {
    if (epFreed) {
      return isInvalid(answer);
    }
    if (memoryFreed && TransferPairModel.UNKNOWN_CONTEXT.allow(answer.code())) {
      return true;
    }
    if (!tables.answers("post_request", states()).allow(answer.code())) {
      return false;
    }
    if (DatAnswers.is(answer, DatReturn.SUCCESS)) {
      PairRequest posted = new PairRequest((Long) answer.value());
      sends.add(posted);
      if (memoryFreed) {
        sendFails(posted);
      }
      if (mayBreak || ended) {
        flush();
      }
    }
    return true;
  }

  private void sendFails(PairRequest send) {
    send.can.addAll(tables.statuses("local", SEND));
    breaks();
  }

  boolean disconnect(Answer answer) {
    if (epFreed) {
      return isInvalid(answer);
    }
    ended = true;
    breaks();
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean freeEp(Answer answer) {
    if (epFreed) {
      return DatAnswers.fitsSecondFree(answer);
    }
    epFreed = true;
    ended = true;
    breaks();
    binds.forEach(bind -> bind.mayBeLost = true);
    sends.forEach(send -> send.mayBeLost = true);
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean create(Answer answer) {
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean bind(Answer answer, boolean unbind) {
    if (freed || epFreed) {
      return isInvalid(answer);
    }
    if (!unbind && memoryFreed && TransferPairModel.UNKNOWN_CONTEXT.allow(answer.code())) {
      return true;
    }
    if (!tables.answers("post_request", states()).allow(answer.code())) {
      return false;
    }
    if (!DatAnswers.is(answer, DatReturn.SUCCESS)) {
      return true;
    }
    PairRequest posted = new PairRequest((Long) answer.value());
    binds.add(posted);
    if (!unbind && memoryFreed) {
      fails(posted);
    }
    if (mayBreak) {
      flush();
    }
    surelyBound &= !unbind;
    mayBind |= !unbind;
    place = unbind ? RmrPairScene.NOWHERE : RmrPairScene.SECOND_PLACE;
    revoke();
    return true;
  }

  /** Ends the context that the peer has: accesses of which nothing is known may fail. */
  private void revoke() {
    revoked = true;
    for (PairRequest write : writes) {
      write.can.addAll(tables.statuses("revoked", WRITE));
      breaks();
    }
  }

  private void fails(PairRequest bind) {
    bind.can.addAll(tables.statuses("local", BIND));
    breaks();
  }

  private void breaks() {
    mayBreak = true;
    surelyBound = false;
    flush();
  }

  private void flush() {
    binds.forEach(bind -> bind.can.addAll(tables.statuses("ended", BIND)));
    sends.forEach(send -> send.can.addAll(tables.statuses("ended", SEND)));
    writes.forEach(write -> write.can.addAll(tables.statuses("ended", WRITE)));
  }

  boolean query(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    boolean known = place != RmrPairScene.NOWHERE && !mayBreak;
    return DatAnswers.is(answer, DatReturn.SUCCESS) && (!known || answer.value().equals(place));
  }

  boolean free(Answer answer) {
    if (freed) {
      return DatAnswers.fitsSecondFree(answer);
    }
    freed = true;
    surelyBound = false;
    mayBind = !binds.isEmpty();
    // No page says how a bind ends whose region was freed.
    List.copyOf(binds).forEach(this::fails);
    revoke();
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean freeMemory(Answer answer) {
    if (memoryFreed) {
      return DatAnswers.fitsSecondFree(answer);
    }
    if (DatAnswers.is(answer, DatReturn.INVALID_STATE)) {
      return mayBind;
    }
    if (!DatAnswers.is(answer, DatReturn.SUCCESS) || surelyBound) {
      return false;
    }
    memoryFreed = true;
    List.copyOf(binds).forEach(this::fails);
    List.copyOf(sends).forEach(this::sendFails);
    revoke();
    return true;
  }

  /** Follows a write of the peer through the context that the region had before the calls. */
  boolean write(Answer answer) {
    int states = mayBreak ? CONNECTED | DISCONNECTED : CONNECTED;
    if (!tables.answers("post_request", states).allow(answer.code())) {
      return false;
    }
    if (DatAnswers.is(answer, DatReturn.SUCCESS)) {
      PairRequest posted = new PairRequest((Long) answer.value());
      writes.add(posted);
      if (mayBreak || ended) {
        posted.can.addAll(tables.statuses("ended", WRITE));
      }
      if (freed) {
        posted.can.remove(DtoStatus.SUCCESS);
      }
      if (revoked) {
        Set<DtoStatus> statuses = EnumSet.copyOf(tables.statuses("revoked", WRITE));
        statuses.addAll(tables.statuses("ended", WRITE));
        if (freed) {
          statuses.remove(DtoStatus.SUCCESS);
        }
        mayBreak = true;
        surelyBound = false;
        flushOthers(posted);
        posted.can.addAll(statuses);
      }
    }
    return true;
  }

  private void flushOthers(PairRequest failed) {
    sends.forEach(send -> send.can.addAll(tables.statuses("ended", SEND)));
    binds.forEach(bind -> bind.can.addAll(tables.statuses("ended", BIND)));
    for (PairRequest write : writes) {
      if (write != failed) {
        write.can.addAll(tables.statuses("ended", WRITE));
      }
    }
  }
}
