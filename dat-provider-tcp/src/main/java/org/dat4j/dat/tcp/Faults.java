package org.dat4j.dat.tcp;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.spi.software.Access;
import org.dat4j.dat.tcp.wire.TerminateCode;

/** Between access checks, Terminate codes and completion statuses. */
final class Faults {

  private static final int LAYER_RDMAP = 0;
  private static final int LAYER_DDP = 1;
  private static final int PROTECTION = 1;
  private static final int DDP_UNTAGGED = 2;

  private Faults() {}

  /** The Terminate for a refused RDMA Write. */
  static int ofWrite(Access access) {
    return switch (access) {
      case OTHER_ZONE -> TerminateCode.DDP_STAG_NOT_ASSOCIATED.fault();
      case OUT_OF_BOUNDS -> TerminateCode.DDP_BASE_OR_BOUNDS.fault();
      case WRAPS -> TerminateCode.DDP_TO_WRAP.fault();
      default -> TerminateCode.DDP_INVALID_STAG.fault();
    };
  }

  /** The Terminate for a refused Read Request. */
  static int ofRead(Access access) {
    return switch (access) {
      case OTHER_ZONE -> TerminateCode.RDMAP_STAG_NOT_ASSOCIATED.fault();
      case NO_RIGHT -> TerminateCode.RDMAP_ACCESS_RIGHTS.fault();
      case OUT_OF_BOUNDS -> TerminateCode.RDMAP_BASE_OR_BOUNDS.fault();
      case WRAPS -> TerminateCode.RDMAP_TO_WRAP.fault();
      default -> TerminateCode.RDMAP_INVALID_STAG.fault();
    };
  }

  /**
   * Whether a peer that was refused may have guessed where there is memory. Who lacks a right knows
   * the memory, and what is freed while it is being touched was there.
   */
  static boolean isGuess(Access access) {
    return switch (access) {
      case UNKNOWN, OTHER_ZONE, OUT_OF_BOUNDS, WRAPS -> true;
      default -> false;
    };
  }

  /** The status of the request that a Terminate from the peer refuses. */
  static DtoStatus status(int fault) {
    int layer = TerminateCode.layer(fault);
    int etype = TerminateCode.etype(fault);
    if (fault == TerminateCode.DDP_TAGGED_VERSION.fault()) {
      return DtoStatus.ERR_TRANSPORT;
    }
    if (fault == TerminateCode.DDP_NO_BUFFER.fault()) {
      return DtoStatus.ERR_RECEIVER_NOT_READY;
    }
    boolean responder =
        isCatastrophic(fault)
            || fault == TerminateCode.DDP_MESSAGE_TOO_LONG.fault()
            || fault == TerminateCode.RDMAP_PROTECTED_STAG.fault()
            || fault == TerminateCode.RDMAP_UNKNOWN_STAG.fault();
    if (responder) {
      return DtoStatus.ERR_REMOTE_RESPONDER;
    }
    boolean access = (layer == LAYER_RDMAP || layer == LAYER_DDP) && etype == PROTECTION;
    return access ? DtoStatus.ERR_REMOTE_ACCESS : DtoStatus.ERR_TRANSPORT;
  }

  /** Whether the peer cannot go on, whatever it was sent. */
  static boolean isCatastrophic(int fault) {
    return fault == TerminateCode.RDMAP_CATASTROPHIC_STREAM.fault()
        || TerminateCode.layer(fault) <= LAYER_DDP && TerminateCode.etype(fault) == 0;
  }

  /** Whether a Terminate refuses an access by a Read Request; one by a Write is DDP's. */
  static boolean refusesRead(int fault) {
    return TerminateCode.layer(fault) == LAYER_RDMAP
        && TerminateCode.etype(fault) == PROTECTION
        && fault != TerminateCode.RDMAP_PROTECTED_STAG.fault();
  }

  /** Whether a Terminate refuses one Send for what the receiver had posted or it invalidates. */
  static boolean refusesSend(int fault) {
    return TerminateCode.layer(fault) == LAYER_DDP && TerminateCode.etype(fault) == DDP_UNTAGGED
        || fault == TerminateCode.RDMAP_PROTECTED_STAG.fault()
        || fault == TerminateCode.RDMAP_UNKNOWN_STAG.fault();
  }
}
