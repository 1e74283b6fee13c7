package org.dat4j.dat.tcp.connection;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.tcp.wire.TerminateCode;

/**
 * A mapping of refused memory accesses to codes of the iWARP Terminate message, and of such codes
 * from the peer to DAT completion statuses.
 */
final class TerminateMapping {

  private static final int LAYER_RDMAP = 0;
  private static final int LAYER_DDP = 1;
  private static final int PROTECTION = 1;
  private static final int DDP_UNTAGGED = 2;

  private TerminateMapping() {}

  /** Returns the Terminate for a refused RDMA Write. */
  static int ofWrite(AccessResult access) {
    return switch (access) {
      case OTHER_ZONE -> TerminateCode.DDP_STAG_NOT_ASSOCIATED.fault();
      case OUT_OF_BOUNDS -> TerminateCode.DDP_BASE_OR_BOUNDS.fault();
      case WRAPS -> TerminateCode.DDP_TO_WRAP.fault();
      default -> TerminateCode.DDP_INVALID_STAG.fault();
    };
  }

  /** Returns the Terminate for a refused Read Request. */
  static int ofRead(AccessResult access) {
    return switch (access) {
      case OTHER_ZONE -> TerminateCode.RDMAP_STAG_NOT_ASSOCIATED.fault();
      case NO_RIGHT -> TerminateCode.RDMAP_ACCESS_RIGHTS.fault();
      case OUT_OF_BOUNDS -> TerminateCode.RDMAP_BASE_OR_BOUNDS.fault();
      case WRAPS -> TerminateCode.RDMAP_TO_WRAP.fault();
      default -> TerminateCode.RDMAP_INVALID_STAG.fault();
    };
  }

  /**
   * Tells whether a refused peer may have guessed the memory. A peer that lacks a right knows the
   * memory, and memory freed while it is used did exist.
   */
  static boolean isInvalidAccess(AccessResult access) {
    return switch (access) {
      case UNKNOWN, OTHER_ZONE, OUT_OF_BOUNDS, WRAPS -> true;
      default -> false;
    };
  }

  /** Returns the status of the request that a Terminate from the peer refuses. */
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

  /** Returns what a Terminate from the peer means to a program, to follow its description. */
  static String explanation(int fault) {
    if (fault == TerminateCode.DDP_NO_BUFFER.fault()) {
      return ": the peer had no receive posted in time";
    }
    if (fault == TerminateCode.DDP_MESSAGE_TOO_LONG.fault()) {
      return ": the message is longer than the receive the peer had posted";
    }
    if (fault == TerminateCode.RDMAP_ACCESS_RIGHTS.fault()) {
      return ": the peer's memory lacks the privilege";
    }
    if (fault == TerminateCode.DDP_INVALID_STAG.fault()) {
      return ": the peer's memory is not there, or lacks the privilege";
    }
    return "";
  }

  /** Tells whether the peer cannot continue, whatever it was sent. */
  static boolean isCatastrophic(int fault) {
    return fault == TerminateCode.RDMAP_CATASTROPHIC_STREAM.fault()
        || TerminateCode.layer(fault) <= LAYER_DDP && TerminateCode.etype(fault) == 0;
  }

  /** Tells whether a Terminate refuses an access by a Read Request; one by a Write is DDP's. */
  static boolean refusesRead(int fault) {
    return TerminateCode.layer(fault) == LAYER_RDMAP
        && TerminateCode.etype(fault) == PROTECTION
        && fault != TerminateCode.RDMAP_PROTECTED_STAG.fault();
  }

  /**
   * Tells whether a Terminate refuses one Send, because of the posted receive or of what it
   * invalidates.
   */
  static boolean refusesSend(int fault) {
    return TerminateCode.layer(fault) == LAYER_DDP && TerminateCode.etype(fault) == DDP_UNTAGGED
        || fault == TerminateCode.RDMAP_PROTECTED_STAG.fault()
        || fault == TerminateCode.RDMAP_UNKNOWN_STAG.fault();
  }
}
