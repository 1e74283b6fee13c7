package org.dat4j.dat.udapl;

import java.net.InetAddress;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ParamLayout;
import org.dat4j.dat.udapl.libdapl.SocketAddresses;

/**
 * The connection data of a native endpoint that libdapl does not keep: its role, the connection
 * events that were read, and the connect's timeout. The role is to connect or to accept.
 */
final class EpConnection {

  private final AtomicBoolean established = new AtomicBoolean();

  /** The end was reported when the device reported an error; once is enough. */
  private volatile boolean endTold;

  /** When the library was first seen to have ended the connection, 0 before; under control. */
  private long endedAt;

  /** Has asked for a connection and got no answer yet. */
  private volatile boolean connecting;

  /** Has accepted a request and got no result yet. */
  private volatile boolean accepting;

  /** The timeout of its connect has expired. */
  private volatile boolean timedOut;

  /** Ends its connect, null without a timeout. */
  private volatile Future<?> limit;

  /** The requester, while the library does not know that the request is for this endpoint. */
  private volatile CrParam asking;

  /** The peer of the last connect; the library reports it only after the answer. */
  private volatile InetAddress asked;

  /**
   * Its end was read and nothing has begun since. An event of its beginning may still come: it was
   * under way when a dequeue ended the connection (dapl_evd_connection_callback).
   */
  private volatile boolean over;

  /** Notes that a connect begins. */
  void startConnect(InetAddress remote) {
    forget();
    asked = remote;
    connecting = true;
    over = false;
  }

  /** Sets the timeout of the connect; under control. */
  void setTimeout(Future<?> end) {
    limit = end;
  }

  /** Notes that the timeout has expired, and that the library was asked to end the connect. */
  void expire() {
    timedOut = true;
  }

  /** Tells whether the end that the library reports is that of the timeout. */
  boolean isTimedOut() {
    return timedOut;
  }

  private void forget() {
    connecting = false;
    accepting = false;
    timedOut = false;
    Future<?> end = limit;
    if (end != null) {
      end.cancel(false);
      limit = null;
    }
  }

  /** Notes that an accept begins. */
  void startAccept() {
    forget();
    accepting = true;
    over = false;
  }

  /** Notes the request that takes the endpoint of a reserved service point. */
  void setRequester(CrParam request) {
    asking = request;
  }

  /** Tells whether it has asked for a connection and got no answer yet. */
  boolean isConnecting() {
    return connecting;
  }

  /** Tells whether it has accepted a request and got no result yet. */
  boolean isAccepting() {
    return accepting;
  }

  boolean isEstablished() {
    return established.get();
  }

  /**
   * Notes a connection event.
   *
   * @return whether it says that a connection was not made
   */
  boolean onEvent(EventNumber event) {
    forget();
    if (event == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      established.set(true);
      endTold = false;
      endedAt = 0;
      return false;
    }
    over = true;
    return !established.getAndSet(false);
  }

  /** Tells whether its end was reported and nothing has begun since. */
  boolean isOver() {
    return over;
  }

  /**
   * Notes that the device has reported an error.
   *
   * @return whether that is the first sign of the connection's end
   */
  boolean breakByError() {
    if (!established.compareAndSet(true, false)) {
      return false;
    }
    endTold = true;
    return true;
  }

  /**
   * Returns how long ago the library was first seen to have ended the connection; under control.
   */
  long endedFor(long now) {
    if (endedAt == 0) {
      endedAt = now;
    }
    return now - endedAt;
  }

  /** Tells whether the end of the connection needs no further event. */
  boolean isEndTold() {
    return endTold;
  }

  /** Forgets everything, after a reset. */
  void reset() {
    forget();
    established.set(false);
    endTold = false;
    endedAt = 0;
  }

  /**
   * Answers a query.
   *
   * @param ep the endpoint
   * @param state its state
   * @param m a DAT_EP_PARAM the library has filled
   */
  EpParam param(NativeEp ep, EpState state, NativeMemory m) {
    CrParam peer = state == EpState.PASSIVE_CONNECTION_PENDING ? asking : null;
    boolean paired = state != EpState.UNCONNECTED && state != EpState.DISCONNECTED;
    return new EpParam(
        ep.ia(),
        state,
        SocketAddresses.read(m.getLong(ParamLayout.EpParam.LOCAL_IA_ADDRESS_PTR)),
        m.getLong(ParamLayout.EpParam.LOCAL_PORT_QUAL),
        paired ? remoteAddress(state, peer, m) : null,
        peer != null
            ? peer.remotePortQual()
            : paired ? m.getLong(ParamLayout.EpParam.REMOTE_PORT_QUAL) : 0,
        ep.spec().pz(),
        ep.spec().recvEvd(),
        ep.spec().requestEvd(),
        ep.spec().connectEvd(),
        ep.spec().srq(),
        ep.attr());
  }

  private InetAddress remoteAddress(EpState state, CrParam peer, NativeMemory told) {
    if (state == EpState.ACTIVE_CONNECTION_PENDING) {
      return asked;
    }
    return peer != null
        ? peer.remoteIaAddress()
        : SocketAddresses.read(told.getLong(ParamLayout.EpParam.REMOTE_IA_ADDRESS_PTR));
  }
}
