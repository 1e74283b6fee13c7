package org.dat4j.conformance.dat.mutant;

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
 * One access check that is not made: what it should refuse is done, on the memory that was meant
 * where there is any.
 */
final class AccessFault implements Fault {
  private final String operation;
  private final boolean remote;
  private final String check;
  private final Areas areas = new Areas();

  AccessFault(String operation, boolean remote, String check) {
    this.operation = operation;
    this.remote = remote;
    this.check = check;
  }

  @Override
  public Object call(Call call) {
    try {
      Post post = Post.of(call);
      if (post != null && post.op().name().equals(operation)) {
        if (remote) {
          passRemote(post);
        } else {
          passLocal(post);
        }
      } else if (operation.equals("BIND") && call.name().equals("Rmr.bind")) {
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

  private static Pz zone(Post post) {
    return post.ep() != null ? post.ep().query().pz() : post.srq().query(SrqField.ALL).pz();
  }

  private static Ia adapter(Post post) {
    return post.ep() != null ? post.ep().query().ia() : post.srq().query(SrqField.ALL).ia();
  }

  private void passLocal(Post post) {
    for (int i = 0; i < post.count(); i++) {
      long address = post.address(i);
      long length = post.length(i);
      if (length == 0) {
        continue;
      }
      Areas.Area area = areas.local(post.context(i)).orElse(null);
      Ia ia = adapter(post);
      if (area == null) {
        if (check.equals("unknown")) {
          Areas.Area other = areas.any(own -> own == ia, length).orElse(null);
          if (other != null) {
            Lmr lmr = areas.permit(other, zone(post));
            post.segment(i, lmr.lmrContext(), lmr.registeredAddress(), length);
          }
        }
        continue;
      }
      int needed =
          post.op() == Post.Op.SEND || post.op() == Post.Op.WRITE
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
        post.segment(i, permit.lmrContext(), Areas.moved(area, address, permit), length);
      } else if (out(area, address, length)) {
        long fits = Math.max(0, Math.min(length, area.size()));
        long at = check.equals("range-low") ? area.base() : area.base() + area.size() - fits;
        post.segment(i, post.context(i), at, fits);
      }
    }
  }

  /** Whether a range leaves an area on the side that this fault does not look at. */
  private boolean out(Areas.Area area, long address, long length) {
    return switch (check) {
      case "range-low" -> address < area.base();
      case "range-high" -> address >= area.base() && !area.holds(address, length);
      default -> false;
    };
  }

  private void passRemote(Post post) {
    long address = post.remoteAddress();
    long length = post.remoteLength();
    Areas.Area area = areas.remote(post.remoteContext()).orElse(null);
    if (area == null) {
      if (check.equals("unknown")) {
        Ia own = adapter(post);
        Areas.Area other = areas.any(ia -> ia != own, length).orElse(null);
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
    int needed = post.op() == Post.Op.WRITE ? MemPriv.REMOTE_WRITE : MemPriv.REMOTE_READ;
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
      post.remote(permit.rmrContext(), Areas.moved(area, address, permit));
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
    Areas.Area area = areas.local((int) arguments[0]).orElse(null);
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
      arguments[1] = Areas.moved(area, address, permit);
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
