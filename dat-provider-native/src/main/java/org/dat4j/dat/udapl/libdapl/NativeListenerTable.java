package org.dat4j.dat.udapl.libdapl;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.patch.FreedServicePoints;

/**
 * A table of the connection qualifiers on which a native adapter listens, and the calls that make
 * and free the library's listeners.
 *
 * <p>libdaploscm closes a freed listener later, in its CM thread; a thread that listens there again
 * waits for that. Thread-safe.
 */
public final class NativeListenerTable {

  /** Gives a listener that the library has made its name, by which its requests are told. */
  public interface Naming {
    /**
     * Gives the name; must take no lock of an EVD.
     *
     * @param handle the library's
     * @param connQual the qualifier
     */
    void give(long handle, long connQual);
  }

  /** How long the library may take to close a listener. */
  private static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** After this time no request of an unanswered peer is left: twice as long as the kernel asks. */
  private static final long REQUESTED_NANOS = 2 * AbandonedConnects.KERNEL_ASKS_NANOS;

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** When each qualifier was freed, by any adapter of the process: qualifiers are the machine's. */
  private static final Map<Long, Long> FREED = new ConcurrentHashMap<>();

  private final DaplAdapter adapter;
  private final Map<Long, DatObject> live = new ConcurrentHashMap<>();

  /**
   * Taken while the library makes a listener that has no name yet. A thread that reads a request
   * may have the lock of an EVD; the maker never takes one here.
   */
  private final Object naming = new Object();

  /**
   * Makes an empty table.
   *
   * @param adapter the adapter
   */
  public NativeListenerTable(DaplAdapter adapter) {
    this.adapter = adapter;
  }

  /**
   * Calls dat_psp_create, again while a freed listener still has the qualifier. The library may
   * return a PSP that was freed while it had requests. That one ends with the last of them: when it
   * is answered ({@link CrReply}), or in the CM thread when its requester gives up. If requests are
   * not detached it ends with the last connection.
   *
   * @param connQual the qualifier
   * @param evd the library's EVD
   * @param flags of the PSP
   * @param name gives the listener its name, by handle and qualifier
   * @return the library's return value
   */
  public int create(long connQual, long evd, PspFlags flags, Naming name) {
    long ia = adapter.handle();
    OutParams out = new OutParams();
    IntSupplier call =
        () -> LibDat.dat_psp_create(ia, connQual, evd, flags.value(), out.address(0));
    IntSupplier gated =
        () ->
            isFreed(connQual, REQUESTED_NANOS)
                ? adapter.cmGate().call(call)
                : adapter.cmGate().serialized(call);
    while (true) {
      int ret = createNamed(gated, () -> name.give(out.getLong(0), connQual));
      if (ReturnCodes.rawType(ret) != DatReturn.CONN_QUAL_IN_USE
          || !isFreed(connQual, CLOSING_NANOS)
          || Thread.currentThread().isInterrupted()) {
        return ret;
      }
      LockSupport.parkNanos(this, STEP_NANOS);
    }
  }

  /**
   * Calls dat_psp_create_any.
   *
   * @param evd the library's EVD
   * @param flags of the PSP
   * @param name gives the listener its name, by handle and qualifier
   * @return the library's return value
   */
  public int createAny(long evd, PspFlags flags, Naming name) {
    OutParams out = new OutParams();
    return createNamed(
        () ->
            LibDat.dat_psp_create_any(
                adapter.handle(), out.address(1), evd, flags.value(), out.address(0)),
        () -> name.give(out.getLong(0), out.getLong(1)));
  }

  /** Makes a listener and gives it its name before a request that names it is read. */
  private int createNamed(IntSupplier create, Runnable name) {
    synchronized (naming) {
      int ret = create.getAsInt();
      if (ReturnCodes.isSuccess(ret)) {
        name.run();
      }
      return ret;
    }
  }

  /**
   * Finds an object when all listeners that are being made have their names.
   *
   * @param find looks for it
   * @return what it finds, null for nothing
   */
  public DatObject afterNaming(Supplier<DatObject> find) {
    synchronized (naming) {
      return find.get();
    }
  }

  /**
   * Calls dat_psp_free, with the PSP's memory held or the CM thread stopped where that is needed
   * and permitted.
   *
   * @param point the library's PSP
   * @param connQual its qualifier
   * @return the library's return value
   */
  public int free(long point, long connQual) {
    long now = System.nanoTime();
    FREED.values().removeIf(since -> now - since > REQUESTED_NANOS);
    FREED.put(connQual, now);
    return adapter.holdsFreedServicePoints()
        ? FreedServicePoints.free(point)
        : adapter.cmGate().call(() -> LibDat.dat_psp_free(point));
  }

  /** Tells whether a listener of the qualifier was freed within the last nanoseconds. */
  private static boolean isFreed(long connQual, long nanos) {
    Long since = FREED.get(connQual);
    return since != null && System.nanoTime() - since < nanos;
  }

  /**
   * Adds a listener.
   *
   * @param connQual its qualifier
   * @param point the program's service point
   */
  public void add(long connQual, DatObject point) {
    // From now on "in use" refers to this listener.
    FREED.remove(connQual);
    live.put(connQual, point);
  }

  /**
   * Removes a listener.
   *
   * @param connQual its qualifier
   * @param point the program's service point
   */
  public void remove(long connQual, DatObject point) {
    live.remove(connQual, point);
  }

  /**
   * Finds the service point of a qualifier.
   *
   * @param connQual the qualifier
   * @return null for none
   */
  public DatObject find(long connQual) {
    return live.get(connQual);
  }
}
