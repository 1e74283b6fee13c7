package org.dat4j.conformance.dat.mutant;

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
 * The fault of a DAT mutant that leaves out one access check, so that a transfer or bind is done
 * that must be refused. It is done on the memory that the call meant, if there is any.
 */
final class DatAccessFault implements DatFault {
  private final String operation;
  private final boolean remote;
  private final String check;
  private final TrackedRegions areas = new TrackedRegions();

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
      areas.before(call);
    } catch (DatException freed) {
      // An object of the call is gone; the provider says so.
    }
    Object answer = call.proceed();
    areas.after(call, answer);
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
      TrackedRegions.Area area = areas.local(post.context(i)).orElse(null);
      Ia ia = adapter(post);
      if (area == null) {
        if (check.equals("unknown")) {
          TrackedRegions.Area other = areas.any(own -> own == ia, length).orElse(null);
          if (other != null) {
            Lmr lmr = areas.permit(other, zone(post));
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
            case "freed" -> area.freed() ? areas.permit(area, area.pz()) : null;
            case "zone" -> area.pz() != zone && !area.freed() ? areas.permit(area, zone) : null;
            case "privilege" ->
                (area.privileges() & needed) == 0 ? areas.permit(area, area.pz()) : null;
            default -> null;
          };
      if (permit != null) {
        post.segment(i, permit.lmrContext(), TrackedRegions.moved(area, address, permit), length);
      } else if (out(area, address, length)) {
        long fits = Math.max(0, Math.min(length, area.size()));
        long at = check.equals("range-low") ? area.base() : area.base() + area.size() - fits;
        post.segment(i, post.context(i), at, fits);
      }
    }
  }

  /** Returns whether a range leaves an area on the side that this fault does not check. */
  private boolean out(TrackedRegions.Area area, long address, long length) {
    return switch (check) {
      case "range-low" -> address < area.base();
      case "range-high" -> address >= area.base() && !area.holds(address, length);
      default -> false;
    };
  }

  private void passRemote(PostCall post) {
    long address = post.remoteAddress();
    long length = post.remoteLength();
    TrackedRegions.Area area = areas.remote(post.remoteContext()).orElse(null);
    if (area == null) {
      if (check.equals("unknown")) {
        Ia own = adapter(post);
        TrackedRegions.Area other = areas.any(ia -> ia != own, length).orElse(null);
        if (other != null) {
          Lmr lmr = areas.permit(other, areas.zoneOfTarget(other).orElse(other.pz()));
          post.remote(lmr.rmrContext(), lmr.registeredAddress());
        }
      }
      return;
    }
    if (area.isWindow() != check.startsWith("window")) {
      return;
    }
    int needed = post.op() == PostCall.Op.WRITE ? MemPriv.REMOTE_WRITE : MemPriv.REMOTE_READ;
    Pz pz =
        switch (check) {
          case "freed", "window-freed" -> area.freed() ? area.pz() : null;
          case "window-revoked" -> area.revoked() && !area.freed() ? area.pz() : null;
          case "zone", "window-zone" -> area.freed() ? null : areas.zoneOfTarget(area).orElse(null);
          case "privilege", "window-privilege" ->
              (area.privileges() & needed) == 0 ? area.pz() : null;
          case "window-range" -> area.holds(address, length) ? null : area.pz();
          default -> null;
        };
    if (pz != null) {
      Lmr permit = areas.permit(area, pz);
      post.remote(permit.rmrContext(), TrackedRegions.moved(area, address, permit));
    } else if (out(area, address, length)) {
      long fits = Math.max(0, Math.min(length, area.size()));
      long at = check.equals("range-low") ? area.base() : area.base() + area.size() - fits;
      post.remote(post.remoteContext(), at);
    }
  }

  private void passBind(Rmr rmr, Object[] arguments) {
    long address = (long) arguments[1];
    long length = (long) arguments[2];
    if (length == 0) {
      return;
    }
    TrackedRegions.Area area = areas.local((int) arguments[0]).orElse(null);
    Ep ep = (Ep) arguments[4];
    Pz zone = rmr.query(RmrField.ALL).pz();
    if (area == null) {
      Ia ia = ep.query().ia();
      if (check.equals("unknown")) {
        areas
            .any(own -> own == ia, length)
            .ifPresent(other -> bindTo(arguments, areas.permit(other, zone)));
      }
      return;
    }
    int privileges = (int) arguments[3];
    boolean denied =
        (privileges & MemPriv.REMOTE_READ) != 0 && (area.privileges() & MemPriv.LOCAL_READ) == 0
            || (privileges & MemPriv.REMOTE_WRITE) != 0
                && (area.privileges() & MemPriv.LOCAL_WRITE) == 0;
    if (check.equals("zone") && area.pz() != zone || check.equals("privilege") && denied) {
      Lmr permit = areas.permit(area, zone);
      arguments[0] = permit.lmrContext();
      arguments[1] = TrackedRegions.moved(area, address, permit);
    } else if (out(area, address, length)) {
      long fits = Math.max(1, Math.min(length, area.size()));
      arguments[1] = check.equals("range-low") ? area.base() : area.base() + area.size() - fits;
      arguments[2] = fits;
    }
  }

  private static void bindTo(Object[] arguments, Lmr lmr) {
    arguments[0] = lmr.lmrContext();
    arguments[1] = lmr.registeredAddress();
  }
}
