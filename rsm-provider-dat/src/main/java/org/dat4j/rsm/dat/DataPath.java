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

/**
 * The data endpoint of an import and what is under way on it. The thread that transfers posts and
 * waits itself. Writes are posted without events; a flush behind the last one tells that all are in
 * the exporter's memory: its own completion where the adapter says that, else a read of memory that
 * the exporter offers for it.
 */
final class DataPath implements Endpoint {
  private static final int REQUESTS = 64;
  private static final int EVENTS = 4;

  /** From here on memory that can be registered is not copied. */
  private static final int DIRECT = 4096;

  private static final EpAttr SIZES =
      EpAttr.DEFAULT.toBuilder().maxRecvDtos(1).maxRequestDtos(REQUESTS).maxRequestIov(1).build();

  private static final int OPEN = 0;
  private static final int ABORTED = 1;
  private static final int CLOSED = 2;

  private final Engine engine;
  private final Link link;
  private final long token;
  private final Evd evd;
  private final Ep ep;
  private final Posting posting;
  private final Bounce bounce;
  private final Registrations registrations;
  private final ReentrantLock lock = new ReentrantLock();
  private final CountDownLatch settled = new CountDownLatch(1);
  private final Signals signals = new Signals(this::signalled);
  private final int longest;
  private volatile DatImport owner;
  private volatile int state = OPEN;
  private int room;

  DataPath(Engine engine, Link link, long token) {
    this.engine = engine;
    this.link = link;
    this.token = token;
    this.registrations = new Registrations(engine);
    this.longest = engine.adapter().longestTransfer();
    engine.adapter().expect(EVENTS);
    this.evd = engine.adapter().createEvd(REQUESTS + 1);
    this.ep = engine.adapter().createEp(evd, SIZES);
    this.bounce = engine.bounces().take();
    bounce.order(
        link.swapped() != (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN)
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN);
    this.posting =
        new Posting(
            ep,
            evd,
            engine.adapter().placedWhenComplete(),
            link.flush(),
            bounce.memory(),
            REQUESTS - 1);
    engine.attend(ep, this);
  }

  Link link() {
    return link;
  }

  long token() {
    return token;
  }

  Signals signals() {
    return signals;
  }

  void owned(DatImport by) {
    owner = by;
  }

  private void signalled() {
    DatImport by = owner;
    if (by != null) {
      by.rang();
    }
  }

  /** Begins to connect; false if that is refused. */
  boolean connect(InetAddress address, long qualifier, long millis) {
    Sealer sealer = link.sealer();
    byte[] proof = sealer == null ? new byte[Sealer.TAG] : sealer.proof(token);
    try {
      ep.connect(
          address,
          qualifier,
          TimeUnit.MILLISECONDS.toMicros(millis),
          Greeting.encode(new Greeting.Data(token, proof)),
          Qos.BEST_EFFORT,
          ConnectFlags.DEFAULT);
    } catch (DatException refused) {
      return false;
    }
    return true;
  }

  /** Whether nothing has ended it. */
  boolean isOpen() {
    return state == OPEN;
  }

  /** Waits until the connection stands or has failed. */
  void awaitConnection(long millis) throws InterruptedException {
    settled.await(2 * millis, TimeUnit.MILLISECONDS);
  }

  /** By the dispatcher, before any transfer: where the segment is. */
  void install(Message.Grant grant) {
    if (grant.status() == RsmReturn.SUCCESS) {
      posting.aim(grant.where());
    }
  }

  /** The segment has other memory: finishes what goes to the old one. */
  void rebind(Message.Place where) {
    lock.lock();
    try {
      if (state == OPEN) {
        flush();
        posting.aim(where);
      }
    } finally {
      lock.unlock();
    }
  }

  /** What is answered without a transfer. */
  private int unavailable() {
    if (state == CLOSED) {
      throw Failures.of(
          RsmReturn.BAD_SEG_HNDL, owner, "segment", owner, "it was disconnected meanwhile");
    }
    return RsmReturn.CONN_ABORTED;
  }

  /** A posting or completion failed. The connection is broken, or is now. */
  private int failed(int code) {
    room = 0;
    int before = state;
    abort();
    return before == OPEN ? code : RsmReturn.CONN_ABORTED;
  }

  private int flush() {
    int code = posting.flush();
    room = 0;
    return code == RsmReturn.SUCCESS ? code : failed(code);
  }

  <T> int put(Items<T> how, long offset, T data, int index, int count, int shift, boolean later) {
    lock.lock();
    try {
      int done = 0;
      while (done < count) {
        if (state != OPEN) {
          return unavailable();
        }
        int items = Math.min(count - done, Bounce.HALF >> shift);
        int octets = items << shift;
        int at = room + Long.BYTES - 1 & -Long.BYTES;
        if (at + octets > Bounce.HALF) {
          int code = flush();
          if (code != RsmReturn.SUCCESS) {
            return code;
          }
          at = 0;
        }
        how.copy(bounce, at, data, index + done, items);
        room = at + octets;
        done += items;
        Buffers memory = bounce.memory();
        int code =
            posting.write(
                memory.context(),
                memory.address(at),
                octets,
                offset + ((long) done << shift) - octets,
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

  /** As the other, without a copy where the memory is long and can be registered. */
  int put(long offset, ByteBuffer data, int index, int count, boolean later) {
    if (count < DIRECT || !data.isDirect() || data.isReadOnly()) {
      return put(Items.PUT, offset, data, index, count, 0, later);
    }
    lock.lock();
    try {
      if (state != OPEN) {
        return unavailable();
      }
      Lmr lmr = registrations.of(data);
      if (lmr == null) {
        return put(Items.PUT, offset, data, index, count, 0, later);
      }
      // Flushed in explicit mode too: the program may change its memory after this call.
      long address = lmr.registeredAddress() + index;
      int octets;
      for (int done = 0; done < count; done += octets) {
        octets = Math.min(count - done, longest);
        boolean last = done + octets == count;
        int code = posting.write(lmr.lmrContext(), address + done, octets, offset + done, last);
        if (code != RsmReturn.SUCCESS) {
          return failed(code);
        }
      }
      return flush();
    } finally {
      lock.unlock();
    }
  }

  <T> int get(Items<T> how, long offset, T data, int index, int count, int shift) {
    lock.lock();
    try {
      Buffers memory = bounce.memory();
      for (int done = 0; done < count; ) {
        if (state != OPEN) {
          return unavailable();
        }
        int items = Math.min(count - done, Bounce.HALF >> shift);
        int code =
            posting.read(
                memory.context(),
                memory.address(Bounce.HALF),
                items << shift,
                offset + ((long) done << shift));
        if (code != RsmReturn.SUCCESS) {
          return failed(code);
        }
        how.copy(bounce, Bounce.HALF, data, index + done, items);
        done += items;
      }
      return RsmReturn.SUCCESS;
    } finally {
      lock.unlock();
    }
  }

  /** As the other, without a copy where the memory is long and can be registered. */
  int get(long offset, ByteBuffer data, int index, int count) {
    if (count < DIRECT || !data.isDirect()) {
      return get(Items.GET, offset, data, index, count, 0);
    }
    lock.lock();
    try {
      if (state != OPEN) {
        return unavailable();
      }
      Lmr lmr = registrations.of(data);
      if (lmr == null) {
        return get(Items.GET, offset, data, index, count, 0);
      }
      long address = lmr.registeredAddress() + index;
      int octets;
      for (int done = 0; done < count; done += octets) {
        octets = Math.min(count - done, longest);
        int code = posting.read(lmr.lmrContext(), address + done, octets, offset + done);
        if (code != RsmReturn.SUCCESS) {
          return failed(code);
        }
      }
      return RsmReturn.SUCCESS;
    } finally {
      lock.unlock();
    }
  }

  /** Completes what is under way, and tells whether the connection stands. */
  int settle() {
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

  /** The exporter is gone or has withdrawn the segment. */
  void abort() {
    synchronized (signals) {
      if (state != OPEN) {
        return;
      }
      state = ABORTED;
    }
    hangUp();
  }

  private void hangUp() {
    settled.countDown();
    try {
      ep.disconnect(CloseFlags.ABRUPT);
    } catch (DatException notConnected) {
      // Nothing to break.
    }
  }

  /**
   * Gives everything back, as soon as what was put is in the exporter's memory; a transfer of
   * another thread ends with the connection.
   */
  void close() {
    if (lock.tryLock()) {
      try {
        if (state == OPEN && posting.pending()) {
          flush();
        }
      } finally {
        lock.unlock();
      }
    }
    synchronized (signals) {
      state = CLOSED;
    }
    hangUp();
    lock.lock();
    try {
      link.imports().remove(token);
      engine.free(ep);
      try {
        evd.free();
      } catch (DatException closed) {
        // With the adapter.
      }
      registrations.clear();
      engine.bounces().giveBack(bounce);
      engine.adapter().expect(-EVENTS);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void established(byte[] privateData) {
    settled.countDown();
  }

  @Override
  public void ended(EventNumber how) {
    abort();
  }

  @Override
  public void completed(DatEvent event) {
    // Requests complete on the path's own dispatcher, and nothing is received.
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
