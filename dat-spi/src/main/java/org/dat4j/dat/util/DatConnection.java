package org.dat4j.dat.util;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;

/**
 * An endpoint with a zone, three dispatchers and the memory registered for it, all freed in the
 * right order by {@link #close()}. Holds the contract's objects and hands them out; it has no
 * thread and no state of its own but what the peer sent when the connection was made.
 *
 * <p>For one thread at a time; what {@link #ep()} and the dispatchers allow beyond that is theirs.
 */
public final class DatConnection implements AutoCloseable {

  /** How long {@link #close()} lets posted requests finish. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  /** Connection events an endpoint can raise between two waits. */
  private static final int CONNECT_EVENTS = 8;

  private final Ia ia;
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final Pz pz;
  private final Evd recvEvd;
  private final Evd requestEvd;
  private final Evd connectEvd;
  private final Ep ep;
  private byte[] privateData;
  private byte[] peerPrivateData;

  DatConnection(Ia ia, EpAttr attr) {
    this.ia = ia;
    try {
      EpAttr sizes = attr == null ? EpAttr.DEFAULT : attr;
      pz = own(ia.createPz());
      recvEvd = own(ia.createEvd(Math.max(1, sizes.maxRecvDtos()), null, EvdFlags.DTO));
      requestEvd =
          own(
              ia.createEvd(
                  Math.max(1, sizes.maxRequestDtos()), null, EvdFlags.DTO | EvdFlags.RMR_BIND));
      connectEvd = own(ia.createEvd(CONNECT_EVENTS, null, EvdFlags.CONNECTION));
      ep = own(ia.createEp(pz, recvEvd, requestEvd, connectEvd, attr));
    } catch (RuntimeException | Error e) {
      closeOwned();
      throw e;
    }
  }

  private <T extends AutoCloseable> T own(T object) {
    owned.push(object);
    return object;
  }

  /**
   * The adapter.
   *
   * @return the contract's object
   */
  public Ia ia() {
    return ia;
  }

  /**
   * The endpoint.
   *
   * @return the contract's object
   */
  public Ep ep() {
    return ep;
  }

  /**
   * The zone of endpoint and memory.
   *
   * @return the contract's object
   */
  public Pz pz() {
    return pz;
  }

  /**
   * Where completions of receives arrive.
   *
   * @return the contract's object
   */
  public Evd recvEvd() {
    return recvEvd;
  }

  /**
   * Where completions of Sends, RDMA and binds arrive.
   *
   * @return the contract's object
   */
  public Evd requestEvd() {
    return requestEvd;
  }

  /**
   * Where connection events arrive.
   *
   * @return the contract's object
   */
  public Evd connectEvd() {
    return connectEvd;
  }

  /**
   * Allocates a direct buffer, aligned to the provider's optimum, and registers it with every
   * privilege.
   *
   * @param length octets, 1 or more
   * @return the memory, freed with this connection
   * @throws DatException as {@link Ia#createLmr(ByteBuffer, Pz, int)}
   */
  public Region register(int length) {
    int alignment = ia.query().providerAttr().optimalBufferAlignment();
    ByteBuffer roomy = ByteBuffer.allocateDirect(Math.addExact(length, alignment));
    int skip = -roomy.alignmentOffset(0, alignment) & (alignment - 1);
    return register(roomy.slice(skip, length), MemPriv.ALL);
  }

  /**
   * Registers a whole buffer.
   *
   * @param buffer direct and writable; all of it, whatever its position and limit
   * @param privileges bits of {@link MemPriv}
   * @return the memory, freed with this connection
   * @throws DatException as {@link Ia#createLmr(ByteBuffer, Pz, int)}
   */
  public Region register(ByteBuffer buffer, int privileges) {
    ByteBuffer whole = buffer.duplicate().order(buffer.order());
    whole.clear();
    Region region = new Region(whole, ia.createLmr(whole, pz, privileges));
    // Pushed last, so freed first: before the zone it lies in.
    return own(region);
  }

  /**
   * Sends private data with the connection request or its acceptance. To be called before either;
   * replaces what was set before, {@link #share} included.
   *
   * @param data at most max_private_data_size octets, null for none; copied
   * @return this
   */
  public DatConnection privateData(byte[] data) {
    privateData = data == null ? null : data.clone();
    return this;
  }

  /**
   * Tells the peer the context, address and length of a region, as private data of the connection
   * request or its acceptance: it has them when the connection stands, and no receive is needed. To
   * be called before connecting or accepting; the peer reads them by {@link #peerRegion()}.
   *
   * @param region registered with a remote privilege
   * @return this
   */
  public DatConnection share(Region region) {
    return privateData(region.remote().encode());
  }

  /**
   * Connects and waits until the connection stands.
   *
   * @param address address of the peer's adapter
   * @param connQual qualifier of the peer's listener
   * @param timeout at most 4294 seconds
   * @throws DatException as {@link Ep#connect}, and as {@link #awaitConnected}
   */
  public void connect(InetAddress address, long connQual, Duration timeout) {
    startConnect(address, connQual, timeout);
    // The provider's own limit is the same; a little more lets its event tell what happened.
    awaitConnected(timeout.plus(timeout.dividedBy(4)).plusMillis(100));
  }

  /**
   * Starts a connection and returns at once; {@link #awaitConnected} waits for its outcome. For
   * programs that do both sides in one thread.
   *
   * @param address address of the peer's adapter
   * @param connQual qualifier of the peer's listener
   * @param timeout after which the provider gives up, at most 4294 seconds
   * @throws DatException as {@link Ep#connect}
   */
  public void startConnect(InetAddress address, long connQual, Duration timeout) {
    long micros = Math.max(1, Dats.micros(timeout));
    ep.connect(address, connQual, micros, privateData, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
  }

  /**
   * Accepts a request on this endpoint and returns at once.
   *
   * @param request of the same adapter
   * @throws DatException as {@link Cr#accept}
   */
  public void accept(Cr request) {
    peerPrivateData = request.query().privateData();
    request.accept(ep, privateData);
  }

  /**
   * Waits until the connection that was started or accepted stands.
   *
   * @param timeout at most 4294 seconds
   * @throws DatException DAT_TIMEOUT_EXPIRED, DAT_INTERRUPTED_CALL, DAT_ABORT; {@link
   *     UnexpectedEventException} that names the event when the connection was not made
   */
  public void awaitConnected(Duration timeout) {
    DatEvent event = new DatEvent();
    Dats.await(connectEvd, EventNumber.CONNECTION_EVENT_ESTABLISHED, timeout, event);
    if (peerPrivateData == null) {
      peerPrivateData = event.privateData();
    }
  }

  /**
   * The private data of the peer's request or acceptance.
   *
   * @return a copy, null before the request was accepted or the connection stands
   */
  public byte[] peerPrivateData() {
    return peerPrivateData == null ? null : peerPrivateData.clone();
  }

  /**
   * The region the peer told by {@link #share}.
   *
   * @return its context, address and length
   * @throws DatException DAT_INVALID_STATE when the peer sent none or nothing has arrived yet
   */
  public RemoteRegion peerRegion() {
    return RemoteRegion.decode("DatConnection.peerRegion of " + ep, peerPrivateData);
  }

  /**
   * Ends the connection, lets posted requests finish for at most a second, then frees memory,
   * endpoint, dispatchers and zone. Without effect when called again.
   */
  @Override
  public void close() {
    if (owned.isEmpty()) {
      return;
    }
    try {
      finishRequests();
    } finally {
      closeOwned();
    }
  }

  private void finishRequests() {
    DatEvent event = new DatEvent();
    try {
      if (ep.getStatus().state() != EpState.CONNECTED) {
        return;
      }
      ep.disconnect(CloseFlags.GRACEFUL);
      long deadline = System.nanoTime() + LINGER.toNanos();
      while (ep.getStatus().state() != EpState.DISCONNECTED) {
        long micros = Dats.micros(Dats.until(deadline));
        if (micros == 0 || connectEvd.await(micros, 1, event) != DatReturn.SUCCESS) {
          return;
        }
      }
    } catch (DatException e) {
      // The adapter is closed, or the endpoint was freed or never connected: nothing to finish.
      if (e.type() != DatReturn.INVALID_HANDLE && e.type() != DatReturn.INVALID_STATE) {
        throw e;
      }
    }
  }

  private void closeOwned() {
    DatException failure = null;
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (DatException e) {
        failure = e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public String toString() {
    return "DatConnection of " + ep;
  }
}
