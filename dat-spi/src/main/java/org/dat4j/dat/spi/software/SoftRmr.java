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
    end(current);
    current = binding.window() == null ? null : binding;
    return true;
  }

  /** A bind ended in a flush or failure, reached or not: the region has no valid context left. */
  synchronized void flushed(Binding binding) {
    boolean waited = posted.remove(binding);
    if (waited) {
      end(binding);
    }
    if (waited || current == binding) {
      end(current);
      current = null;
    }
    if (latest == binding) {
      latest = null;
    }
  }

  @Override
  protected synchronized void implFree() {
    end(current);
    posted.forEach(this::end);
    posted.clear();
    current = null;
    latest = null;
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
