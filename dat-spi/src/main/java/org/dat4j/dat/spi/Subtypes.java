package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpState;
import org.dat4j.dat.HandleType;

/**
 * Finds the subtype of a refusal: of DAT_INVALID_HANDLE by the kind of handle, of DAT_INVALID_STATE
 * by the state of the endpoint.
 */
public final class Subtypes {

  private Subtypes() {}

  /**
   * The subtype of DAT_INVALID_HANDLE for a kind of handle.
   *
   * @param type the kind
   * @return a {@link DatSubtype}
   */
  public static int ofHandle(HandleType type) {
    return switch (type) {
      case IA -> DatSubtype.INVALID_HANDLE_IA;
      case EP -> DatSubtype.INVALID_HANDLE_EP;
      case LMR -> DatSubtype.INVALID_HANDLE_LMR;
      case RMR -> DatSubtype.INVALID_HANDLE_RMR;
      case PZ -> DatSubtype.INVALID_HANDLE_PZ;
      case PSP -> DatSubtype.INVALID_HANDLE_PSP;
      case RSP -> DatSubtype.INVALID_HANDLE_RSP;
      case CR -> DatSubtype.INVALID_HANDLE_CR;
      case CNO -> DatSubtype.INVALID_HANDLE_CNO;
      case SRQ -> DatSubtype.INVALID_HANDLE_SRQ;
      case EVD -> DatSubtype.INVALID_HANDLE1;
    };
  }

  /**
   * The subtype of DAT_INVALID_STATE for a state of an endpoint.
   *
   * @param state the state
   * @return a {@link DatSubtype}
   */
  public static int ofState(EpState state) {
    return switch (state) {
      case UNCONNECTED -> DatSubtype.INVALID_STATE_EP_UNCONNECTED;
      case ACTIVE_CONNECTION_PENDING -> DatSubtype.INVALID_STATE_EP_ACTCONNPENDING;
      case PASSIVE_CONNECTION_PENDING -> DatSubtype.INVALID_STATE_EP_PASSCONNPENDING;
      case TENTATIVE_CONNECTION_PENDING -> DatSubtype.INVALID_STATE_EP_TENTCONNPENDING;
      case CONNECTED -> DatSubtype.INVALID_STATE_EP_CONNECTED;
      case DISCONNECTED -> DatSubtype.INVALID_STATE_EP_DISCONNECTED;
      case RESERVED -> DatSubtype.INVALID_STATE_EP_RESERVED;
      case COMPLETION_PENDING -> DatSubtype.INVALID_STATE_EP_COMPLPENDING;
      case DISCONNECT_PENDING -> DatSubtype.INVALID_STATE_EP_DISCPENDING;
      case UNCONFIGURED_UNCONNECTED -> DatSubtype.INVALID_STATE_EP_UNCONFIGURED;
      case UNCONFIGURED_RESERVED -> DatSubtype.INVALID_STATE_EP_UNCONFRESERVED;
      case UNCONFIGURED_PASSIVE -> DatSubtype.INVALID_STATE_EP_UNCONFPASSIVE;
      case UNCONFIGURED_TENTATIVE -> DatSubtype.INVALID_STATE_EP_UNCONFTENTATIVE;
    };
  }
}
