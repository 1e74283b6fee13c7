package org.dat4j.rsm.dat;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.Qos;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.ConnectData;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCipher;

/**
 * The DAT endpoint over which one RSM import transfers data, with the puts and gets that use it.
 * The thread that transfers also posts and waits. Writes are posted without events. A flush after
 * the last write shows that all are in the exporter's memory. The flush is the write's own
 * completion where the adapter guarantees that, otherwise a read of memory that the exporter offers
 * for it.
 */
final class DataPath implements EndpointHandler {
  private static final int REQUESTS = 64;
  private static final int EVENTS = 4;

  /** The length in bytes from which memory that can be registered is not copied. */
  private static final int DIRECT = 4096;

  private static final EpAttr SIZES =
      EpAttr.DEFAULT.toBuilder().maxRecvDtos(1).maxRequestDtos(REQUESTS).maxRequestIov(1).build();

  /** The longest wait in milliseconds of a disconnect for a transfer of another thread. */
  private static final long TRANSFER_MILLIS = 300;

  private static final int OPEN = 0;
  private static final int ABORTED = 1;
  private static final int CLOSED = 2;

  private final LocalProcess process;
  private final ControlConnection connection;
  private final long token;
  private final Evd evd;
  private final Ep ep;
  private final RdmaRequests posting;
  private final BounceBuffer bounce;
  private final RegistrationCache registrations;
  private final ReentrantLock lock = new ReentrantLock();
  private final CountDownLatch connectDone = new CountDownLatch(1);
  private final PendingSignals signals = new PendingSignals(this::signalled);
  private final int longest;
  private volatile DatImport owner;
  private volatile int state = OPEN;
  private int bounceUsed;

  DataPath(LocalProcess process, ControlConnection connection, long token) {
    this.process = process;
    this.connection = connection;
    this.token = token;
    this.registrations = new RegistrationCache(process);
    this.longest = process.adapter().longestTransfer();
    Evd madeEvd = null;
    Ep madeEp = null;
    BounceBuffer made = null;
    process.adapter().reserveEvents(EVENTS);
    try {
      madeEvd = process.adapter().createEvd(REQUESTS + 1);
      madeEp = process.adapter().local().createEp(madeEvd, SIZES);
      made = process.bounces().take();
    } finally {
      if (made == null) {
        free(madeEp, madeEvd);
      }
    }
    this.evd = madeEvd;
    this.ep = madeEp;
    this.bounce = made;
    bounce.order(
        connection.swapped() != (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN)
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN);
    this.posting =
        new RdmaRequests(
            ep,
            evd,
            process.adapter().placedWhenComplete(),
            connection.flush(),
            bounce.memory(),
            REQUESTS - 1);
    process.register(ep, this);
  }

  ControlConnection connection() {
    return connection;
  }

  long token() {
    return token;
  }

  PendingSignals signals() {
    return signals;
  }

  void setOwner(DatImport by) {
    owner = by;
  }

  private void signalled() {
    DatImport by = owner;
    if (by != null) {
      by.onSignal();
    }
  }

  /** Begins to connect; returns false if that is refused. */
  boolean connect(InetAddress address, long qualifier, long millis) {
    MessageCipher cipher = connection.cipher();
    byte[] proof = cipher == null ? new byte[MessageCipher.TAG] : cipher.proof(token);
    try {
      ep.connect(
          address,
          qualifier,
          TimeUnit.MILLISECONDS.toMicros(millis),
          ConnectData.encode(new ConnectData.Data(token, proof)),
          Qos.BEST_EFFORT,
          ConnectFlags.DEFAULT);
    } catch (DatException refused) {
      return false;
    }
    return true;
  }

  /** Tells whether the path can be used, because nothing has ended it. */
  boolean isOpen() {
    return state == OPEN;
  }

  /** Waits until the connection is established or has failed. */
  void awaitConnection(long millis) throws InterruptedException {
    connectDone.await(2 * millis, TimeUnit.MILLISECONDS);
  }

  /** Sets the address of the segment; the event thread calls this before any transfer. */
  void install(Message.Grant grant) {
    if (grant.status() == RsmReturn.SUCCESS) {
      posting.setTarget(grant.where());
    }
  }

  /**
   * Changes the target to the new memory of a rebound segment, after writes to the old memory are
   * complete.
   */
  void rebind(Message.MemoryLocation where) {
    lock.lock();
    try {
      if (state == OPEN) {
        bounceUsed = 0;
        int code = RsmReturn.CONN_ABORTED;
        try {
          code = posting.flush();
        } finally {
          // After an Error too: nothing tells then whether the writes are complete.
          if (code != RsmReturn.SUCCESS) {
            abort();
          }
        }
        posting.setTarget(where);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives the result of a transfer that cannot be made. */
  private int unavailable() {
    if (state == CLOSED) {
      throw DatRsmFailures.of(
          RsmReturn.BAD_SEG_HNDL, owner, "segment", owner, "it was disconnected meanwhile");
    }
    return RsmReturn.CONN_ABORTED;
  }

  /**
   * Breaks the connection after a failed post or completion, and returns the code for the transfer.
   */
  private int failed(int code) {
    bounceUsed = 0;
    int before = state;
    abort();
    return before == OPEN ? code : unavailable();
  }

  private int flush() {
    int code = posting.flush();
    bounceUsed = 0;
    return code == RsmReturn.SUCCESS ? code : failed(code);
  }

  <T> int put(
      BounceItemCopy<T> how, long offset, T data, int index, int count, int shift, boolean later) {
    lock.lock();
    try {
      int done = 0;
      while (done < count) {
        if (state != OPEN) {
          return unavailable();
        }
        int items = Math.min(count - done, BounceBuffer.HALF >> shift);
        int bytes = items << shift;
        int at = bounceUsed + Long.BYTES - 1 & -Long.BYTES;
        if (at + bytes > BounceBuffer.HALF) {
          int code = flush();
          if (code != RsmReturn.SUCCESS) {
            return code;
          }
          at = 0;
        }
        how.copy(bounce, at, data, index + done, items);
        bounceUsed = at + bytes;
        done += items;
        RegisteredBuffer memory = bounce.memory();
        int code =
            posting.write(
                memory.context(),
                memory.address(at),
                bytes,
                offset + ((long) done << shift) - bytes,
                done == count && !later);
        if (code != RsmReturn.SUCCESS) {
          return failed(code);
        }
      }
      return later || count == 0 ? RsmReturn.SUCCESS : flush();
    } finally {
      lock.unlock();
    }
  }

  /** Transfers like the other method, but does not copy long memory that can be registered. */
  int put(long offset, ByteBuffer data, int index, int count, boolean later) {
    if (count < DIRECT || !data.isDirect() || data.isReadOnly()) {
      return put(BounceItemCopy.PUT, offset, data, index, count, 0, later);
    }
    lock.lock();
    try {
      if (state != OPEN) {
        return unavailable();
      }
      Lmr lmr = registrations.of(data);
      if (lmr == null) {
        return put(BounceItemCopy.PUT, offset, data, index, count, 0, later);
      }
      // Flushed in explicit mode too: the program may change its memory after this call.
      long address = lmr.registeredAddress() + index;
      int bytes;
      for (int done = 0; done < count; done += bytes) {
        bytes = Math.min(count - done, longest);
        boolean last = done + bytes == count;
        int code = posting.write(lmr.lmrContext(), address + done, bytes, offset + done, last);
        if (code != RsmReturn.SUCCESS) {
          return failed(code);
        }
      }
      return flush();
    } finally {
      lock.unlock();
    }
  }

  <T> int get(BounceItemCopy<T> how, long offset, T data, int index, int count, int shift) {
    lock.lock();
    try {
      RegisteredBuffer memory = bounce.memory();
      for (int done = 0; done < count; ) {
        if (state != OPEN) {
          return unavailable();
        }
        int items = Math.min(count - done, BounceBuffer.HALF >> shift);
        int code =
            posting.read(
                memory.context(),
                memory.address(BounceBuffer.HALF),
                items << shift,
                offset + ((long) done << shift));
        if (code != RsmReturn.SUCCESS) {
          return failed(code);
        }
        how.copy(bounce, BounceBuffer.HALF, data, index + done, items);
        done += items;
      }
      return RsmReturn.SUCCESS;
    } finally {
      lock.unlock();
    }
  }

  /** Transfers like the other method, but does not copy long memory that can be registered. */
  int get(long offset, ByteBuffer data, int index, int count) {
    if (count < DIRECT || !data.isDirect()) {
      return get(BounceItemCopy.GET, offset, data, index, count, 0);
    }
    lock.lock();
    try {
      if (state != OPEN) {
        return unavailable();
      }
      Lmr lmr = registrations.of(data);
      if (lmr == null) {
        return get(BounceItemCopy.GET, offset, data, index, count, 0);
      }
      long address = lmr.registeredAddress() + index;
      int bytes;
      for (int done = 0; done < count; done += bytes) {
        bytes = Math.min(count - done, longest);
        int code = posting.read(lmr.lmrContext(), address + done, bytes, offset + done);
        if (code != RsmReturn.SUCCESS) {
          return failed(code);
        }
      }
      return RsmReturn.SUCCESS;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Completes the transfers that are under way; returns RSM_SUCCESS if the connection is open then.
   */
  int drain() {
    lock.lock();
    try {
      if (state != OPEN) {
        return unavailable();
      }
      int code = posting.pending() ? flush() : RsmReturn.SUCCESS;
      return code == RsmReturn.SUCCESS && state != OPEN ? unavailable() : code;
    } finally {
      lock.unlock();
    }
  }

  /** Aborts the import, because the exporter has ended or has withdrawn the segment. */
  void abort() {
    synchronized (signals) {
      if (state != OPEN) {
        return;
      }
      state = ABORTED;
    }
    signals.wakeWaiters();
    disconnect();
    DatImport by = owner;
    if (by != null) {
      by.ended();
    }
  }

  private void disconnect() {
    connectDone.countDown();
    try {
      ep.disconnect(CloseFlags.ABRUPT);
    } catch (DatException notConnected) {
      // There is no connection to break.
    }
  }

  private void free(Ep endpoint, Evd requests) {
    try {
      if (endpoint != null) {
        process.free(endpoint);
      }
      if (requests != null) {
        requests.free();
      }
    } catch (DatException closed) {
      // They were freed with the adapter.
    } finally {
      process.adapter().reserveEvents(-EVENTS);
    }
  }

  /**
   * Closes the path as soon as all writes are in the exporter's memory; a transfer of another
   * thread ends with the connection.
   */
  void close() {
    if (lockSoon()) {
      try {
        if (state == OPEN && posting.pending()) {
          // The time limit is for an exporter that does not answer.
          posting.flush(TimeUnit.MILLISECONDS.toMicros(process.patienceMillis()));
        }
      } finally {
        lock.unlock();
      }
    }
    synchronized (signals) {
      state = CLOSED;
    }
    disconnect();
    lock.lock();
    try {
      connection.imports().remove(token);
      free(ep, evd);
    } finally {
      // An Error in one of these steps must not prevent the others.
      try {
        registrations.clear();
      } finally {
        process.bounces().giveBack(bounce);
        lock.unlock();
      }
    }
  }

  /**
   * Takes the lock without regard to interrupts. Returns false if another thread keeps it for long:
   * its transfer may wait for an exporter that does not answer.
   */
  private boolean lockSoon() {
    boolean interrupted = false;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TRANSFER_MILLIS);
    try {
      while (true) {
        try {
          return lock.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void established(byte[] privateData) {
    connectDone.countDown();
  }

  @Override
  public void ended(EventNumber how) {
    abort();
  }

  @Override
  public void fail() {
    abort();
  }

  @Override
  public void completed(DatEvent event) {
    // Requests complete on the path's own EVD, and nothing is received.
  }

  @Override
  public void tick() {
    if (lock.tryLock()) {
      try {
        if (state != CLOSED) {
          registrations.trim();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
