package org.dat4j.dat.tcp.buffer;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A limit on the buffers that connections of one tcp adapter hold while a peer leaves a segment
 * incomplete or does not take a write. Both are the peer's choice, so there is a limit for the
 * adapter and one for each remote address. At the limit, a connection that needs one more buffer
 * waits; a connection that holds one continues.
 *
 * <p>The quota is checked before a buffer is used, and counted when it is held, so a connection
 * that needs none between two calls counts nothing. Threads that check at the same moment can
 * exceed a limit by one each.
 */
public final class BufferQuota {

  /** The number of buffers of one kind that are held at a time. */
  static final class Usage {
    private final int limit;
    private final AtomicInteger held = new AtomicInteger();

    /** Connections that wait. */
    private final AtomicInteger waiting = new AtomicInteger();

    private Usage(int limit) {
      this.limit = limit;
    }

    private boolean hasRoom() {
      return held.get() < limit;
    }
  }

  /**
   * The part of the quota that one direction of a connection uses, under the turn of that
   * direction.
   */
  public static final class Share {
    private final Usage adapter;
    private final Usage address;
    private boolean held;

    /** The usage whose limit this connection waits for, or null. */
    private Usage waitingFor;

    private Share(Usage adapter, Usage address) {
      this.adapter = adapter;
      this.address = address;
    }

    /** {@return whether a buffer may be used, which is held where the peer stops in the middle} */
    public boolean hasRoom() {
      return held || address.hasRoom() && adapter.hasRoom();
    }

    /** {@return whether other connections wait for a buffer that this one could return now} */
    public boolean isContended() {
      return address.waiting.get() > 0 || adapter.waiting.get() > 0;
    }

    /** {@return whether a buffer is held, or was when the call began} */
    public boolean isHeld() {
      return held;
    }

    /**
     * Tells whether a buffer is held until the peer continues.
     *
     * @param now true while it is so
     */
    public void setHeld(boolean now) {
      if (held != now) {
        held = now;
        int more = now ? 1 : -1;
        adapter.held.addAndGet(more);
        address.held.addAndGet(more);
      }
    }

    /**
     * Tells whether this connection waits for a buffer.
     *
     * @param now true while it is so
     */
    public void setWaiting(boolean now) {
      if (now == (waitingFor != null)) {
        return;
      }
      if (now) {
        waitingFor = address.hasRoom() ? adapter : address;
        waitingFor.waiting.incrementAndGet();
      } else {
        waitingFor.waiting.decrementAndGet();
        waitingFor = null;
      }
    }

    /** Returns all, when the connection is over. */
    public void close() {
      setWaiting(false);
      setHeld(false);
    }
  }

  /** The usage of one remote address while it has connections. */
  private final class Address {
    private final Usage input = new Usage(addressInputLimit);
    private final Usage output = new Usage(addressOutputLimit);
    private int connections;
  }

  /** The shares of both directions of one connection. */
  public final class ConnectionShares {
    private final InetAddress remote;
    private final Share input;
    private final Share output;
    private boolean closed;

    private ConnectionShares(InetAddress remote, Address address) {
      this.remote = remote;
      this.input = new Share(adapterInput, address.input);
      this.output = new Share(adapterOutput, address.output);
    }

    /** {@return the share of the receive direction} */
    public Share input() {
      return input;
    }

    /** {@return the share of the transmit direction} */
    public Share output() {
      return output;
    }

    /**
     * Ends the connection's use of its address; the shares are closed separately. Only the first
     * call counts.
     */
    public void close() {
      synchronized (BufferQuota.this) {
        if (!closed) {
          closed = true;
          addresses.computeIfPresent(remote, (key, old) -> --old.connections == 0 ? null : old);
        }
      }
    }
  }

  private final Usage adapterInput;
  private final Usage adapterOutput;
  private final int addressInputLimit;
  private final int addressOutputLimit;

  /** Under this object's monitor. */
  private final Map<InetAddress, Address> addresses = new HashMap<>();

  /**
   * Creates a quota with nothing in use.
   *
   * @param adapter limit of the adapter in bytes, each way
   * @param address limit of one remote address in bytes, each way
   */
  public BufferQuota(long adapter, long address) {
    adapterInput = new Usage((int) (adapter / ReceiveBuffer.SIZE));
    adapterOutput = new Usage((int) (adapter / GatherBuffer.SLAB_BYTES));
    addressInputLimit = (int) (address / ReceiveBuffer.SIZE);
    addressOutputLimit = (int) (address / GatherBuffer.SLAB_BYTES);
  }

  /**
   * Opens the shares of one more connection with an address.
   *
   * @param remote address of the peer
   * @return the shares
   */
  public synchronized ConnectionShares open(InetAddress remote) {
    Address address = addresses.computeIfAbsent(remote, key -> new Address());
    address.connections++;
    return new ConnectionShares(remote, address);
  }

  /** Returns the number of addresses with connections. */
  synchronized int addresses() {
    return addresses.size();
  }
}
