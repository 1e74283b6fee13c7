package org.dat4j.conformance.stepper;

import org.dat4j.conformance.stepper.Things.Pool;
import org.dat4j.conformance.stepper.Things.Queue;
import org.dat4j.conformance.stepper.Things.Zone;
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

/** Steps on endpoints other than posting and connecting. */
final class EndSteps {
  private static final int UNDEFINED_QOS = 0x4000;
  private static final long UNDEFINED = 0x800;
  private static final int DTOS = 16;
  private static final int SEGMENTS = 4;
  private static final int READS = 4;
  private static final long LONG_MESSAGE = 1 << 20;
  private static final long SHORT_MESSAGE = 128;

  private final World world;
  private final Events events;
  private final Traffic traffic;
  private final Settler settler;

  EndSteps(World world, Events events, Traffic traffic, Settler settler) {
    this.world = world;
    this.events = events;
    this.traffic = traffic;
    this.settler = settler;
  }

  private EpAttr attributes(Choice choice) {
    IaAttr limits = world.abilities.limits();
    int dtos = Math.min(choice.oneIn(3) ? 2 : DTOS, limits.maxDtoPerEp());
    int segments = Math.min(SEGMENTS, limits.maxIovSegmentsPerDto());
    long message = choice.oneIn(4) ? SHORT_MESSAGE : LONG_MESSAGE;
    return EpAttr.DEFAULT.toBuilder()
        .maxMessageSize(Math.min(message, limits.maxMessageSize()))
        .maxRdmaSize(Math.min(LONG_MESSAGE, limits.maxRdmaSize()))
        .maxRecvDtos(dtos)
        .maxRequestDtos(dtos)
        .maxRecvIov(segments)
        .maxRequestIov(segments)
        .maxRdmaReadIn(Math.min(READS, limits.maxRdmaReadPerEpIn()))
        .maxRdmaReadOut(Math.min(READS, limits.maxRdmaReadPerEpOut()))
        .maxRdmaReadIov(Math.min(segments, limits.maxIovSegmentsPerRdmaRead()))
        .maxRdmaWriteIov(Math.min(segments, limits.maxIovSegmentsPerRdmaWrite()))
        .build();
  }

  /** The attributes with the fault of the move, or the same. */
  private EpAttr spoil(Move move, EpAttr right) {
    if (move.right()) {
      return right;
    }
    IaAttr limits = world.abilities.limits();
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

  /** A dispatcher for one stream, or the wrong one that the move asks for; null where none is. */
  private Queue stream(Move move, String name, int flag) {
    Choice choice = move.choice();
    if (move.is(name + "_freed")) {
      return world.queues.dead(choice);
    }
    if (move.is(name + "_foreign")) {
      return world.queues.foreign();
    }
    if (move.is(name + "_stream")) {
      return world.queues.pick(choice, q -> !q.carries(flag));
    }
    return world.queues.pick(choice, q -> q.carries(flag));
  }

  boolean create(Move move, boolean shared) {
    if (world.ends.full()) {
      return false;
    }
    Choice choice = move.choice();
    boolean withPool = shared;
    Pool pool =
        !shared || move.is("srq_null")
            ? null
            : move.is("srq_freed")
                ? world.pools.dead(choice)
                : move.is("srq_foreign") ? world.pools.foreign() : world.pools.pick(choice);
    Zone zone =
        move.is("pz_freed")
            ? world.zones.dead(choice)
            : move.is("pz_foreign")
                ? world.zones.foreign()
                : pool != null && !world.abilities.has("srq_pz")
                    ? pool.zone
                    : world.zones.pick(choice);
    Queue recv = stream(move, "recv", EvdFlags.DTO);
    Queue request = stream(move, "request", EvdFlags.DTO);
    Queue connect = stream(move, "connect", EvdFlags.CONNECTION);
    if (recv == null || request == null || connect == null || zone == null) {
      return false;
    }
    if (withPool && pool == null && !move.is("srq_null")) {
      return false;
    }
    EpAttr right = attributes(choice);
    EpAttr attr = move.is("attr_null") ? null : spoil(move, right);
    boolean noZone = move.right() && !withPool && choice.oneIn(20);
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
                + (withPool ? " with " + pool : "")
                + " "
                + attr,
            () ->
                withPool
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
    End end =
        new End(id, ep, noZone ? null : zone, recv, request, noConnect ? null : connect, pool);
    end.attr = right;
    Thing.use(end.zone, HandleType.EP);
    Thing.use(end.recv, HandleType.EP);
    Thing.use(end.request, HandleType.EP);
    Thing.use(end.connect, HandleType.EP);
    Thing.use(end.pool, HandleType.EP);
    world.ends.add(end);
    return true;
  }

  boolean free(Move move) {
    End end = world.ends.subject(move);
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
    if (answer == DatReturn.SUCCESS) {
      gone(end);
      traffic.forget(end);
      world.freed(end);
      for (Queue queue : world.queues.living()) {
        if (queue == end.recv || queue == end.request || queue == end.connect) {
          queue.known = queue.software.size();
        }
      }
      Thing.release(end.zone, HandleType.EP);
      Thing.release(end.recv, HandleType.EP);
      Thing.release(end.request, HandleType.EP);
      Thing.release(end.connect, HandleType.EP);
      Thing.release(end.pool, HandleType.EP);
    }
    return true;
  }

  private static void gone(End end) {
    if (end.link != null) {
      end.link.happened("gone");
    }
  }

  boolean status(Move move) {
    End end = world.ends.subject(move);
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
          idle(move, end, "recv_idle", status.recvIdle(), end.receives.isEmpty());
          idle(move, end, "request_idle", status.requestIdle(), end.requests.isEmpty());
          boolean waiting = end.surely(EpState.UNCONNECTED) && !end.receives.isEmpty();
          World.check(
              move,
              !waiting || !status.recvIdle() || end.pool != null,
              end + " is idle although a receive waits");
        });
    return true;
  }

  private static void idle(Move move, End end, String what, boolean idle, boolean nothingOut) {
    World.check(
        move, idle || !nothingOut || end.pool != null, end + ": " + what + " with nothing posted");
  }

  private static void seen(Move move, End end, EpState state) {
    World.check(
        move,
        end.can(state),
        end + " is in " + state + ", can be in " + Tables.states(end.states) + " on " + end.link);
    end.states = Tables.bit(state);
  }

  boolean query(Move move) {
    End end = world.ends.subject(move);
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
          World.same(move, end, "ia", world.ia, param.ia());
          World.same(move, end, "pz", end.zone == null ? null : end.zone.pz, param.pz());
          World.same(move, end, "recv evd", evd(end.recv), param.recvEvd());
          World.same(move, end, "request evd", evd(end.request), param.requestEvd());
          World.same(move, end, "connect evd", evd(end.connect), param.connectEvd());
          World.same(move, end, "srq", end.pool == null ? null : end.pool.srq, param.srq());
          seen(move, end, param.state());
          World.check(
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

  boolean reset(Move move) {
    End end = world.ends.subject(move);
    if (end == null) {
      return false;
    }
    events.widen(end);
    if (move.right() && !end.surely(EpState.UNCONNECTED) && end.can(EpState.DISCONNECTED)) {
      settler.settle(move, end);
    }
    events.widen(end);
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

  boolean receiveCounts(Move move) {
    End end = world.ends.subject(move);
    if (end == null) {
      return false;
    }
    Answers right =
        world.abilities.provider().epRecvInfoSupported() == 0
            ? Answers.SUCCESS.or(DatReturn.MODEL_NOT_SUPPORTED)
            : Answers.SUCCESS;
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
          World.check(
              move,
              held == unknown || held >= 0 && (end.pool != null || held <= end.receives.size()),
              end + " holds " + held + " receives of " + end.receives.size());
          World.check(
              move,
              held == unknown
                  || !end.surely(EpState.UNCONNECTED)
                  || end.pool != null
                  || held == end.receives.size(),
              end + " holds " + held + " receives, posted are " + end.receives.size());
          World.check(
              move, held == unknown || span == unknown || span >= held, end + ": span " + span);
        });
    return true;
  }

  boolean watermark(Move move) {
    End end = world.ends.subject(move);
    if (end == null) {
      return false;
    }
    Answers right =
        world.abilities.provider().srqWatermarksSupported() == 0
            ? Answers.of(DatReturn.MODEL_NOT_SUPPORTED)
            : Answers.SUCCESS;
    int mark = move.is("negative") ? -2 : DatConstants.WATERMARK_INFINITE;
    world.run(move, move.allow(right), end.toString(), () -> end.ep.setWatermark(mark, mark));
    return true;
  }
}
