package org.dat4j.conformance.dat.mutant;

import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.CrField;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspField;
import org.dat4j.dat.spi.forward.Call;

/**
 * The call of one row in the table of endpoint states, from which DAT mutants are made: all calls
 * of a manual page, or some. The part, after a colon in the table, says which. A row with the page
 * {@code event} is an event.
 *
 * @param page the page
 * @param part what distinguishes the calls, or empty
 */
record EpCall(String page, String part) {
  private static final long EVDS =
      EpField.RECV_EVD_HANDLE | EpField.REQUEST_EVD_HANDLE | EpField.CONNECT_EVD_HANDLE;
  private static final long SPECIFIC =
      EpField.EP_ATTR_NUM_TRANSPORT_ATTR
          | EpField.EP_ATTR_TRANSPORT_SPECIFIC_ATTR
          | EpField.EP_ATTR_NUM_PROVIDER_ATTR
          | EpField.EP_ATTR_PROVIDER_SPECIFIC_ATTR;
  private static final long ATTRIBUTES =
      EpField.EP_ATTR_ALL & ~SPECIFIC & ~EpField.EP_ATTR_SRQ_SOFT_HW;

  static EpCall parse(String text) {
    int colon = text.indexOf(':');
    return colon < 0
        ? new EpCall(text, "")
        : new EpCall(text.substring(0, colon), text.substring(colon + 1));
  }

  /** Returns the endpoint whose state matters for a call of this row; null for another call. */
  Ep subject(Call call) {
    if (!DatPages.of(call).equals(page)) {
      return null;
    }
    Object[] arguments = call.arguments();
    return switch (page) {
      case "dat_rsp_create" -> (Ep) arguments[1];
      case "dat_rmr_bind" -> (Ep) arguments[4];
      case "dat_rsp_free" -> reserved((Rsp) call.object());
      case "dat_cr_accept" ->
          part.equals("own")
              ? arguments[0] == null ? local((Cr) call.object()) : null
              : (Ep) arguments[0];
      case "dat_cr_reject", "dat_cr_handoff" -> local((Cr) call.object());
      case "dat_ep_dup_connect" -> part.equals("dup") ? (Ep) arguments[0] : (Ep) call.object();
      case "dat_ep_disconnect" ->
          arguments[0] == (part.equals("graceful") ? CloseFlags.GRACEFUL : CloseFlags.ABRUPT)
              ? (Ep) call.object()
              : null;
      case "dat_ep_modify" -> selects((long) arguments[0]) ? (Ep) call.object() : null;
      default -> call.object() instanceof Ep ep ? ep : null;
    };
  }

  private boolean selects(long mask) {
    long bits =
        switch (part) {
          case "pz" -> EpField.PZ_HANDLE;
          case "evd" -> EVDS;
          case "attr" -> ATTRIBUTES;
          case "specific" -> SPECIFIC;
          default -> EpField.ALL & ~EpField.PZ_HANDLE & ~EVDS & ~ATTRIBUTES & ~SPECIFIC;
        };
    return (mask & bits) != 0;
  }

  private static Ep local(Cr cr) {
    try {
      return cr.query(CrField.ALL).localEp();
    } catch (DatException destroyed) {
      return null;
    }
  }

  private static Ep reserved(Rsp rsp) {
    try {
      return rsp.query(RspField.ALL).ep();
    } catch (DatException freed) {
      return null;
    }
  }

  /** Returns whether an endpoint is live and in a state. */
  static boolean in(EpState state, Ep ep) {
    try {
      return ep != null && ep.getStatus().state() == state;
    } catch (DatException freed) {
      return false;
    }
  }
}
