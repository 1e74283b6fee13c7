package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Qos;
import org.dat4j.dat.natives.abi.EventMemory;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.NativeSemaphore;
import org.dat4j.dat.natives.abi.Ret;

/**
 * Calls of the library that take away what the library's own thread may be using: that thread is
 * kept away while they run.
 *
 * <p>The thread (dapli_thread, one for all adapters) takes an event of a connection from the kernel
 * and goes through the connection's request, endpoint, queue pair and service point, while
 * dat_cr_accept, dat_ep_free, dat_ep_reset and dat_psp_free use and free the same ones with few
 * locks: dat_cr_accept writes to a request that the thread has freed because the requester has gone
 * (0xB12BDEAD at its octet 8), rdma_get_cm_event changes a queue pair that dat_ep_free destroys,
 * dat_psp_free frees a service point that the thread is adding a request to.
 *
 * <p>So an endpoint of this class's own connects to the adapter's own address where nobody listens.
 * The library's thread tells a dispatcher of the refusal, the dispatcher triggers its CNO, and the
 * CNO's agent is {@code sem_wait}: the thread stays there, far from any connection of the program,
 * until the call is over. That costs a connect that is refused, which nobody else sees.
 *
 * <p>libdaploscm has such a thread for each device. There it is kept away from dat_cr_accept only:
 * other calls wait for it (dapls_cm_free).
 */
final class CmPause {

  /** A call of the library, and what goes with it. */
  interface Call {
    /**
     * Makes it; must not wait for the library's thread.
     *
     * @param away whether that thread is away until this returns
     * @return what the library answers
     */
    int make(boolean away);
  }

  private static final System.Logger LOG = System.getLogger(CmPause.class.getName());

  /** One thread serves all adapters. */
  private static final Object THREAD = new Object();

  /** How long the refusal may take. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  /** Connects of one endpoint, where the library keeps each with it until it is freed. */
  private static final int CONNECTS = 64;

  private final NativeIa adapter;
  private final long nobody;
  private final Out out = new Out();
  private final EventMemory event = new EventMemory();

  /** Whether the library's thread can be kept away; written under THREAD. All below is under it. */
  private volatile boolean works;

  private NativeSemaphore gate;
  private ByteBuffer address;
  private long pz;
  private long cno;
  private long evd;
  private long ep;

  /** Connects of the present endpoint, up to {@link #CONNECTS}; 0 without one. */
  private int connects;

  private CmPause(NativeIa adapter, boolean works, long nobody) {
    this.adapter = adapter;
    this.works = works;
    this.nobody = nobody;
  }

  /**
   * For all calls that use what the library's thread uses. Nothing is made before the first call.
   *
   * @param works whether this is libdaplofa
   */
  static CmPause ofOneThread(NativeIa adapter, boolean works) {
    return new CmPause(adapter, works, 0);
  }

  /** For calls that do not wait for the library's thread, by libdaploscm: dat_cr_accept. */
  static CmPause ofSockets(NativeIa adapter) {
    // It adds 1,000 and takes 16 bits.
    return new CmPause(adapter, true, 65_536 - 1000);
  }

  boolean works() {
    return works;
  }

  /**
   * Makes a call of the library, while the library's thread is away if that is possible.
   *
   * @param call must not wait for that thread
   * @return what it answers
   */
  int call(IntSupplier call) {
    return call(away -> call.getAsInt());
  }

  /** Makes a call of the library while no other thread makes one that is to keep its own away. */
  int apart(IntSupplier call) {
    if (!works) {
      return call.getAsInt();
    }
    synchronized (THREAD) {
      return call.getAsInt();
    }
  }

  /**
   * As {@link #call(IntSupplier)}.
   *
   * @param call is told whether the library's thread is away
   * @return what it answers
   */
  int call(Call call) {
    if (!works) {
      return call.make(false);
    }
    synchronized (THREAD) {
      boolean away = works && begin();
      try {
        return call.make(away);
      } finally {
        if (away) {
          end();
        }
      }
    }
  }

  /**
   * Returns when the library's thread has taken what the kernel had told it before; at once where
   * it cannot be kept away.
   */
  void catchUp() {
    call(() -> 0);
  }

  /** Has the library's thread go to the gate, or tells that it does not. */
  private boolean begin() {
    if (!prepare() || !connect()) {
      giveUp("refuses the connect");
      return false;
    }
    long start = System.nanoTime();
    while (state() != EpState.DISCONNECTED.value()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        // It must not stop there later.
        gate.post();
        giveUp("does not end the connect");
        return false;
      }
      EpQueues.pause(LOOK_NANOS);
    }
    return true;
  }

  private void giveUp(String what) {
    works = false;
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}: the library {1} by which its thread is kept from what is freed; going on without{2}",
        adapter,
        what,
        adapter.isIwarp()
            ? ": a disconnect or free while receives are posted may wait for ever"
            : "");
  }

  /** Makes what is needed, or makes it ready again; no longer than a few milliseconds. */
  private boolean prepare() {
    if (cno == 0) {
      gate = new NativeSemaphore();
      address = SocketAddresses.write(adapter.iaAttr().iaAddress());
      long ia = adapter.handle();
      long to = out.address(0);
      pz = made(LibDat.dat_pz_create(ia, to));
      cno = made(LibDat.dat_cno_create(ia, 0, 0, to));
      evd = made(LibDat.dat_evd_create(ia, 1, cno, EvdFlags.CONNECTION, to));
    }
    if (connects == CONNECTS && !adapter.forgetsConnections()) {
      LibDat.dat_ep_free(ep);
      connects = 0;
    }
    if (connects > 0) {
      connects = Math.min(CONNECTS, connects + 1);
      return Ret.isSuccess(LibDat.dat_ep_reset(ep));
    }
    connects = 1;
    long transfers = adapter.spareTransfers();
    long to = out.address(0);
    ep = made(LibDat.dat_ep_create(adapter.handle(), pz, transfers, transfers, evd, 0, to));
    return ep != 0;
  }

  private long made(int ret) {
    return Ret.isSuccess(ret) ? out.getLong(0) : 0;
  }

  private boolean connect() {
    int armed = LibDat.dat_cno_modify_agent(cno, gate.address(), NativeSemaphore.waitFunction());
    if (!Ret.isSuccess(armed)) {
      return false;
    }
    int ret =
        LibDat.dat_ep_connect(
            ep,
            NativeMemory.addressOf(address),
            nobody,
            (int) DatConstants.TIMEOUT_INFINITE,
            0,
            0,
            Qos.BEST_EFFORT,
            0);
    Reference.reachabilityFence(address);
    return Ret.isSuccess(ret);
  }

  private int state() {
    int ret = LibDat.dat_ep_get_status(ep, out.address(0), out.address(1), out.address(2));
    return Ret.isSuccess(ret) ? out.getInt(0) : -1;
  }

  /** Lets the thread go on; returns when it has left the semaphore. */
  private void end() {
    gate.post();
    // The library holds the dispatcher's lock while it triggers the CNO.
    long start = System.nanoTime();
    while (!Ret.isSuccess(LibDat.dat_evd_dequeue(evd, event.address()))) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        giveUp("does not tell of the refusal");
        return;
      }
      EpQueues.pause(LOOK_NANOS);
    }
    LibDat.dat_cno_wait(cno, 0, out.address(0));
  }
}
