package org.dat4j.dat.natives;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;

/**
 * The qualifiers one adapter listens on. libdaploscm closes a freed listener later, on a thread of
 * its own; who listens there again waits for that.
 */
final class Listeners {

  /** How long the library may take to close a listener. */
  private static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Who asks and is not answered gives up by then: twice as long as the kernel asks. */
  private static final long REQUESTED_NANOS = 2 * AbandonedConnects.KERNEL_ASKS_NANOS;

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** When a qualifier was given up, by whichever adapter of the process: it is the machine's. */
  private static final Map<Long, Long> GIVEN_UP = new ConcurrentHashMap<>();

  private final NativeIa adapter;
  private final Map<Long, DatObject> live = new ConcurrentHashMap<>();

  Listeners(NativeIa adapter) {
    this.adapter = adapter;
  }

  /**
   * Calls dat_psp_create, again while the qualifier is in use by a listener we have freed. It may
   * take one that was freed while it had requests, and which goes with the last of them: when that
   * is answered, or in the library's thread when its requester gives up.
   */
  int create(long connQual, NativeEvd evd, PspFlags flags, long handleOut) {
    long ia = adapter.handle();
    long to = evd.handle();
    IntSupplier call = () -> LibDat.dat_psp_create(ia, connQual, to, flags.value(), handleOut);
    while (true) {
      boolean mayHaveRequests = isGivenUp(connQual, REQUESTED_NANOS);
      int ret = mayHaveRequests ? adapter.cm().call(call) : adapter.cm().apart(call);
      if (Ret.rawType(ret) != DatReturn.CONN_QUAL_IN_USE
          || !isGivenUp(connQual, CLOSING_NANOS)
          || Thread.currentThread().isInterrupted()) {
        return ret;
      }
      LockSupport.parkNanos(this, STEP_NANOS);
    }
  }

  /** Calls dat_psp_free, and sees to it that the library finds nothing else there afterwards. */
  int free(long point, long connQual) {
    long now = System.nanoTime();
    GIVEN_UP.values().removeIf(since -> now - since > REQUESTED_NANOS);
    GIVEN_UP.put(connQual, now);
    return adapter.acceptsFirst()
        ? FreedPoints.free(point)
        : adapter.cm().call(() -> LibDat.dat_psp_free(point));
  }

  /** Whether its listener was freed in the last so many nanoseconds. */
  private static boolean isGivenUp(long connQual, long lately) {
    Long since = GIVEN_UP.get(connQual);
    return since != null && System.nanoTime() - since < lately;
  }

  void add(long connQual, DatObject point) {
    // Who is told now that it is in use is told of this one.
    GIVEN_UP.remove(connQual);
    live.put(connQual, point);
  }

  void remove(long connQual, DatObject point) {
    live.remove(connQual, point);
  }

  /** The service point on a qualifier, or null. */
  DatObject find(long connQual) {
    return live.get(connQual);
  }
}
