package org.dat4j.conformance.dat.stepper.steps;

import java.util.Arrays;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.ConnectionModel;
import org.dat4j.conformance.dat.stepper.model.EpModel;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Point;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Request;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.dat.stepper.model.TransferModel;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.Cr;
import org.dat4j.dat.CrField;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspField;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.PspParam;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspField;
import org.dat4j.dat.RspParam;

/**
 * Carries out the random calls of the DAT stepper on service points (PSPs and RSPs) and on
 * connection requests, and checks each against the model.
 */
final class ServicePointSteps {
  private static final int MAX_ANSWER = 24;

  private final AdapterModel world;
  private final EventModel events;
  private final TransferModel traffic;

  ServicePointSteps(AdapterModel world, EventModel events, TransferModel traffic) {
    this.world = world;
    this.events = events;
    this.traffic = traffic;
  }

  private Queue queue(PlannedCall move) {
    RandomChoice choice = move.choice();
    return world.queues.argument(
        move,
        "evd",
        () -> world.queues.pick(choice, q -> q.carries(EvdFlags.CR) != move.is("evd_stream")));
  }

  private PspFlags flags(PlannedCall move) {
    boolean consumer = world.capabilities.has("consumer_psp");
    if (move.is("flags_null")) {
      return null;
    }
    return consumer != move.is("flags_contradict") ? PspFlags.CONSUMER : PspFlags.PROVIDER;
  }

  private boolean noContradiction(PlannedCall move) {
    boolean both = world.capabilities.has("consumer_psp") && world.capabilities.has("provider_psp");
    return move.is("flags_contradict") && both;
  }

  boolean create(PlannedCall move, boolean any) {
    Queue queue = queue(move);
    if (queue == null || world.points.full() || noContradiction(move)) {
      return false;
    }
    RandomChoice choice = move.choice();
    Point model =
        choice.oneIn(2) ? world.points.dead(choice) : world.points.pick(choice, p -> !arriving(p));
    if (!any && model == null) {
      return false;
    }
    long qualifier = any || move.is("qual_zero") ? 0 : model.qualifier;
    boolean used = world.points.living().stream().anyMatch(p -> p.qualifier == qualifier);
    if (used
        && world.points.living().stream().anyMatch(p -> p.qualifier == qualifier && arriving(p))) {
      return false;
    }
    AllowedReturns right =
        !any && used ? AllowedReturns.of(DatReturn.CONN_QUAL_IN_USE) : AllowedReturns.SUCCESS;
    PspFlags flags = flags(move);
    Evd evd = move.is("evd_null") ? null : queue.evd;
    long id = world.id();
    Psp psp =
        world.make(
            move,
            move.allow(right),
            "psp" + id + " at " + qualifier + " on " + queue + " " + flags,
            () ->
                any
                    ? world.ia(move).createPspAny(evd, flags)
                    : world.ia(move).createPsp(qualifier, evd, flags));
    if (psp != null) {
      Point point = new Point(id, psp, queue);
      AdapterModel.check(
          move, any || point.qualifier == qualifier, point + " is at another qualifier");
      AdapterModel.check(
          move,
          world.points.living().stream().noneMatch(p -> p.qualifier == point.qualifier),
          point + " has the qualifier of another: " + point.qualifier);
      queue.use(HandleType.PSP);
      world.points.add(point);
    }
    return true;
  }

  /** Returns whether a reserved point may have got its request already. */
  private boolean arriving(Point point) {
    return point.reserved != null && world.links.stream().anyMatch(l -> l.point == point);
  }

  boolean createReserved(PlannedCall move) {
    Queue queue = queue(move);
    RandomChoice choice = move.choice();
    EpModel end = world.ends.argument(move, "ep", () -> world.ends.pick(choice));
    Point model = choice.oneIn(8) ? world.points.pick(choice) : world.points.dead(choice);
    if (queue == null || end == null || model == null || world.points.full()) {
      return false;
    }
    long qualifier = move.is("qual_zero") ? 0 : model.qualifier;
    if (world.points.living().stream().anyMatch(p -> p.qualifier == qualifier && arriving(p))) {
      return false;
    }
    boolean used = world.points.living().stream().anyMatch(p -> p.qualifier == qualifier);
    events.widen(end);
    AllowedReturns right = world.tables.answers("rsp_create", end.states);
    if (used) {
      right = right.failures().or(DatReturn.CONN_QUAL_IN_USE);
    }
    if (end.zone == null || end.connect == null) {
      right = right.or(DatReturn.INVALID_STATE).or(DatReturn.INVALID_HANDLE);
    }
    Ep ep = move.is("ep_null") ? null : end.ep;
    Evd evd = move.is("evd_null") ? null : queue.evd;
    long id = world.id();
    Rsp rsp =
        world.make(
            move,
            move.allow(right),
            "rsp" + id + " at " + qualifier + " on " + queue + " for " + end,
            () -> world.ia(move).createRsp(qualifier, ep, evd));
    if (rsp != null) {
      Point point = new Point(id, rsp, qualifier, queue, end);
      end.states = world.tables.after("rsp_create", end.states, DatReturn.SUCCESS);
      end.point = point;
      queue.use(HandleType.RSP);
      world.points.add(point);
    }
    return true;
  }

  private Point subject(PlannedCall move, HandleType kind) {
    Point point =
        move.is("subject_freed")
            ? world.points.dead(move.choice())
            : world.points.pick(move.choice(), p -> p.kind == kind);
    return point != null && point.kind == kind ? point : null;
  }

  boolean free(PlannedCall move, HandleType kind) {
    Point point = subject(move, kind);
    if (point == null) {
      return false;
    }
    AllowedReturns right =
        arriving(point)
            ? AllowedReturns.SUCCESS.or(DatReturn.INVALID_HANDLE)
            : AllowedReturns.SUCCESS;
    Runnable deed =
        point.reserved == null ? ((Psp) point.object)::free : ((Rsp) point.object)::free;
    // The first free of an RSP whose request has come may find it consumed or not.
    AllowedReturns allowed = move.allow(right);
    if (point.consumed) {
      allowed = right.or(DatReturn.INVALID_HANDLE);
    }
    int answer = world.run(move, allowed, point.toString(), deed);
    if (!point.gone) {
      freed(point, answer);
    }
    return true;
  }

  private void freed(Point point, int answer) {
    boolean arriving = arriving(point);
    if (point.reserved != null) {
      EpModel end = point.reserved;
      int unconnected = ModelTables.bit(EpState.UNCONNECTED);
      int passive = ModelTables.bit(EpState.PASSIVE_CONNECTION_PENDING);
      end.states =
          answer != DatReturn.SUCCESS ? passive : arriving ? passive | unconnected : unconnected;
      if (!arriving) {
        end.point = null;
      }
    }
    world.points.bury(point);
    point.queue.release(point.kind);
    for (ConnectionModel link : world.links) {
      if (link.point == point && !link.requestSeen) {
        link.happened("refused");
      }
    }
  }

  boolean query(PlannedCall move, HandleType kind) {
    Point point = subject(move, kind);
    if (point == null) {
      return false;
    }
    boolean reserved = point.reserved != null;
    int mask = move.mask(reserved ? RspField.ALL : PspField.ALL);
    AllowedReturns right =
        arriving(point) || point.gone
            ? AllowedReturns.SUCCESS.or(DatReturn.INVALID_HANDLE)
            : AllowedReturns.SUCCESS;
    world.run(
        move,
        point.consumed ? right : move.allow(right),
        point.toString(),
        () -> {
          if (reserved) {
            RspParam param = ((Rsp) point.object).query(mask);
            AdapterModel.same(move, point, "connQual()", point.qualifier, param.connQual());
            AdapterModel.same(move, point, "evd()", point.queue.evd, param.evd());
            AdapterModel.same(move, point, "ep()", point.reserved.ep, param.ep());
          } else {
            PspParam param = ((Psp) point.object).query(mask);
            AdapterModel.same(move, point, "connQual()", point.qualifier, param.connQual());
            AdapterModel.same(move, point, "evd()", point.queue.evd, param.evd());
          }
        });
    return true;
  }

  boolean queryRequest(PlannedCall move) {
    Request request = world.requests.subject(move);
    int mask = move.mask(CrField.ALL);
    return world.look(
        move,
        request,
        () -> {
          CrParam param = request.cr.query(mask);
          AdapterModel.check(
              move,
              world.capabilities.carries(param.privateData(), request.link.privateData),
              request + " carries other private data than were given");
          EpModel local = request.local;
          AdapterModel.same(
              move, request, "localEp()", local == null ? null : local.ep, param.localEp());
        });
  }

  boolean accept(PlannedCall move) {
    Request request = world.requests.subject(move);
    if (request == null) {
      return false;
    }
    RandomChoice choice = move.choice();
    EpModel local = request.local;
    if (local != null && !move.right() && !move.is("subject_freed") && !move.is("private_above")) {
      return false;
    }
    EpModel end = local != null ? local : world.ends.argument(move, "ep", () -> acceptor(move));
    if (end == null) {
      return false;
    }
    events.widen(end);
    String row = local == null ? "cr_accept" : "cr_accept_local";
    AllowedReturns right = world.tables.answers(row, end.states);
    if (local == null && right.types().contains(DatReturn.INVALID_STATE)) {
      // The page names no code (DAT-D21).
      right = right.or(DatReturn.INVALID_HANDLE).or(DatReturn.INVALID_PARAMETER);
    }
    if (end.zone == null || end.connect == null) {
      right =
          AllowedReturns.of(
              DatReturn.INVALID_HANDLE, DatReturn.INVALID_STATE, DatReturn.INVALID_PARAMETER);
    }
    int most = world.capabilities.provider().maxPrivateDataSize();
    int size = move.is("private_above") ? most + 1 : choice.below(MAX_ANSWER);
    byte[] answer = new byte[size];
    Arrays.fill(answer, (byte) choice.next());
    byte[] given = size == 0 ? null : answer;
    Ep ep = local != null || move.is("ep_null") ? null : end.ep;
    Cr cr = request.cr;
    int code =
        world.run(
            move,
            move.allow(right),
            request + " of " + request.link + " on " + end + " with " + size + " bytes",
            () -> cr.accept(ep, given));
    if (code != DatReturn.SUCCESS) {
      return true;
    }
    ConnectionModel link = request.link;
    world.requests.bury(request);
    link.passive = end;
    link.answer = answer;
    link.happened("accepted");
    end.states = world.tables.after(row, end.states, code);
    end.point = null;
    end.begin(link, false);
    traffic.match(link);
    return true;
  }

  private EpModel acceptor(PlannedCall move) {
    if (move.is("ep_no_pz")) {
      return world.ends.pick(move.choice(), e -> e.zone == null);
    }
    if (move.is("ep_no_connect_evd")) {
      return world.ends.pick(move.choice(), e -> e.connect == null);
    }
    if (move.choice().oneIn(8)) {
      return world.ends.pick(move.choice());
    }
    return world.ends.pick(
        move.choice(), e -> e.surely(EpState.UNCONNECTED) && e.zone != null && e.connect != null);
  }

  boolean reject(PlannedCall move) {
    Request request = world.requests.subject(move);
    if (request == null) {
      return false;
    }
    int answer = world.run(move, move.allowSuccess(), request.toString(), request.cr::reject);
    if (answer == DatReturn.SUCCESS) {
      request.link.happened("rejected");
      ended(request, "cr_reject_local");
    }
    return true;
  }

  private void ended(Request request, String row) {
    world.requests.bury(request);
    EpModel local = request.local;
    if (local != null) {
      local.states = world.tables.after(row, local.states, DatReturn.SUCCESS);
      local.point = null;
    }
  }

  boolean handOff(PlannedCall move) {
    Request request = world.requests.subject(move);
    RandomChoice choice = move.choice();
    Point target =
        move.is("qual_nobody")
            ? world.points.dead(choice)
            : world.points.pick(choice, p -> p.reserved == null && !p.queue.crowded());
    if (request == null || target == null) {
      return false;
    }
    boolean nobody = world.points.living().stream().noneMatch(p -> p.qualifier == target.qualifier);
    if (move.is("qual_nobody") != nobody) {
      return false;
    }
    ConnectionModel link = request.link;
    int answer =
        world.run(
            move,
            move.allowSuccess(),
            request + " to " + target + " at " + target.qualifier,
            () -> request.cr.handoff(target.qualifier));
    if (answer == DatReturn.SUCCESS) {
      ended(request, "cr_handoff_local");
      link.point = target;
      link.requestSeen = false;
      link.request = null;
      target.queue.load++;
    }
    return true;
  }
}
