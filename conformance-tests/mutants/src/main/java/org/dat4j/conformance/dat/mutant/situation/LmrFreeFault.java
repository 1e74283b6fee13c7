package org.dat4j.conformance.dat.mutant.situation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.dat4j.conformance.dat.mutant.fault.ObservingFault;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions.TrackedRegion;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemType;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: the free of an LMR changes memory, returns
 * while a transfer is under way, or disturbs other LMRs over the same memory.
 */
final class LmrFreeFault extends ObservingFault {
  /** A transfer that is outstanding. */
  private record UsedTransfer(Ep ep, long cookie) {}

  private final String change;
  private final TrackedRegions regions = new TrackedRegions();

  /** The registrations that each outstanding transfer uses. */
  private final Map<UsedTransfer, List<TrackedRegion>> underWay = new ConcurrentHashMap<>();

  /** Frees that were answered and are not made. */
  private final Map<TrackedRegion, Call> owed = new ConcurrentHashMap<>();

  /** Registrations that were freed while a transfer used them. */
  private final Set<TrackedRegion> used = ConcurrentHashMap.newKeySet();

  /** LMRs over another LMR, with that. */
  private final Map<Lmr, Lmr> sources = new ConcurrentHashMap<>();

  /** Registrations whose contexts are forgotten. */
  private final Set<TrackedRegion> forgotten = ConcurrentHashMap.newKeySet();

  LmrFreeFault(String change) {
    this.change = change;
  }

  @Override
  protected Object make(Call call, boolean acts) {
    PostCall post = PostCall.of(call);
    if (post != null && post.ep() != null) {
      return posted(call, post);
    }
    TrackedRegion freed =
        call.object() instanceof Lmr lmr && "dat_lmr_free".equals(call.manPage())
            ? regions.of(lmr).filter(region -> !region.freed()).orElse(null)
            : null;
    boolean busy = underWay.values().stream().anyMatch(all -> all.contains(freed));
    if (acts && freed != null && busy && change.equals("returns-early")) {
      owed.put(freed, call);
      return null;
    }
    Object answer = call.proceed();
    regions.after(call, answer);
    if (answer instanceof Lmr lmr && call.arguments()[0] == MemType.LMR) {
      sources.put(lmr, ((RegionDescription) call.arguments()[1]).lmr());
    }
    if (acts && freed != null) {
      if (busy) {
        used.add(freed);
      }
      freed(freed);
    }
    return answer;
  }

  private Object posted(Call call, PostCall post) {
    UsedTransfer transfer = new UsedTransfer(post.ep(), post.cookie());
    if (post.op().request()) {
      underWay.put(transfer, named(post).toList());
    }
    if (post.op().remote()) {
      regions
          .remote(post.remoteContext())
          .filter(region -> forgotten.contains(region) && change.equals("others-remote"))
          .ifPresent(region -> post.remote(-1, post.remoteAddress()));
    }
    for (int i = 0; i < post.count(); i++) {
      TrackedRegion region = regions.local(post.context(i)).orElse(null);
      if (region != null && forgotten.contains(region) && change.equals("others-local")) {
        post.segment(i, -1, post.address(i), post.length(i));
      }
    }
    boolean taken = false;
    try {
      Object answer = call.proceed();
      taken = answer.equals(DatReturn.SUCCESS);
      return answer;
    } finally {
      if (!taken) {
        ended(transfer);
      }
    }
  }

  private Stream<TrackedRegion> named(PostCall post) {
    Stream<TrackedRegion> remote =
        post.op().remote() ? regions.remote(post.remoteContext()).stream() : Stream.empty();
    Stream<TrackedRegion> local =
        Stream.iterate(0, i -> i < post.count(), i -> i + 1)
            .flatMap(i -> regions.local(post.context(i)).stream());
    return Stream.concat(remote, local);
  }

  private void freed(TrackedRegion region) {
    List<TrackedRegion> others = regions.others(region);
    switch (change) {
      case "first-byte" -> region.corrupt(region.base());
      case "last-byte" -> region.corrupt(region.base() + region.size() - 1);
      case "clears" -> region.store(region.base(), new byte[(int) region.size()]);
      case "newest-other" -> others.stream().limit(1).forEach(this::free);
      case "oldest-other" ->
          others.stream().skip(Math.max(0, others.size() - 1)).forEach(this::free);
      case "others-remote", "others-local" -> forgotten.addAll(others);
      case "over-it" ->
          others.stream().filter(o -> sources.get(o.lmr()) == region.lmr()).forEach(this::free);
      case "under-it" ->
          others.stream().filter(o -> o.lmr() == sources.get(region.lmr())).forEach(this::free);
      default -> {}
    }
  }

  private void free(TrackedRegion region) {
    try {
      region.lmr().free();
    } catch (DatException inUse) {
      // An RMR is bound over it.
    }
  }

  @Override
  protected void taken(Evd evd, DatEvent event, boolean acts) {
    if (event.number() == EventNumber.DTO_COMPLETION_EVENT && event.ep() != null) {
      ended(new UsedTransfer(event.ep(), event.cookie()));
    }
  }

  private void ended(UsedTransfer transfer) {
    List<TrackedRegion> named = underWay.remove(transfer);
    if (named == null) {
      return;
    }
    for (TrackedRegion region : named) {
      Call free = owed.remove(region);
      if (free != null) {
        try {
          regions.after(free, free.proceed());
        } catch (DatException gone) {
          // It ended with its adapter.
        }
      }
      if (used.remove(region) && change.equals("late-store")) {
        region.corrupt(region.base() + region.size() - 1);
      }
    }
  }
}
