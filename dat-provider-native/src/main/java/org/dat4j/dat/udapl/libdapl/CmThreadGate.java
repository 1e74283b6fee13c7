package org.dat4j.dat.udapl.libdapl;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Qos;
import org.dat4j.dat.udapl.abi.EventMemory;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.NativeSemaphore;
import org.dat4j.dat.udapl.abi.ReturnCodes;

/**
 * A gate that stops libdapl's CM (connection manager) thread while a library call frees or changes
 * what that thread may be using.
 *
 * <p>The CM thread (dapli_thread, one for all adapters) takes a connection event from the kernel
 * and reads the connection's request, endpoint, queue pair and PSP. dat_cr_accept, dat_ep_free,
 * dat_ep_reset and dat_psp_free use and free the same objects, with few locks:
 *
 * <ul>
 *   <li>dat_cr_accept writes to a request that the thread has freed because the requester has left
 *       (0xB12BDEAD at its byte 8).
 *   <li>rdma_get_cm_event changes a queue pair that dat_ep_free destroys.
 *   <li>dat_psp_free frees a PSP to which the thread adds a request.
 * </ul>
 *
 * <p>The gate has an endpoint of its own, which connects to the adapter's address where no program
 * listens. The CM thread reports the refusal to an EVD, the EVD triggers its CNO, and the CNO's
 * agent is {@code sem_wait}: the thread stays there until the call is over. The price is one
 * refused connect, which the program does not see.
 *
 * <p>libdaploscm has such a thread for each device. There it is stopped for dat_cr_accept only:
 * other calls wait for it (dapls_cm_free).
 */
public final class CmThreadGate {

  /** A library call, with all that has to happen while the CM thread is stopped. */
  public interface GatedCall {
    /**
     * Makes the call; must not wait for the CM thread.
     *
     * @param stopped whether that thread is stopped until this returns
     * @return the library's return value
     */
    int make(boolean stopped);
  }

  private static final System.Logger LOG = System.getLogger(CmThreadGate.class.getName());

  /** Taken while a CM thread is stopped: one serves all adapters. */
  private static final Object THREAD = new Object();

  /** Time limit of the refusal. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  /** Connects of one endpoint where the library keeps each until the endpoint is freed. */
  private static final int CONNECTS = 64;

  private final DaplAdapter adapter;

  /** A qualifier on which no program can listen. */
  private final long unusedPort;

  private final OutParams out = new OutParams();
  private final EventMemory event = new EventMemory();

  /** Whether the CM thread can be stopped; written under THREAD, which guards all below. */
  private volatile boolean supported;

  private NativeSemaphore semaphore;
  private ByteBuffer address;
  private long pz;
  private long cno;
  private long evd;
  private long ep;

  /** Connects of the present endpoint, up to {@link #CONNECTS}; 0 without one. */
  private int connects;

  private CmThreadGate(DaplAdapter adapter, boolean supported, long unusedPort) {
    this.adapter = adapter;
    this.supported = supported;
    this.unusedPort = unusedPort;
  }

  /**
   * Makes a gate for libraries with one CM thread, closed for all calls that use what it uses.
   *
   * @param adapter the adapter
   * @param supported whether this is libdaplofa; calls run ungated otherwise
   * @return a gate, which makes its objects at the first call
   */
  public static CmThreadGate ofOneThread(DaplAdapter adapter, boolean supported) {
    return new CmThreadGate(adapter, supported, 0);
  }

  /**
   * Makes a gate for libdaploscm and dat_cr_accept, which does not wait for the CM thread.
   *
   * @param adapter the adapter
   * @return a gate, which makes its objects at the first call
   */
  public static CmThreadGate ofSockets(DaplAdapter adapter) {
    // libdaploscm adds 1,000 to a qualifier and takes 16 bits of the sum: port 0.
    return new CmThreadGate(adapter, true, 65_536 - 1000);
  }

  /**
   * Tells whether the CM thread can be stopped.
   *
   * @return false also after a failure
   */
  public boolean isSupported() {
    return supported;
  }

  /**
   * Makes a library call while the CM thread is stopped, if that is possible.
   *
   * @param call must not wait for that thread
   * @return its return value
   */
  public int call(IntSupplier call) {
    return call(stopped -> call.getAsInt());
  }

  /**
   * Makes a library call while no other thread makes one through a gate.
   *
   * @param call runs with the CM thread
   * @return its return value
   */
  public int serialized(IntSupplier call) {
    if (!supported) {
      return call.getAsInt();
    }
    synchronized (THREAD) {
      return call.getAsInt();
    }
  }

  /**
   * Makes a call as {@link #call(IntSupplier)} does.
   *
   * @param call gets whether the CM thread is stopped
   * @return its return value
   */
  public int call(GatedCall call) {
    if (!supported) {
      return call.make(false);
    }
    synchronized (THREAD) {
      boolean stopped = supported && stopThread();
      try {
        return call.make(stopped);
      } finally {
        if (stopped) {
          releaseThread();
        }
      }
    }
  }

  /**
   * Returns when the CM thread has taken all earlier events of the kernel; at once where it cannot
   * be stopped.
   */
  public void drainEvents() {
    call(() -> 0);
  }

  /** Stops the CM thread; false if it does not come to the semaphore. */
  private boolean stopThread() {
    if (!requestStop()) {
      giveUp("refuses the connect");
      return false;
    }
    long start = System.nanoTime();
    while (state() != EpState.DISCONNECTED.value()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        // The thread must not stop there later.
        semaphore.post();
        giveUp("does not end the connect");
        return false;
      }
      Pause.nanos(POLL_NANOS);
    }
    return true;
  }

  /** Makes the connect whose refusal stops the thread; false if that cannot be made. */
  private boolean requestStop() {
    try {
      return prepare() && connect();
    } catch (RuntimeException | Error e) {
      // Without descriptors there is no queue. The program's call goes on all the same: it would be
      // lost here, with the request that it takes or answers.
      LOG.log(System.Logger.Level.WARNING, adapter + ": the CM thread cannot be stopped", e);
      return false;
    }
  }

  private void giveUp(String what) {
    supported = false;
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}: the library {1} that stops its CM thread during frees; going on without{2}",
        adapter,
        what,
        adapter.isIwarp()
            ? ": a disconnect or free while receives are posted may wait for ever"
            : "");
  }

  /** Makes the endpoint and its objects, or resets them; takes a few milliseconds at most. */
  private boolean prepare() {
    if (cno == 0) {
      semaphore = new NativeSemaphore();
      address = SocketAddresses.write(adapter.localAddress());
      long ia = adapter.handle();
      long to = out.address(0);
      pz = made(LibDat.dat_pz_create(ia, to));
      cno = made(LibDat.dat_cno_create(ia, 0, 0, to));
      evd = made(LibDat.dat_evd_create(ia, 1, cno, EvdFlags.CONNECTION, to));
    }
    if (connects == CONNECTS && !adapter.resetsConnections()) {
      LibDat.dat_ep_free(ep);
      connects = 0;
    }
    if (connects > 0) {
      connects = Math.min(CONNECTS, connects + 1);
      return ReturnCodes.isSuccess(LibDat.dat_ep_reset(ep));
    }
    long transfers = adapter.spareTransfers();
    long to = out.address(0);
    ep = made(LibDat.dat_ep_create(adapter.handle(), pz, transfers, transfers, evd, 0, to));
    connects = ep == 0 ? 0 : 1;
    return ep != 0;
  }

  private long made(int ret) {
    return ReturnCodes.isSuccess(ret) ? out.getLong(0) : 0;
  }

  private boolean connect() {
    int armed =
        LibDat.dat_cno_modify_agent(cno, semaphore.address(), NativeSemaphore.waitFunction());
    if (!ReturnCodes.isSuccess(armed)) {
      return false;
    }
    int ret =
        LibDat.dat_ep_connect(
            ep,
            NativeMemory.addressOf(address),
            unusedPort,
            (int) DatConstants.TIMEOUT_INFINITE,
            0,
            0,
            Qos.BEST_EFFORT,
            0);
    Reference.reachabilityFence(address);
    return ReturnCodes.isSuccess(ret);
  }

  private int state() {
    int ret = LibDat.dat_ep_get_status(ep, out.address(0), out.address(1), out.address(2));
    return ReturnCodes.isSuccess(ret) ? out.getInt(0) : -1;
  }

  /** Lets the CM thread go on; returns when it has left the semaphore. */
  private void releaseThread() {
    semaphore.post();
    // The library holds the EVD's lock while it triggers the CNO.
    long start = System.nanoTime();
    while (!ReturnCodes.isSuccess(LibDat.dat_evd_dequeue(evd, event.address()))) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        giveUp("does not tell of the refusal");
        return;
      }
      Pause.nanos(POLL_NANOS);
    }
    LibDat.dat_cno_wait(cno, 0, out.address(0));
  }
}
