package org.dat4j.conformance.dat.mutant;

import java.util.Arrays;
import java.util.Optional;
import org.dat4j.conformance.dat.mutant.fault.EventFilter;
import org.dat4j.conformance.dat.mutant.fault.ObjectTracker;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.conformance.dat.mutant.occasion.PostedTransfers;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: events of one kind are lost, doubled,
 * misdirected, out of order, or wrong in content.
 */
final class EventFault extends EventFilter {
  private final String kind;
  private final String change;
  private final ObjectTracker known = new ObjectTracker();

  private final PostedTransfers posted = new PostedTransfers();

  EventFault(String kind, String change) {
    this.kind = kind;
    this.change = change;
  }

  @Override
  public Object pass(Call call) {
    return other(call);
  }

  @Override
  protected Object other(Call call) {
    posted.posted(PostCall.of(call));
    Object answer = call.proceed();
    known.created(call, answer);
    return answer;
  }

  private boolean concerned(Evd evd, DatEvent event) {
    if (kind.equals("ANY")) {
      return true;
    }
    if (event.number() != EventNumber.DTO_COMPLETION_EVENT) {
      return event.number().name().equals(kind);
    }
    if (kind.equals("FLUSHED")) {
      return event.status() == DtoStatus.ERR_FLUSHED;
    }
    PostedTransfers.Posted post = posted.of(evd, event);
    return post != null && post.op().name().equals(kind) && event.status() == DtoStatus.SUCCESS;
  }

  @Override
  protected boolean passes(Evd evd, DatEvent event) {
    if (change.equals("reordered")) {
      swap(evd, event);
      return true;
    }
    return !concerned(evd, event) || changed(evd, event);
  }

  private boolean changed(Evd evd, DatEvent event) {
    int colon = change.indexOf(':');
    switch (colon < 0 ? change : change.substring(0, colon)) {
      case "lost":
        return false;
      case "doubled":
        keep(evd, event);
        return true;
      case "evd":
        known.otherOnSameIa(evd).ifPresent(other -> keep(other, event));
        return false;
      case "side":
        known.sameKindOnOtherIa(evd).ifPresent(other -> keep(other, event));
        return false;
      case "ep":
        of(known.anyOther(event.ep()).orElse(null), evd, event);
        return true;
      case "kind":
        EventNumber number = EventNumber.valueOf(change.substring(colon + 1));
        event.setConnection(number, evd, event.ep(), event.privateData());
        return true;
      default:
        content(evd, event);
        return true;
    }
  }

  /** Gives the next event first, if one of the two is concerned. */
  private void swap(Evd evd, DatEvent first) {
    DatEvent second = new DatEvent();
    if (evd.dequeue(second) != DatReturn.SUCCESS) {
      return;
    }
    if (concerned(evd, first) || concerned(evd, second)) {
      DatEvent copy = new DatEvent().set(first);
      first.set(second).setMore(copy.more());
      keep(evd, copy);
    } else {
      keep(evd, second);
    }
  }

  private static void of(Ep ep, Evd evd, DatEvent event) {
    if (event.status() != null) {
      event.setDto(evd, ep, event.cookie(), event.status(), event.transferredLength());
    } else {
      event.setConnection(event.number(), evd, ep, event.privateData());
    }
  }

  private void content(Evd evd, DatEvent event) {
    switch (change) {
      case "cookie" -> completion(evd, event, event.cookie() + 1, event.status(), 0);
      case "status" -> completion(evd, event, event.cookie(), DtoStatus.ERR_BAD_RESPONSE, 0);
      case "longer" -> completion(evd, event, event.cookie(), event.status(), 1);
      case "shorter" -> completion(evd, event, event.cookie(), event.status(), -1);
      case "data" -> {
        byte[] data = event.privateData();
        byte[] less = Arrays.copyOf(data, Math.max(0, data.length - 1));
        event.setConnection(event.number(), evd, event.ep(), less);
      }
      case "sp" ->
          event.setConnectionRequest(evd, evd, event.localAddress(), event.connQual(), event.cr());
      case "qualifier" ->
          event.setConnectionRequest(
              evd, event.servicePoint(), event.localAddress(), event.connQual() + 1, event.cr());
      case "about" -> event.setAsync(event.number(), evd, evd, event.asyncReason());
      case "reason" -> event.setAsync(event.number(), evd, event.asyncObject(), 99);
      case "pointer" -> event.setSoftware(new Object()).setEvd(evd);
      case "more" -> event.setMore(event.more() + 1);
      case "fewer" -> event.setMore(event.more() - 1);
      case "owner" -> {
        Optional<Evd> other = known.otherOnSameIa(evd);
        event.setEvd(other.orElse(null));
      }
      default -> throw new IllegalArgumentException("change '" + change + "' of " + kind);
    }
  }

  private static void completion(Evd evd, DatEvent event, long cookie, DtoStatus status, int more) {
    if (event.rmr() != null) {
      event.setRmrBind(evd, event.rmr(), cookie, status);
    } else {
      event.setDto(evd, event.ep(), cookie, status, event.transferredLength() + more);
    }
  }
}
