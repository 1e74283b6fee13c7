package org.dat4j.dat.spi;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;

/**
 * Checks of dat_ep_modify, the same for all DAT providers: which parameters of an endpoint can
 * change, in which state, to which value.
 */
final class EpModifyChecks {

  private static final int POSITION = 3;
  private static final long FIXED =
      EpField.IA_HANDLE
          | EpField.EP_STATE
          | EpField.LOCAL_IA_ADDRESS_PTR
          | EpField.LOCAL_PORT_QUAL
          | EpField.REMOTE_IA_ADDRESS_PTR
          | EpField.REMOTE_PORT_QUAL
          | EpField.SRQ_HANDLE
          | EpField.EP_ATTR_SRQ_SOFT_HW;
  private static final long EVDS =
      EpField.RECV_EVD_HANDLE | EpField.REQUEST_EVD_HANDLE | EpField.CONNECT_EVD_HANDLE;
  private static final long SPECIFIC =
      EpField.EP_ATTR_NUM_TRANSPORT_ATTR
          | EpField.EP_ATTR_TRANSPORT_SPECIFIC_ATTR
          | EpField.EP_ATTR_NUM_PROVIDER_ATTR
          | EpField.EP_ATTR_PROVIDER_SPECIFIC_ATTR;

  private EpModifyChecks() {}

  /** Refuses what can never change and what cannot change in the present state. */
  static void fields(AbstractEp ep, long mask) {
    String where = ep.where("modify");
    if ((mask & FIXED) != 0) {
      throw Errors.parameter(
          where,
          2,
          "mask",
          "0x" + Long.toHexString(mask & FIXED),
          "these parameters never change; create another endpoint");
    }
    EpState state = ep.knownState();
    if (state != null) {
      state(ep, mask, state);
    }
  }

  /** Refuses what cannot change in a state. */
  static void state(AbstractEp ep, long mask, EpState state) {
    group(ep, mask & EpField.PZ_HANDLE, EpInput.MODIFY_PZ, state);
    group(ep, mask & EVDS, EpInput.MODIFY_EVD, state);
    group(ep, mask & EpField.EP_ATTR_ALL & ~SPECIFIC, EpInput.MODIFY_ATTRIBUTE, state);
    group(ep, mask & SPECIFIC, EpInput.MODIFY_SPECIFIC, state);
  }

  private static void group(AbstractEp ep, long selected, EpInput row, EpState state) {
    if (selected != 0 && !row.permits(state)) {
      throw ep.wrongState("modify", state, "modify the endpoint before it connects or accepts");
    }
  }

  /** The parts that result; a handle inside the structure is a parameter, not the handle. */
  static EpSpec spec(AbstractEp ep, long mask, EpParam to) {
    EpSpec is = ep.spec();
    AbstractPz pz = is.pz();
    if ((mask & EpField.PZ_HANDLE) != 0) {
      try {
        pz = EpChecks.zone(ep.ia(), ep.where("modify"), to.pz());
      } catch (DatException e) {
        throw asParameter(ep, "pz", e);
      }
      if (pz != null && is.srq() != null) {
        SrqChecks.zone(ep.where("modify"), POSITION, is.srq(), pz);
      }
    }
    return new EpSpec(
        pz,
        (mask & EpField.RECV_EVD_HANDLE) == 0
            ? is.recvEvd()
            : evd(ep, "recvEvd", to.recvEvd(), EvdFlags.DTO),
        (mask & EpField.REQUEST_EVD_HANDLE) == 0
            ? is.requestEvd()
            : evd(ep, "requestEvd", to.requestEvd(), EvdFlags.DTO),
        (mask & EpField.CONNECT_EVD_HANDLE) == 0
            ? is.connectEvd()
            : evd(ep, "connectEvd", to.connectEvd(), EvdFlags.CONNECTION),
        is.srq());
  }

  private static AbstractEvd evd(AbstractEp ep, String argument, Evd evd, int flag) {
    try {
      return EpChecks.evd(
          ep.ia(), ep.where("modify"), argument, evd, flag, DatSubtype.INVALID_HANDLE1);
    } catch (DatException e) {
      throw asParameter(ep, argument, e);
    }
  }

  private static DatException asParameter(AbstractEp ep, String argument, DatException e) {
    return e.type() != DatReturn.INVALID_HANDLE
        ? e
        : Errors.parameter(ep.where("modify"), POSITION, argument, e.value(), e.remedy());
  }

  /** The attributes that result. */
  static EpAttr attr(AbstractEp ep, long mask, EpParam to) {
    if ((mask & EpField.EP_ATTR_ALL) == 0) {
      return ep.attr();
    }
    if (to.attr() == null) {
      throw Errors.parameter(ep.where("modify"), POSITION, "attr", null, "give an EpAttr");
    }
    EpAttr is = ep.attr();
    EpAttr wanted = to.attr();
    EpAttr.Builder next = is.toBuilder();
    if ((mask & EpField.EP_ATTR_SERVICE_TYPE) != 0) {
      next.serviceType(wanted.serviceType());
    }
    if ((mask & EpField.EP_ATTR_MAX_MESSAGE_SIZE) != 0) {
      next.maxMessageSize(wanted.maxMessageSize());
    }
    if ((mask & EpField.EP_ATTR_MAX_RDMA_SIZE) != 0) {
      next.maxRdmaSize(wanted.maxRdmaSize());
    }
    if ((mask & EpField.EP_ATTR_QOS) != 0) {
      next.qos(wanted.qos());
    }
    if ((mask & EpField.EP_ATTR_RECV_COMPLETION_FLAGS) != 0) {
      next.recvCompletionFlags(wanted.recvCompletionFlags());
    }
    if ((mask & EpField.EP_ATTR_REQUEST_COMPLETION_FLAGS) != 0) {
      next.requestCompletionFlags(wanted.requestCompletionFlags());
    }
    counts(next, mask, wanted);
    if ((mask & (EpField.EP_ATTR_NUM_TRANSPORT_ATTR | EpField.EP_ATTR_TRANSPORT_SPECIFIC_ATTR))
        != 0) {
      next.transportSpecific(wanted.transportSpecific());
    }
    if ((mask & (EpField.EP_ATTR_NUM_PROVIDER_ATTR | EpField.EP_ATTR_PROVIDER_SPECIFIC_ATTR))
        != 0) {
      next.providerSpecific(wanted.providerSpecific());
    }
    String where = ep.where("modify");
    AbstractSrq srq = ep.spec().srq();
    EpAttr attr = srq == null ? next.build() : SrqChecks.endpoint(where, srq, next.build());
    return EpChecks.attributes(ep.ia(), where, POSITION, attr);
  }

  private static void counts(EpAttr.Builder next, long mask, EpAttr wanted) {
    if ((mask & EpField.EP_ATTR_MAX_RECV_DTOS) != 0) {
      next.maxRecvDtos(wanted.maxRecvDtos());
    }
    if ((mask & EpField.EP_ATTR_MAX_REQUEST_DTOS) != 0) {
      next.maxRequestDtos(wanted.maxRequestDtos());
    }
    if ((mask & EpField.EP_ATTR_MAX_RECV_IOV) != 0) {
      next.maxRecvIov(wanted.maxRecvIov());
    }
    if ((mask & EpField.EP_ATTR_MAX_REQUEST_IOV) != 0) {
      next.maxRequestIov(wanted.maxRequestIov());
    }
    if ((mask & EpField.EP_ATTR_MAX_RDMA_READ_IN) != 0) {
      next.maxRdmaReadIn(wanted.maxRdmaReadIn());
    }
    if ((mask & EpField.EP_ATTR_MAX_RDMA_READ_OUT) != 0) {
      next.maxRdmaReadOut(wanted.maxRdmaReadOut());
    }
    if ((mask & EpField.EP_ATTR_MAX_RDMA_READ_IOV) != 0) {
      next.maxRdmaReadIov(wanted.maxRdmaReadIov());
    }
    if ((mask & EpField.EP_ATTR_MAX_RDMA_WRITE_IOV) != 0) {
      next.maxRdmaWriteIov(wanted.maxRdmaWriteIov());
    }
  }
}
