package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Locale;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;

/**
 * The model by which the DAT stepper judges a pair, two calls made at once, on an RSP and the
 * endpoints around it. A request may consume the RSP at any time after its connect (DAT-D20).
 */
final class RspPairModel extends ConnectPairModel {
  /** The state in which the calls find the qualifier. */
  enum QualifierSetup {
    /** Nothing listens. */
    UNRESERVED,
    /** A reserved service point listens. */
    LISTENING,
    /** Its request has come. */
    REQUESTED;

    String state() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int RESERVED = ModelTables.bit(EpState.RESERVED);
  private static final int PENDING = ModelTables.bit(EpState.PASSIVE_CONNECTION_PENDING);
  private static final int UNCONNECTED = ModelTables.bit(EpState.UNCONNECTED);

  final QualifierSetup before;
  final PairEndpoint spare = new PairEndpoint();
  private boolean reserved;

  /** A call created one more service point. */
  private boolean further;

  private boolean freed;

  RspPairModel(ModelTables tables, QualifierSetup before) {
    super(tables, before == QualifierSetup.REQUESTED);
    this.before = before;
    pspFreed = true;
    reserved = before != QualifierSetup.UNRESERVED;
    if (reserved) {
      passive.states = arrived ? PENDING : RESERVED;
    }
  }

  @Override
  boolean listens() {
    return reserved && !freed || further;
  }

  @Override
  void sent() {
    if (!refused) {
      comes();
    }
  }

  /** A request may reach the reserved endpoint. */
  private void comes() {
    if ((passive.states & RESERVED) != 0) {
      passive.states |= PENDING;
    }
  }

  /** Returns whether a request may have consumed the service point. */
  private boolean isUnsure() {
    return asked && !refused;
  }

  private boolean create(AllowedReturns right, Answer answer) {
    boolean used = further || reserved && !freed;
    AllowedReturns allowed = right;
    if (used) {
      boolean sure = further || !isUnsure();
      allowed = (sure ? right.failures() : right).or(DatReturn.CONN_QUAL_IN_USE);
    }
    return allowed.allow(answer.code());
  }

  private void created() {
    if (asked && refused) {
      refused = false;
      mayBeRefused = true;
      comes();
    }
  }

  boolean createRsp(Answer answer) {
    PairEndpoint side = before == QualifierSetup.UNRESERVED ? passive : spare;
    AllowedReturns right =
        side.freed
            ? AllowedReturns.of(DatReturn.INVALID_HANDLE)
            : tables.answers("rsp_create", side.states);
    if (!create(right, answer)) {
      return false;
    }
    if (answer.code() == DatReturn.SUCCESS) {
      side.states = RESERVED;
      reserved |= side == passive;
      further |= side == spare;
      created();
    }
    return true;
  }

  boolean createPsp(Answer answer) {
    if (!create(AllowedReturns.SUCCESS, answer)) {
      return false;
    }
    if (answer.code() == DatReturn.SUCCESS) {
      further = true;
      created();
    }
    return true;
  }

  boolean freeRsp(Answer answer) {
    if (freed || isUnsure() && isInvalid(answer)) {
      freed = true;
      return isInvalid(answer);
    }
    freed = true;
    mayBeRefused |= asked && !arrived;
    if ((passive.states & RESERVED) != 0) {
      passive.states = passive.states & ~RESERVED | UNCONNECTED;
    }
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean queryRsp(Answer answer) {
    if (freed || isUnsure() && isInvalid(answer)) {
      return isInvalid(answer);
    }
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  @Override
  boolean accept(Answer answer) {
    if (accepted || rejected) {
      return isInvalid(answer);
    }
    if (!follow(passive, "cr_accept_local", answer)) {
      return false;
    }
    accepted |= answer.code() == DatReturn.SUCCESS;
    return true;
  }

  @Override
  boolean reject(Answer answer) {
    boolean first = !accepted && !rejected;
    boolean allowed = super.reject(answer);
    if (first && rejected) {
      passive.states = tables.after("cr_reject_local", passive.states, DatReturn.SUCCESS);
    }
    return allowed;
  }
}
