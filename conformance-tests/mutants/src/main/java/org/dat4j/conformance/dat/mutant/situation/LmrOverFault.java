package org.dat4j.conformance.dat.mutant.situation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntBinaryOperator;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions.TrackedRegion;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: the contexts of an LMR over an LMR have rights
 * that its source has part in. Transfers that name such an LMR use a third registration of the
 * memory, which has these rights.
 */
final class LmrOverFault implements DatFault {
  private final String change;
  private final TrackedRegions regions = new TrackedRegions();

  /** What transfers use instead, by region. */
  private final Map<TrackedRegion, Lmr> instead = new ConcurrentHashMap<>();

  /** The lowest LMR under each LMR that is over another. */
  private final Map<Lmr, Lmr> lowest = new ConcurrentHashMap<>();

  LmrOverFault(String change) {
    this.change = change;
  }

  @Override
  public Object call(Call call) {
    return make(call, true);
  }

  @Override
  public Object pass(Call call) {
    return make(call, false);
  }

  private Object make(Call call, boolean acts) {
    PostCall post = PostCall.of(call);
    if (post != null) {
      redirect(post);
    }
    Object answer = call.proceed();
    regions.after(call, answer);
    if (acts && answer instanceof Lmr lmr && call.arguments()[0] == MemType.LMR) {
      made(lmr, ((RegionDescription) call.arguments()[1]).lmr());
    }
    return answer;
  }

  private void made(Lmr lmr, Lmr source) {
    boolean second = lowest.containsKey(source);
    lowest.put(lmr, lowest.getOrDefault(source, source));
    TrackedRegion over = regions.of(lmr).orElse(null);
    boolean ofLowest = change.equals("second-generation");
    TrackedRegion under = regions.of(ofLowest ? lowest.get(lmr) : source).orElse(null);
    if (over == null || under == null) {
      return;
    }
    try {
      switch (change) {
        case "source-rights" -> use(over, under.pz(), over.pz(), under, (own, of) -> of);
        case "source-zone" -> use(over, under.pz(), under.pz(), under, (own, of) -> own);
        case "both-rights" -> use(over, under.pz(), over.pz(), under, (own, of) -> own | of);
        case "common-rights" -> use(over, under.pz(), over.pz(), under, (own, of) -> own & of);
        case "widens-source" -> use(under, over.pz(), under.pz(), over, (own, of) -> own | of);
        case "second-generation" -> {
          if (second) {
            use(over, under.pz(), over.pz(), under, (own, of) -> own & of);
          }
        }
        default -> throw new IllegalArgumentException("change '" + change + "'");
      }
    } catch (DatException refused) {
      // There is no room for a further registration.
    }
  }

  /** Lets a region be used with other rights; those of another PZ do not count. */
  private void use(
      TrackedRegion region, Pz others, Pz pz, TrackedRegion other, IntBinaryOperator rights) {
    if (others == region.pz() || change.equals("source-zone")) {
      int privileges = rights.applyAsInt(region.privileges(), other.privileges());
      if (privileges != 0) {
        instead.put(region, regions.permit(region, pz, privileges));
      }
    }
  }

  private void redirect(PostCall post) {
    for (int i = 0; i < post.count(); i++) {
      TrackedRegion region = regions.local(post.context(i)).orElse(null);
      Lmr lmr = region == null || region.freed() ? null : instead.get(region);
      if (lmr != null) {
        long address = TrackedRegions.moved(region, post.address(i), lmr);
        post.segment(i, lmr.lmrContext(), address, post.length(i));
      }
    }
    if (post.op().remote()) {
      TrackedRegion region = regions.remote(post.remoteContext()).orElse(null);
      Lmr lmr = region == null || region.freed() ? null : instead.get(region);
      if (lmr != null) {
        post.remote(lmr.rmrContext(), TrackedRegions.moved(region, post.remoteAddress(), lmr));
      }
    }
  }
}
