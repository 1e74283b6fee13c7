package org.dat4j.conformance.dat.stepper.steps;

import java.util.List;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.EpModel;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.ModelObject;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Pool;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.dat.stepper.model.TransferModel;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpRecvInfo;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.Srq;

/**
 * Carries out the DAT stepper's random calls that create, free, query and reset endpoints or set
 * their watermarks, and checks each against the model.
 */
final class EpSteps {
  private static final int UNDEFINED_QOS = 0x4000;
  private static final long UNDEFINED = 0x800;
  private static final List<Integer> DTOS = List.of(1, 2, 3, 5, 7, 16, 16, 16, 16);
  private static final List<Integer> IOVS = List.of(1, 3, 4, 4, 4);
  private static final List<Integer> READS = List.of(1, 3, 4);

  /** Segments that are asked for: what the largest Receives certainly hold. */
  static final int SEGMENTS = 4;

  private static final long LONG_MESSAGE = 1 << 22;
  private static final List<Long> MESSAGES =
      List.of(128L, 133L, LONG_MESSAGE, LONG_MESSAGE, LONG_MESSAGE, LONG_MESSAGE);

  private final AdapterModel world;
  private final EventModel events;
  private final TransferModel traffic;
  private final EventDrainer settler;

  EpSteps(AdapterModel world, EventModel events, TransferModel traffic, EventDrainer settler) {
    this.world = world;
    this.events = events;
    this.traffic = traffic;
    this.settler = settler;
  }

  private EpAttr attributes(RandomChoice choice) {
    IaAttr limits = world.capabilities.limits();
    int segments = Math.min(choice.of(IOVS), limits.maxIovSegmentsPerDto());
    long message = choice.of(MESSAGES);
    return EpAttr.DEFAULT.toBuilder()
        .maxMessageSize(Math.min(message, limits.maxMessageSize()))
        .maxRdmaSize(Math.min(LONG_MESSAGE, limits.maxRdmaSize()))
        .maxRecvDtos(Math.min(choice.of(DTOS), limits.maxDtoPerEp()))
        .maxRequestDtos(Math.min(choice.of(DTOS), limits.maxDtoPerEp()))
        .maxRecvIov(Math.min(choice.of(IOVS), limits.maxIovSegmentsPerDto()))
        .maxRequestIov(segments)
        .maxRdmaReadIn(Math.min(choice.of(READS), limits.maxRdmaReadPerEpIn()))
        .maxRdmaReadOut(Math.min(choice.of(READS), limits.maxRdmaReadPerEpOut()))
        .maxRdmaReadIov(Math.min(segments, limits.maxIovSegmentsPerRdmaRead()))
        .maxRdmaWriteIov(Math.min(segments, limits.maxIovSegmentsPerRdmaWrite()))
        .build();
  }

  /** Returns the attributes with the wrong value of the planned call, if it has one. */
  private EpAttr spoil(PlannedCall move, EpAttr right) {
    if (move.right()) {
      return right;
    }
    IaAttr limits = world.capabilities.limits();
    EpAttr.Builder attr = right.toBuilder();
    switch (move.fault().name()) {
      case "message_above" -> attr.maxMessageSize(limits.maxMessageSize() + 1);
      case "rdma_above" -> attr.maxRdmaSize(limits.maxRdmaSize() + 1);
      case "recv_dtos_above" -> attr.maxRecvDtos(limits.maxDtoPerEp() + 1);
      case "request_dtos_above" -> attr.maxRequestDtos(limits.maxDtoPerEp() + 1);
      case "recv_iov_above" -> attr.maxRecvIov(limits.maxIovSegmentsPerDto() + 1);
      case "request_iov_above" -> attr.maxRequestIov(limits.maxIovSegmentsPerDto() + 1);
      case "read_iov_above" -> attr.maxRdmaReadIov(limits.maxIovSegmentsPerRdmaRead() + 1);
      case "recv_dtos_negative" -> attr.maxRecvDtos(-2);
      case "request_dtos_negative" -> attr.maxRequestDtos(-2);
      case "recv_iov_negative" -> attr.maxRecvIov(-2);
      case "request_iov_negative" -> attr.maxRequestIov(-2);
      case "qos_undefined" -> attr.qos(UNDEFINED_QOS);
      case "recv_flags_suppress" -> attr.recvCompletionFlags(CompletionFlags.SUPPRESS);
      case "recv_flags_fence" -> attr.recvCompletionFlags(CompletionFlags.BARRIER_FENCE);
      case "service_null" -> attr.serviceType(null);
      default -> {
        return right;
      }
    }
    return attr.build();
  }

  /**
   * Picks an EVD for one stream of events, or the wrong one that the planned call asks for; null if
   * there is none.
   */
  private Queue stream(PlannedCall move, String name, int flag) {
    boolean carries = !move.is(name + "_stream");
    return world.queues.argument(
        move, name, () -> world.queues.pick(move.choice(), q -> q.carries(flag) == carries));
  }

  boolean create(PlannedCall move, boolean shared) {
    if (world.ends.full()) {
      return false;
    }
    RandomChoice choice = move.choice();
    Pool pool =
        !shared || move.is("srq_null")
            ? null
            : world.pools.argument(move, "srq", () -> world.pools.pick(choice));
    boolean ofPool = pool != null && !world.capabilities.has("srq_pz");
    Zone zone =
        world.zones.argument(move, "pz", () -> ofPool ? pool.zone : world.zones.pick(choice));
    Queue recv = stream(move, "recv", EvdFlags.DTO);
    Queue request = stream(move, "request", EvdFlags.DTO);
    Queue connect = stream(move, "connect", EvdFlags.CONNECTION);
    if (recv == null || request == null || connect == null || zone == null) {
      return false;
    }
    if (shared && pool == null && !move.is("srq_null")) {
      return false;
    }
    EpAttr right = attributes(choice);
    EpAttr attr = move.is("attr_null") ? null : spoil(move, right);
    boolean noZone = move.right() && !shared && choice.oneIn(20);
    boolean noConnect = move.right() && choice.oneIn(20);
    Evd connectEvd = noConnect ? null : connect.evd;
    Srq srq = pool == null ? null : pool.srq;
    long id = world.id();
    Ep ep =
        world.make(
            move,
            move.allowSuccess(),
            "ep"
                + id
                + " in "
                + zone
                + " on "
                + recv
                + ", "
                + request
                + ", "
                + connect
                + (shared ? " with " + pool : "")
                + " "
                + attr,
            () ->
                shared
                    ? world
                        .ia(move)
                        .createEpWithSrq(zone.pz, recv.evd, request.evd, connectEvd, srq, attr)
                    : world
                        .ia(move)
                        .createEp(
                            noZone ? null : zone.pz, recv.evd, request.evd, connectEvd, attr));
    if (ep == null) {
      return true;
    }
    EpModel end =
        new EpModel(id, ep, noZone ? null : zone, recv, request, noConnect ? null : connect, pool);
    end.attr = granted(right, ep.query().attr());
    ModelObject.use(end.zone, HandleType.EP);
    ModelObject.use(end.recv, HandleType.EP);
    ModelObject.use(end.request, HandleType.EP);
    ModelObject.use(end.connect, HandleType.EP);
    ModelObject.use(end.pool, HandleType.EP);
    world.ends.add(end);
    return true;
  }

  boolean free(PlannedCall move) {
    EpModel end = world.ends.subject(move);
    if (end == null || move.right() && end.link != null && !move.choice().oneIn(3)) {
      return false;
    }
    events.widen(end);
    int answer =
        world.run(
            move,
            move.allow(world.tables.answers("free", end.states)),
            end.toString(),
            end.ep::free);
    if (answer == DatReturn.INVALID_STATE) {
      end.states = world.tables.after("free", end.states, answer);
    }
    if (answer == DatReturn.SUCCESS && !end.gone) {
      gone(end);
      traffic.forget(end);
      world.freed(end);
      for (Queue queue : world.queues.living()) {
        if (queue == end.recv || queue == end.request || queue == end.connect) {
          queue.known = queue.software.size();
        }
      }
      ModelObject.release(end.zone, HandleType.EP);
      ModelObject.release(end.recv, HandleType.EP);
      ModelObject.release(end.request, HandleType.EP);
      ModelObject.release(end.connect, HandleType.EP);
      ModelObject.release(end.pool, HandleType.EP);
    }
    return true;
  }

  /** Returns attributes as asked for, with the larger counts and sizes that are reported. */
  private static EpAttr granted(EpAttr asked, EpAttr reported) {
    return asked.toBuilder()
        .maxRecvDtos(reported.maxRecvDtos())
        .maxRequestDtos(reported.maxRequestDtos())
        .maxRecvIov(Math.max(asked.maxRecvIov(), reported.maxRecvIov()))
        .maxRequestIov(Math.max(asked.maxRequestIov(), reported.maxRequestIov()))
        .maxRdmaReadOut(Math.max(asked.maxRdmaReadOut(), reported.maxRdmaReadOut()))
        .maxRdmaReadIn(Math.max(asked.maxRdmaReadIn(), reported.maxRdmaReadIn()))
        .maxMessageSize(Math.max(asked.maxMessageSize(), reported.maxMessageSize()))
        .maxRdmaSize(Math.max(asked.maxRdmaSize(), reported.maxRdmaSize()))
        .build();
  }

  private static void gone(EpModel end) {
    if (end.link != null) {
      end.link.happened("gone");
    }
  }

  boolean status(PlannedCall move) {
    EpModel end = world.ends.subject(move);
    if (end == null) {
      return false;
    }
    events.widen(end);
    world.run(
        move,
        move.allowSuccess(),
        end.toString(),
        () -> {
          EpStatus status = end.ep.getStatus();
          world.note("  " + status);
          seen(move, end, status.state());
          idle(move, end, true, status.recvIdle());
          idle(move, end, false, status.requestIdle());
        });
    return true;
  }

  private static void idle(PlannedCall move, EpModel end, boolean receive, boolean idle) {
    if (receive && end.pool != null) {
      return;
    }
    String what = end + ": " + (receive ? "recv_idle" : "request_idle") + " is " + idle;
    AdapterModel.check(move, idle || !end.line(receive).isEmpty(), what + " with nothing posted");
    AdapterModel.check(
        move,
        !idle || !end.certainlyBusy(receive),
        what + " although completions were not taken of " + end.line(receive));
  }

  private static void seen(PlannedCall move, EpModel end, EpState state) {
    AdapterModel.check(
        move,
        end.can(state),
        end
            + " is in "
            + state
            + ", can be in "
            + ModelTables.states(end.states)
            + " on "
            + end.link);
    end.states = ModelTables.bit(state);
  }

  boolean query(PlannedCall move) {
    EpModel end = world.ends.subject(move);
    if (end == null) {
      return false;
    }
    events.widen(end);
    long mask = move.is("mask") ? UNDEFINED : EpField.ALL;
    world.run(
        move,
        move.allowSuccess(),
        end.toString(),
        () -> {
          EpParam param = end.ep.query(mask);
          AdapterModel.same(move, end, "ia()", world.ia, param.ia());
          AdapterModel.same(move, end, "pz()", end.zone == null ? null : end.zone.pz, param.pz());
          AdapterModel.same(move, end, "recvEvd()", evd(end.recv), param.recvEvd());
          AdapterModel.same(move, end, "requestEvd()", evd(end.request), param.requestEvd());
          AdapterModel.same(move, end, "connectEvd()", evd(end.connect), param.connectEvd());
          AdapterModel.same(
              move, end, "srq()", end.pool == null ? null : end.pool.srq, param.srq());
          seen(move, end, param.state());
          AdapterModel.check(
              move,
              param.attr().maxRequestDtos() >= end.attr.maxRequestDtos()
                  && param.attr().maxMessageSize() >= end.attr.maxMessageSize(),
              end + " has attributes " + param.attr());
        });
    return true;
  }

  private static Evd evd(Queue queue) {
    return queue == null ? null : queue.evd;
  }

  boolean reset(PlannedCall move) {
    EpModel end = world.ends.subject(move);
    if (end == null) {
      return false;
    }
    events.widen(end);
    if (move.right() && !end.surely(EpState.UNCONNECTED) && end.can(EpState.DISCONNECTED)) {
      settler.settle(move, end);
    }
    events.widen(end);
    boolean mayBeTold =
        end.aborted && !end.outcomeSeen && end.link != null && end.link.has("accepted");
    if (mayBeTold && end.can(EpState.DISCONNECTED)) {
      // No page says whether its establishment is told. After a reset, that event could be taken
      // for the establishment of the next connection.
      return false;
    }
    int before = end.states;
    int answer =
        world.run(
            move, move.allow(world.tables.answers("reset", before)), end.toString(), end.ep::reset);
    end.states = world.tables.after("reset", before, answer);
    if (answer == DatReturn.SUCCESS && end.link != null) {
      gone(end);
      end.stale = end.endSeen ? 0 : end.stale + 1;
      traffic.forget(end);
      for (Queue queue : world.queues.living()) {
        if (queue == end.recv || queue == end.request) {
          queue.known = queue.software.size();
        }
      }
      end.begin(null, false);
      end.wasReset = true;
    }
    return true;
  }

  boolean receiveCounts(PlannedCall move) {
    EpModel end = world.ends.subject(move);
    if (end == null) {
      return false;
    }
    AllowedReturns right =
        world.capabilities.provider().epRecvInfoSupported() == 0
            ? AllowedReturns.SUCCESS.or(DatReturn.MODEL_NOT_SUPPORTED)
            : AllowedReturns.SUCCESS;
    events.widen(end);
    world.run(
        move,
        move.allow(right),
        end.toString(),
        () -> {
          EpRecvInfo info = end.ep.recvQuery();
          int held = info.nbufsAllocated();
          int span = info.bufsAllocSpan();
          int unknown = DatConstants.VALUE_UNKNOWN;
          AdapterModel.check(
              move,
              held == unknown || held >= 0 && (end.pool != null || held <= end.receives.size()),
              end + " holds " + held + " receives of " + end.receives.size());
          AdapterModel.check(
              move,
              held == unknown
                  || !end.surely(EpState.UNCONNECTED)
                  || end.pool != null
                  || held == end.receives.size(),
              end + " holds " + held + " receives, posted are " + end.receives.size());
          AdapterModel.check(
              move, held == unknown || span == unknown || span >= held, end + ": span " + span);
        });
    return true;
  }

  boolean watermark(PlannedCall move) {
    EpModel end = world.ends.subject(move);
    if (end == null) {
      return false;
    }
    AllowedReturns right =
        world.capabilities.provider().srqWatermarksSupported() == 0
            ? AllowedReturns.of(DatReturn.MODEL_NOT_SUPPORTED)
            : AllowedReturns.SUCCESS;
    int mark = move.is("negative") ? -2 : DatConstants.WATERMARK_INFINITE;
    world.run(move, move.allow(right), end.toString(), () -> end.ep.setWatermark(mark, mark));
    return true;
  }
}
