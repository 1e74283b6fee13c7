package org.dat4j.dat.spi.software;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.RmrParam;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRmr;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.MemoryRegion;

/**
 * The remote memory region (RMR) of software backends (loopback, ipc, tcp): a window over an LMR,
 * made and ended by binds. What it is bound to changes when a bind is reached on its endpoint's
 * request queue; the context of a bind is known when it is posted. The monitor is held for that
 * change and for the wait for threads that are just touching the old window: never while a turn is
 * worked on, and never by a thread that touches memory.
 */
final class SoftRmr extends AbstractRmr {

  private final SoftMemory memory;

  /** The binds that are posted and not reached, in posting order. */
  private final List<RmrBind> posted = new ArrayList<>(2);

  /** The bind in effect; null when unbound. */
  private RmrBind current;

  /** Whether the peer has ended the use of what is in effect. */
  private boolean invalidated;

  /** The last bind that was posted, as queries show it; null when unbound. */
  private RmrBind latest;

  SoftRmr(AbstractPz pz, SoftMemory memory) {
    super(pz);
    this.memory = memory;
  }

  @Override
  public synchronized int rmrContext() {
    return latest == null ? 0 : latest.context();
  }

  @Override
  protected synchronized RmrParam implQuery() {
    RmrBind now = latest;
    if (now == null || now.lmr() == null) {
      return new RmrParam(ia(), pz(), 0, 0, 0, 0, 0);
    }
    return new RmrParam(
        ia(),
        pz(),
        now.lmr().lmrContext(),
        now.address(),
        now.length(),
        now.privileges(),
        now.context());
  }

  @Override
  protected int implBind(
      AbstractLmr lmr,
      long address,
      long length,
      int privileges,
      AbstractEp ep,
      long cookie,
      int flags) {
    Connection connection = ((SoftEp) ep).connectionFor("bind");
    MemoryRegion window = null;
    int context = 0;
    if (lmr != null) {
      window = ((SoftLmr) lmr).region().window(address, length, privileges);
      context = memory.enter(window);
    }
    RmrBind binding =
        new RmrBind(this, connection, lmr, address, length, privileges, window, context);
    if (window != null) {
      window.boundBy(binding);
    }
    SoftIa ia = (SoftIa) ia();
    boolean isPosted = false;
    try {
      isPosted = post(binding, cookie, flags);
      if (isPosted) {
        connection.requestPosted();
      }
    } catch (RuntimeException | Error e) {
      // Without a call: there may be no stack left for one.
      ia.repairFlag.raised = true;
      if (!isPosted) {
        throw e;
      }
      // It counts as posted, and ends the use of the LMR by itself; the next call works on it.
    } finally {
      if (!isPosted) {
        withdraw(binding);
      }
    }
    if (isPosted) {
      return DatReturn.SUCCESS;
    }
    if (connection.requests().isClosed()) {
      throw ((SoftEp) ep).wasReset("bind");
    }
    return DatReturn.INSUFFICIENT_RESOURCES;
  }

  /** Puts a bind into the queue; outside of it nobody may see it before it is on record here. */
  private synchronized boolean post(RmrBind binding, long cookie, int flags) {
    checkLive("bind");
    if (!binding.ep().requests().post(binding, cookie, flags)) {
      return false;
    }
    posted.add(binding);
    latest = binding;
    return true;
  }

  /**
   * The turn of a bind has come: the new window opens, the old one is closed for good.
   *
   * @return false when this region was freed meanwhile
   */
  synchronized boolean reached(RmrBind binding) {
    if (!posted.remove(binding)) {
      return false;
    }
    if (binding.window() != null) {
      binding.window().open();
    }
    endCurrent(binding.window() == null ? null : binding);
    return true;
  }

  /**
   * The peer of the bind's connection ends the use of the window: from now on the region is
   * unbound. The window's context is forgotten only with the next bind or free, as a peer may
   * invalidate twice.
   */
  synchronized AccessResult invalidate(RmrBind binding) {
    if (current != binding) {
      return AccessResult.UNKNOWN;
    }
    if (!invalidated) {
      invalidated = true;
      binding.window().revoke();
      unbound(binding.lmr());
      if (latest == binding) {
        latest = null;
      }
    }
    return AccessResult.OK;
  }

  /** A bind ended in a flush or failure, reached or not: the region has no valid context left. */
  synchronized void flushed(RmrBind binding) {
    boolean waited = posted.remove(binding);
    if (waited) {
      end(binding);
    }
    if (waited || current == binding) {
      endCurrent(null);
    }
    if (latest == binding) {
      latest = null;
    }
  }

  @Override
  protected synchronized void implFree() {
    endCurrent(null);
    posted.forEach(this::end);
    posted.clear();
    latest = null;
  }

  private void endCurrent(RmrBind next) {
    if (invalidated) {
      invalidated = false;
      withdraw(current);
    } else {
      end(current);
    }
    current = next;
  }

  private void end(RmrBind binding) {
    if (binding != null && binding.window() != null) {
      withdraw(binding);
      unbound(binding.lmr());
    }
  }

  private void withdraw(RmrBind binding) {
    if (binding.window() != null) {
      memory.revoke(binding.context(), binding.window());
    }
  }
}
