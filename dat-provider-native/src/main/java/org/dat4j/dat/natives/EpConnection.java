package org.dat4j.dat.natives;

import java.net.InetAddress;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.ParamLayout;

/**
 * What is known of an endpoint's connection beside the library's state: what events have told, who
 * asks whom.
 */
final class EpConnection {

  private final AtomicBoolean established = new AtomicBoolean();

  /** The end of the connection was told when the device told of an error; once is enough. */
  private volatile boolean endTold;

  /** When the library was first seen to have ended the connection, 0 before; under control. */
  private long endedAt;

  /** Asked for a connection and not answered yet. */
  private volatile boolean asks;

  /** Has accepted a request and was not told how that ended. */
  private volatile boolean answers;

  /** The limit of its connect is over. */
  private volatile boolean timedOut;

  /** Ends its connect, null without a limit. */
  private volatile Future<?> limit;

  /** Who asks, while the library does not know that the request is for this endpoint. */
  private volatile CrParam asking;

  /** Whom the last connect asks; the library tells only when it has answered. */
  private volatile InetAddress asked;

  /**
   * Its end was read and nothing begun since: what the library tells of its beginning was on the
   * way when a dequeue ended it (dapl_evd_connection_callback).
   */
  private volatile boolean over;

  /** A connect begins. */
  void ask(InetAddress remote) {
    forget();
    asked = remote;
    asks = true;
    over = false;
  }

  /** Until when it asks; under control. */
  void limit(Future<?> end) {
    limit = end;
  }

  /** The limit of the connect is over, and the library was told to end it. */
  void timesOut() {
    timedOut = true;
  }

  /** Whether the end that the library tells of is that of the limit. */
  boolean isTimedOut() {
    return timedOut;
  }

  private void forget() {
    asks = false;
    answers = false;
    timedOut = false;
    Future<?> end = limit;
    if (end != null) {
      end.cancel(false);
      limit = null;
    }
  }

  /** An accept begins. */
  void answer() {
    forget();
    answers = true;
    over = false;
  }

  /** The request that takes the endpoint of a reserved service point. */
  void askedBy(CrParam request) {
    asking = request;
  }

  /** Whether it has asked for a connection and has not been told how that ended. */
  boolean asks() {
    return asks;
  }

  /** Whether it has accepted a request and has not been told how that ended. */
  boolean answers() {
    return answers;
  }

  boolean isEstablished() {
    return established.get();
  }

  /**
   * Follows a connection event.
   *
   * @return whether it tells that a connection was not made
   */
  boolean fails(EventNumber event) {
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

  /** Whether its end was told and nothing has begun since. */
  boolean isOver() {
    return over;
  }

  /**
   * The device has told of an error.
   *
   * @return whether that is the first to be known of the connection's end
   */
  boolean endsByError() {
    if (!established.compareAndSet(true, false)) {
      return false;
    }
    endTold = true;
    return true;
  }

  /** For how long the library has been seen to have ended the connection; under control. */
  long endedFor(long now) {
    if (endedAt == 0) {
      endedAt = now;
    }
    return now - endedAt;
  }

  /** Whether the end of the connection needs no further event. */
  boolean isEndTold() {
    return endTold;
  }

  /** After a reset nothing is known. */
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
