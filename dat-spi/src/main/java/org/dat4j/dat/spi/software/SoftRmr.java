package org.dat4j.dat.spi.software;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.RmrParam;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRmr;

/**
 * A window. What it is bound to changes when a bind is reached on its endpoint's request queue; the
 * context of a bind is known when it is posted. The monitor is held for that change and for the
 * wait for threads that are just touching the old window: never while a turn is worked on, and
 * never by a thread that touches memory.
 */
final class SoftRmr extends AbstractRmr {

  private final SoftMemory memory;

  /** Posted and not reached, in posting order. */
  private final List<Binding> posted = new ArrayList<>(2);

  /** In effect; null when unbound. */
  private Binding current;

  /** Whether the peer has ended the use of what is in effect. */
  private boolean invalidated;

  /** The last bind that was posted, as queries show it; null when unbound. */
  private Binding latest;

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
    Binding now = latest;
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
    SoftEp endpoint = (SoftEp) ep;
    Link link = endpoint.linkFor("bind");
    Region window = null;
    int context = 0;
    if (lmr != null) {
      window = ((SoftLmr) lmr).region().window(address, length, privileges);
      context = memory.enter(window);
    }
    Binding binding = new Binding(this, link, lmr, address, length, privileges, window, context);
    if (window != null) {
      window.boundBy(binding);
    }
    if (!post(binding, endpoint, cookie, flags)) {
      withdraw(binding);
      return DatReturn.INSUFFICIENT_RESOURCES;
    }
    link.requestPosted();
    return DatReturn.SUCCESS;
  }

  /** Puts a bind into the queue; outside of it nobody may see it before it is on record here. */
  private synchronized boolean post(Binding binding, SoftEp endpoint, long cookie, int flags) {
    checkLive("bind");
    if (!endpoint.enqueue(binding, cookie, flags)) {
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
  synchronized boolean reached(Binding binding) {
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
  synchronized Access invalidate(Binding binding) {
    if (current != binding) {
      return Access.UNKNOWN;
    }
    if (!invalidated) {
      invalidated = true;
      binding.window().revoke();
      unbound(binding.lmr());
      if (latest == binding) {
        latest = null;
      }
    }
    return Access.OK;
  }

  /** A bind ended in a flush or failure, reached or not: the region has no valid context left. */
  synchronized void flushed(Binding binding) {
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

  private void endCurrent(Binding next) {
    if (invalidated) {
      invalidated = false;
      withdraw(current);
    } else {
      end(current);
    }
    current = next;
  }

  private void end(Binding binding) {
    if (binding != null && binding.window() != null) {
      withdraw(binding);
      unbound(binding.lmr());
    }
  }

  private void withdraw(Binding binding) {
    if (binding.window() != null) {
      memory.revoke(binding.context(), binding.window());
    }
  }
}
