package org.dat4j.conformance.dat.mutant;

import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: one access check is left out, so that a
 * forbidden transfer or bind is done. It is done on the memory that the call meant, if there is
 * any.
 */
final class DatAccessFault implements DatFault {
  private final String operation;
  private final boolean remote;
  private final String check;
  private final TrackedRegions regions = new TrackedRegions();

  DatAccessFault(String operation, boolean remote, String check) {
    this.operation = operation;
    this.remote = remote;
    this.check = check;
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
    try {
      PostCall post = acts ? PostCall.of(call) : null;
      if (post != null && post.op().name().equals(operation)) {
        if (remote) {
          passRemote(post);
        } else {
          passLocal(post);
        }
      } else if (acts && operation.equals("BIND") && call.name().equals("Rmr.bind")) {
        passBind((Rmr) call.object(), call.arguments());
      }
      regions.before(call);
    } catch (DatException freed) {
      // An object of the call is gone; the provider says so.
    }
    Object answer = call.proceed();
    regions.after(call, answer);
    return answer;
  }

  private static Pz zone(PostCall post) {
    return post.ep() != null ? post.ep().query().pz() : post.srq().query(SrqField.ALL).pz();
  }

  private static Ia adapter(PostCall post) {
    return post.ep() != null ? post.ep().query().ia() : post.srq().query(SrqField.ALL).ia();
  }

  private void passLocal(PostCall post) {
    for (int i = 0; i < post.count(); i++) {
      long address = post.address(i);
      long length = post.length(i);
      if (length == 0) {
        continue;
      }
      TrackedRegions.TrackedRegion region = regions.local(post.context(i)).orElse(null);
      Ia ia = adapter(post);
      if (region == null) {
        if (check.equals("unknown")) {
          TrackedRegions.TrackedRegion other = regions.any(own -> own == ia, length).orElse(null);
          if (other != null) {
            Lmr lmr = regions.permit(other, zone(post));
            post.segment(i, lmr.lmrContext(), lmr.registeredAddress(), length);
          }
        }
        continue;
      }
      int needed =
          post.op() == PostCall.Op.SEND || post.op() == PostCall.Op.WRITE
              ? MemPriv.LOCAL_READ
              : MemPriv.LOCAL_WRITE;
      Pz zone = zone(post);
      Lmr permit =
          switch (check) {
            case "freed" -> region.freed() ? regions.permit(region, region.pz()) : null;
            case "zone" ->
                region.pz() != zone && !region.freed() ? regions.permit(region, zone) : null;
            case "privilege" ->
                (region.privileges() & needed) == 0 ? regions.permit(region, region.pz()) : null;
            default -> null;
          };
      if (permit != null) {
        post.segment(i, permit.lmrContext(), TrackedRegions.moved(region, address, permit), length);
      } else if (out(region, address, length)) {
        long fits = Math.max(0, Math.min(length, region.size()));
        long at = check.equals("range-low") ? region.base() : region.base() + region.size() - fits;
        post.segment(i, post.context(i), at, fits);
      }
    }
  }

  /** Returns whether a range leaves a region on the side that this fault does not check. */
  private boolean out(TrackedRegions.TrackedRegion region, long address, long length) {
    return switch (check) {
      case "range-low" -> address < region.base();
      case "range-high" -> address >= region.base() && !region.holds(address, length);
      default -> false;
    };
  }

  private void passRemote(PostCall post) {
    long address = post.remoteAddress();
    long length = post.remoteLength();
    TrackedRegions.TrackedRegion region = regions.remote(post.remoteContext()).orElse(null);
    if (region == null) {
      if (check.equals("unknown")) {
        Ia own = adapter(post);
        TrackedRegions.TrackedRegion other = regions.any(ia -> ia != own, length).orElse(null);
        if (other != null) {
          Lmr lmr = regions.permit(other, regions.zoneOfTarget(other).orElse(other.pz()));
          post.remote(lmr.rmrContext(), lmr.registeredAddress());
        }
      }
      return;
    }
    if (region.isWindow() != check.startsWith("window")) {
      return;
    }
    int needed = post.op() == PostCall.Op.WRITE ? MemPriv.REMOTE_WRITE : MemPriv.REMOTE_READ;
    Pz pz =
        switch (check) {
          case "freed", "window-freed" -> region.freed() ? region.pz() : null;
          case "window-revoked" -> region.revoked() && !region.freed() ? region.pz() : null;
          case "zone", "window-zone" ->
              region.freed() ? null : regions.zoneOfTarget(region).orElse(null);
          case "privilege", "window-privilege" ->
              (region.privileges() & needed) == 0 ? region.pz() : null;
          case "window-range" -> region.holds(address, length) ? null : region.pz();
          default -> null;
        };
    if (pz != null) {
      Lmr permit = regions.permit(region, pz);
      post.remote(permit.rmrContext(), TrackedRegions.moved(region, address, permit));
    } else if (out(region, address, length)) {
      long fits = Math.max(0, Math.min(length, region.size()));
      long at = check.equals("range-low") ? region.base() : region.base() + region.size() - fits;
      post.remote(post.remoteContext(), at);
    }
  }

  private void passBind(Rmr rmr, Object[] arguments) {
    long address = (long) arguments[1];
    long length = (long) arguments[2];
    if (length == 0) {
      return;
    }
    TrackedRegions.TrackedRegion region = regions.local((int) arguments[0]).orElse(null);
    Ep ep = (Ep) arguments[4];
    Pz zone = rmr.query(RmrField.ALL).pz();
    if (region == null) {
      Ia ia = ep.query().ia();
      if (check.equals("unknown")) {
        regions
            .any(own -> own == ia, length)
            .ifPresent(other -> bindTo(arguments, regions.permit(other, zone)));
      }
      return;
    }
    int privileges = (int) arguments[3];
    boolean denied =
        (privileges & MemPriv.REMOTE_READ) != 0 && (region.privileges() & MemPriv.LOCAL_READ) == 0
            || (privileges & MemPriv.REMOTE_WRITE) != 0
                && (region.privileges() & MemPriv.LOCAL_WRITE) == 0;
    if (check.equals("zone") && region.pz() != zone || check.equals("privilege") && denied) {
      Lmr permit = regions.permit(region, zone);
      arguments[0] = permit.lmrContext();
      arguments[1] = TrackedRegions.moved(region, address, permit);
    } else if (out(region, address, length)) {
      long fits = Math.max(1, Math.min(length, region.size()));
      arguments[1] =
          check.equals("range-low") ? region.base() : region.base() + region.size() - fits;
      arguments[2] = fits;
    }
  }

  private static void bindTo(Object[] arguments, Lmr lmr) {
    arguments[0] = lmr.lmrContext();
    arguments[1] = lmr.registeredAddress();
  }
}
