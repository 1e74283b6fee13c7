package org.dat4j.conformance.dat.mutant.situation;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dat.mutant.fault.ObservingFault;
import org.dat4j.conformance.dat.mutant.fault.PeerTracker;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions.TrackedRegion;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: a Send that comes before its Receive is served
 * wrongly, or gets less time than one before it.
 *
 * <p>A layer cannot break a connection as a wire does. A mutant whose connection breaks disconnects
 * it abruptly.
 */
final class StalledSendFault extends ObservingFault {
  /** The time for all Sends of a connection together: as long as one waits in the tests. */
  private static final long BUDGET_NANOS = TimeUnit.MILLISECONDS.toNanos(800);

  /** A Receive whose Send was there before it. */
  private record Late(Ep ep, long cookie) {}

  /** The messages of one direction; guarded by itself. */
  private static final class Direction {
    private long sends;
    private long receives;
    private long stalled;
    private long begin;
    private int stalls;
  }

  private final String change;
  private final PeerTracker peers = new PeerTracker();
  private final TrackedRegions regions = new TrackedRegions();

  /** By the endpoint that receives. */
  private final Map<Ep, Direction> directions = new ConcurrentHashMap<>();

  private final Map<Late, TrackedRegion> last = new ConcurrentHashMap<>();
  private final Set<Late> late = ConcurrentHashMap.newKeySet();

  StalledSendFault(String change) {
    this.change = change;
  }

  @Override
  protected Object make(Call call, boolean acts) {
    peers.before(call);
    PostCall post = PostCall.of(call);
    if (post != null && post.op() == PostCall.Op.RECV) {
      return received(call, post, acts);
    }
    if (call.name().equals("Ep.reset")) {
      directions.remove(call.object());
    }
    if (acts && change.equals("time-of-all") && call.name().equals("Evd.await")) {
      return awaited(call);
    }
    Object answer = call.proceed();
    regions.after(call, answer);
    if (post != null && post.op() == PostCall.Op.SEND && answer.equals(DatReturn.SUCCESS)) {
      sent(peers.of(post.ep()), acts);
    }
    return answer;
  }

  private Direction to(Ep ep) {
    return directions.computeIfAbsent(ep, any -> new Direction());
  }

  private void sent(Ep receiver, boolean acts) {
    if (receiver == null || receiver.query().srq() != null) {
      return;
    }
    Direction direction = to(receiver);
    boolean second = false;
    synchronized (direction) {
      direction.sends++;
      if (direction.sends == direction.receives + 1) {
        direction.begin = System.nanoTime();
        second = direction.stalls++ > 0;
      }
    }
    if (acts && second && change.equals("second-breaks")) {
      PeerTracker.end(receiver);
    }
  }

  private Object received(Call call, PostCall post, boolean acts) {
    Direction direction = to(post.ep());
    boolean isLate;
    synchronized (direction) {
      isLate = direction.receives < direction.sends;
      direction.receives++;
      if (isLate && direction.receives == direction.sends) {
        direction.stalled += System.nanoTime() - direction.begin;
      }
    }
    if (isLate && acts) {
      Late receive = new Late(post.ep(), post.cookie());
      late.add(receive);
      regions.local(post.count() == 0 ? 0 : post.context(0)).ifPresent(r -> last.put(receive, r));
      if (change.equals("late-breaks")) {
        PeerTracker.end(post.ep());
      }
    }
    Object answer = call.proceed();
    if (!answer.equals(DatReturn.SUCCESS)) {
      synchronized (direction) {
        direction.receives--;
      }
    }
    return answer;
  }

  /** Ends a connection whose time is over during a wait; goes on with the rest of the wait. */
  private Object awaited(Call call) {
    Object[] arguments = call.arguments();
    long begin = System.nanoTime();
    long patience = (long) arguments[0];
    while (true) {
      Ep next = null;
      long left = Long.MAX_VALUE;
      for (Map.Entry<Ep, Direction> each : directions.entrySet()) {
        long time = left(each.getValue());
        if (time < left) {
          left = time;
          next = each.getKey();
        }
      }
      long passed = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
      boolean endless = patience == DatConstants.TIMEOUT_INFINITE;
      long rest = endless ? patience : Math.max(0, patience - passed);
      if (next == null || !endless && TimeUnit.MICROSECONDS.toNanos(rest) <= left) {
        arguments[0] = rest;
        return call.proceed();
      }
      arguments[0] = Math.max(0, TimeUnit.NANOSECONDS.toMicros(left));
      Object outcome = call.proceed();
      if (DatReturn.type((Integer) outcome) != DatReturn.TIMEOUT_EXPIRED) {
        return outcome;
      }
      directions.remove(next);
      PeerTracker.end(next);
    }
  }

  /** Returns the time that a Send which waits has left, in ns; the most if none waits. */
  private static long left(Direction direction) {
    synchronized (direction) {
      return direction.sends > direction.receives
          ? BUDGET_NANOS - direction.stalled - (System.nanoTime() - direction.begin)
          : Long.MAX_VALUE;
    }
  }

  @Override
  protected boolean passes(Evd evd, DatEvent event) {
    if (event.number() != EventNumber.DTO_COMPLETION_EVENT
        || event.ep() == null
        || event.ep().query().recvEvd() != evd
        || event.status() != DtoStatus.SUCCESS) {
      return true;
    }
    Late receive = new Late(event.ep(), event.cookie());
    TrackedRegion region = last.remove(receive);
    if (!late.remove(receive)) {
      return true;
    }
    switch (change) {
      case "late-lost" -> {
        return false;
      }
      case "late-first-byte" -> {
        if (region != null && event.transferredLength() > 0) {
          region.corrupt(region.base());
        }
      }
      case "late-shorter" ->
          event.setDto(
              evd,
              event.ep(),
              event.cookie(),
              event.status(),
              Math.max(0, event.transferredLength() - 1));
      case "late-fails" ->
          event.setDto(evd, event.ep(), event.cookie(), DtoStatus.ERR_LOCAL_PROTECTION, 0);
      case "late-doubled" -> keep(evd, event);
      default -> {}
    }
    return true;
  }
}
