package org.dat4j.dat.udapl;

import java.net.InetAddress;
import java.util.Arrays;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.udapl.abi.CodeTranslation;
import org.dat4j.dat.udapl.abi.EventMemory;
import org.dat4j.dat.udapl.libdapl.CmThreadTracker;
import org.dat4j.dat.udapl.libdapl.CrReply;
import org.dat4j.dat.udapl.libdapl.SocketAddresses;
import org.dat4j.dat.udapl.queue.PostedQueue;

/**
 * A converter of events of the uDAPL library to the DAT 1.2 events that the native backend
 * delivers. It drops events of endpoints that are gone, of suppressed DTOs that succeeded, and of
 * features that DAT 1.2 lacks.
 */
final class EventConverter {

  private static final System.Logger LOG = System.getLogger(EventConverter.class.getName());

  private static final int REJECT_HEADER = 4;
  private static final byte[] NOTHING = new byte[0];

  private final NativeIa adapter;

  EventConverter(NativeIa adapter) {
    this.adapter = adapter;
  }

  /**
   * Reads one event; to be called before the library may change it.
   *
   * @param raw what the library wrote
   * @param evd where it was taken from
   * @param event filled unless the event is dropped
   * @return whether there is an event
   */
  boolean read(EventMemory raw, NativeEvd evd, DatEvent event) {
    int number = CodeTranslation.eventNumber(raw.number());
    if (number == CodeTranslation.DTO_COMPLETION_EVENT) {
      return readTransfer(raw, evd, event);
    }
    return switch (number) {
      case 0x2001 -> readRequest(raw, evd, event);
      case 0x4001, 0x4002, 0x4003, 0x4004, 0x4005, 0x4006, 0x4007, 0x4008 ->
          readConnection(EventNumber.of(number), raw, evd, event);
      case 0x8001, 0x8002, 0x8003, 0x8004, 0x8005 ->
          readAsync(EventNumber.of(number), raw, evd, event);
      default -> {
        LOG.log(
            System.Logger.Level.DEBUG,
            "{0}: event 0x{1} of the library is not of DAT 1.2",
            evd,
            Integer.toHexString(raw.number()));
        yield false;
      }
    };
  }

  private boolean readTransfer(EventMemory raw, NativeEvd evd, DatEvent event) {
    long key = raw.dtoCookie();
    NativeEp ep = adapter.endpoint(PostedQueue.endpointOf(key));
    if (ep == null) {
      return false;
    }
    PostedQueue queue = ep.queue(PostedQueue.isReceive(key));
    if (!queue.isOutstanding(key)) {
      return false;
    }
    int status = CodeTranslation.dtoStatus(raw.dtoStatus());
    if (queue.isEarly(key)) {
      queue.hold(key, status, raw.dtoLength());
      return false;
    }
    return complete(ep, queue, key, status, raw.dtoLength(), evd, event);
  }

  /**
   * Reads a completion that was held.
   *
   * @param queue one that has a held completion
   * @param evd where it was taken from
   * @param event filled unless the event is dropped
   * @return whether there is an event
   */
  boolean readHeld(PostedQueue queue, NativeEvd evd, DatEvent event) {
    long key = queue.unhold();
    NativeEp ep = adapter.endpoint(PostedQueue.endpointOf(key));
    return ep != null
        && complete(ep, queue, key, queue.heldStatus(key), queue.heldLength(key), evd, event);
  }

  private boolean complete(
      NativeEp ep,
      PostedQueue queue,
      long key,
      int status,
      long length,
      NativeEvd evd,
      DatEvent event) {
    long cookie = queue.cookie(key);
    boolean silent = queue.isSilent(key);
    DtoStatus outcome = DtoStatus.of(status);
    if (outcome != DtoStatus.SUCCESS) {
      outcome = queue.failure(key, outcome, adapter.lmrs());
    }
    queue.complete(key);
    if (outcome != DtoStatus.SUCCESS) {
      event.setDto(evd, ep, cookie, outcome, 0);
      ep.transferFailed(outcome);
      evd.completes(queue);
      return true;
    }
    if (silent) {
      queue.release();
      return false;
    }
    evd.completes(queue);
    event.setDto(evd, ep, cookie, DtoStatus.SUCCESS, length);
    return true;
  }

  private boolean readConnection(
      EventNumber number, EventMemory raw, NativeEvd evd, DatEvent event) {
    DatObject object = adapter.objectOf(raw.connectEp());
    if (!(object instanceof NativeEp ep)) {
      CmThreadTracker hidden = adapter.freeing().get(raw.connectEp());
      if (hidden != null) {
        hidden.onEvent(number, true);
      }
      return false;
    }
    ep.tracker().onEvent(number, ep.connection().isEstablished() || ep.connection().isEndTold());
    boolean end =
        number == EventNumber.CONNECTION_EVENT_DISCONNECTED
            || number == EventNumber.CONNECTION_EVENT_BROKEN;
    if (end && ep.connection().isEndTold()) {
      return false;
    }
    boolean begins = number == EventNumber.CONNECTION_EVENT_ESTABLISHED || isRefusal(number);
    if (begins && ep.connection().isOver()) {
      return false;
    }
    byte[] data = raw.privateData();
    EventNumber reported = number;
    if (number == EventNumber.CONNECTION_EVENT_ESTABLISHED && ep.connection().isAccepting()) {
      // The library tells it as to one that has asked: see CrReply.
      data = NOTHING;
    } else if (number == EventNumber.CONNECTION_EVENT_DISCONNECTED
        && ep.connection().isTimedOut()) {
      reported = EventNumber.CONNECTION_EVENT_TIMED_OUT;
    } else if (ep.connection().isAccepting() && isRefusal(number)) {
      // libdapl gives the accepter the event that it gives the requester.
      reported = EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR;
      data = NOTHING;
    } else if (number == EventNumber.CONNECTION_EVENT_BROKEN && ep.connection().isConnecting()) {
      // iWARP's refusal by the peer's system, which libdapl does not tell from a failure of ours.
      reported = EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED;
    } else if (number == EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED
        && adapter.isIwarp()
        && data.length >= REJECT_HEADER) {
      // libdapl tells a rejection by the program from others by InfiniBand's reason, which iWARP
      // has not, but its header comes with the former only.
      reported = EventNumber.CONNECTION_EVENT_PEER_REJECTED;
      data = Arrays.copyOfRange(data, REJECT_HEADER, data.length);
    }
    event.setConnection(reported, evd, ep, data);
    ep.onConnectionEvent(reported);
    return true;
  }

  private static boolean isRefusal(EventNumber number) {
    return switch (number) {
      case CONNECTION_EVENT_PEER_REJECTED,
          CONNECTION_EVENT_NON_PEER_REJECTED,
          CONNECTION_EVENT_TIMED_OUT,
          CONNECTION_EVENT_UNREACHABLE ->
          true;
      default -> false;
    };
  }

  private boolean readRequest(EventMemory raw, NativeEvd evd, DatEvent event) {
    long handle = raw.cr();
    DatObject point = adapter.servicePointOf(raw.servicePoint());
    InetAddress local = SocketAddresses.read(raw.localAddress());
    long connQual = raw.connQual();
    NativeRsp rsp = point instanceof NativeRsp reserved ? reserved : null;
    NativeEp endpoint = rsp == null ? null : rsp.take();
    if (rsp != null && endpoint == null) {
      new CrReply(adapter, handle).reject();
      return false;
    }
    NativeCr request = NativeCr.arrived(adapter, handle, rsp, endpoint);
    if (!adapter.addRequest(request)) {
      return false;
    }
    event.setConnectionRequest(
        evd,
        rsp == null ? point : null,
        local == null ? adapter.iaAttr().iaAddress() : local,
        connQual,
        request);
    return true;
  }

  private boolean readAsync(EventNumber number, EventMemory raw, NativeEvd evd, DatEvent event) {
    DatObject object = adapter.objectOf(raw.asyncHandle());
    if (number == EventNumber.ASYNC_ERROR_EP_BROKEN && object instanceof NativeEp ep) {
      if (ep.spec().srq() != null) {
        // libdapl tells the same when an endpoint has taken its last buffer from a shared queue
        // (IBV_EVENT_QP_LAST_WQE_REACHED), which is part of each regular end. The end of a
        // connection that has failed is told all the same: see EndedConnectionScanner.
        return false;
      }
      adapter.connectionFailed(ep);
    }
    // libdapl does not set the reason of an overflow; there is one only.
    int reason = number == EventNumber.ASYNC_ERROR_EVD_OVERFLOW ? 0 : raw.asyncReason();
    event.setAsync(number, evd, object == null ? adapter : object, reason);
    return true;
  }
}
