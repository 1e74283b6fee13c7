package org.dat4j.conformance.dat.stepper.steps;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Memory;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Pool;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer.Piece;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.dat.stepper.model.PostCapacity;
import org.dat4j.conformance.dat.stepper.model.TransferModel;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;

/**
 * Carries out the random calls of the DAT stepper on SRQs: create, free, query, resize and post,
 * and checks each against the model.
 */
final class SrqSteps {
  private static final List<Integer> SEGMENTS = List.of(1, 3, 4, 4);
  private static final List<Integer> SIZES = List.of(1, 2, 3, 5, 7, 8, 12);
  private static final int MAX_SIZE = 12;
  private static final int BEYOND = 10;

  private final AdapterModel world;
  private final TransferModel traffic;

  SrqSteps(AdapterModel world, TransferModel traffic) {
    this.world = world;
    this.traffic = traffic;
  }

  boolean create(PlannedCall move) {
    if (world.pools.full()) {
      return false;
    }
    RandomChoice choice = move.choice();
    Zone zone = world.zone(move);
    if (zone == null) {
      return false;
    }
    IaAttr limits = world.capabilities.limits();
    int size = move.count("dtos", limits.maxRecvPerSrq(), () -> choice.of(SIZES));
    int most = limits.maxIovSegmentsPerDto();
    int segments = move.count("iov", most, () -> Math.min(choice.of(SEGMENTS), most));
    if (move.is("dtos_above") && size < 0) {
      return false;
    }
    boolean supported = world.capabilities.has("srq");
    AllowedReturns right =
        supported ? AllowedReturns.SUCCESS : AllowedReturns.of(DatReturn.MODEL_NOT_SUPPORTED);
    SrqAttr attr =
        move.is("attr_null") ? null : new SrqAttr(size, segments, DatConstants.SRQ_LW_DEFAULT);
    long id = world.id();
    Srq srq =
        world.make(
            move,
            move.allow(right),
            "srq" + id + " in " + zone + " " + attr,
            () -> world.ia(move).createSrq(move.is("pz_null") ? null : zone.pz, attr));
    if (srq != null) {
      zone.use(HandleType.SRQ);
      SrqParam granted = srq.query(SrqField.ALL);
      int held = Math.max(segments, granted.maxRecvIov());
      Pool pool = new Pool(id, srq, zone, granted.maxRecvDtos(), held);
      AdapterModel.check(move, pool.size >= size, pool + " holds " + pool.size + " of " + size);
      world.pools.add(pool);
    }
    return true;
  }

  boolean free(PlannedCall move) {
    Pool pool = world.pools.subject(move);
    if (pool == null || move.right() && !pool.used() && !move.choice().oneIn(4)) {
      return false;
    }
    int answer =
        world.run(move, move.allow(world.tables.free(pool)), pool.toString(), pool.srq::free);
    if (answer == DatReturn.SUCCESS) {
      world.pools.bury(pool);
      pool.zone.release(HandleType.SRQ);
      for (OutstandingTransfer buffer : pool.buffers) {
        buffer.leave(true);
        world.posted.remove(buffer.cookie);
        if (pool.unsure) {
          world.lost.put(buffer.cookie, buffer);
        }
      }
      pool.buffers.clear();
    }
    return true;
  }

  boolean query(PlannedCall move) {
    Pool pool = world.pools.subject(move);
    int mask = move.mask(SrqField.ALL);
    return world.look(
        move,
        pool,
        () -> {
          SrqParam param = pool.srq.query(mask);
          AdapterModel.same(move, pool, "ia()", world.ia, param.ia());
          AdapterModel.same(move, pool, "pz()", pool.zone.pz, param.pz());
          AdapterModel.same(move, pool, "maxRecvDtos()", pool.size, param.maxRecvDtos());
          int posted = pool.buffers.size();
          int available = param.availableDtoCount();
          int outstanding = param.outstandingDtoCount();
          int unknown = DatConstants.VALUE_UNKNOWN;
          AdapterModel.check(
              move,
              available == unknown || available >= 0 && available <= posted,
              pool + " has " + available + " buffers available of " + posted + " posted");
          AdapterModel.check(
              move,
              outstanding == unknown || outstanding == posted || pool.unsure,
              pool
                  + " has "
                  + outstanding
                  + " buffers outstanding, posted and not reaped are "
                  + posted);
        });
  }

  boolean resize(PlannedCall move) {
    Pool pool = world.pools.subject(move);
    if (pool == null) {
      return false;
    }
    int limit = world.capabilities.limits().maxRecvPerSrq();
    int size = move.count("size", limit, () -> move.choice().between(1, 2 * MAX_SIZE));
    if (move.is("size_above") && size < 0) {
      return false;
    }
    boolean tight = size < pool.buffers.size() || pool.unsure;
    AllowedReturns right =
        tight ? AllowedReturns.SUCCESS.or(DatReturn.INVALID_STATE) : AllowedReturns.SUCCESS;
    int answer =
        world.run(move, move.allow(right), pool + " to " + size, () -> pool.srq.resize(size));
    if (answer == DatReturn.SUCCESS) {
      int reported = pool.srq.query(SrqField.ALL).maxRecvDtos();
      AdapterModel.check(
          move,
          reported >= size && (reported >= pool.buffers.size() || pool.unsure),
          pool + " reports size " + reported);
      pool.size = reported;
    }
    return true;
  }

  boolean watermark(PlannedCall move) {
    Pool pool = world.pools.subject(move);
    if (pool == null) {
      return false;
    }
    AllowedReturns right =
        world.capabilities.provider().srqWatermarksSupported() == 0
            ? AllowedReturns.of(DatReturn.MODEL_NOT_SUPPORTED)
            : AllowedReturns.SUCCESS;
    int mark = move.is("above") ? pool.size + 1 : DatConstants.SRQ_LW_DEFAULT;
    world.run(move, move.allow(right), pool + " " + mark, () -> pool.srq.setLw(mark));
    return true;
  }

  boolean receive(PlannedCall move) {
    Pool pool = world.pools.subject(move);
    if (pool == null) {
      return false;
    }
    RandomChoice choice = move.choice();
    int count = move.is("iov_above") ? pool.segments + 1 : pool.segments;
    LmrIov iov = new LmrIov(count);
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean last = i == count - 1;
      Memory memory =
          world.memories.pick(
              choice,
              m ->
                  (m.zone == pool.zone) != (last && move.is("zone"))
                      && m.grants(MemPriv.LOCAL_WRITE) != (last && move.is("privilege")));
      int slot = memory == null ? -1 : memory.taken.nextClearBit(0);
      if (slot < 0 || slot >= Memory.SLOTS) {
        pieces.forEach(p -> p.memory().taken.clear(p.slot()));
        return false;
      }
      memory.taken.set(slot);
      pieces.add(new Piece(memory, slot, Memory.SLOT));
      boolean bounds = last && move.is("bounds");
      iov.add(
          last && move.is("context_unknown") ? Memory.UNKNOWN_CONTEXT : memory.lmr.lmrContext(),
          bounds ? memory.end() - Memory.SLOT + BEYOND : memory.address(slot),
          Memory.SLOT);
    }
    pieces.forEach(p -> p.memory().taken.clear(p.slot()));
    OutstandingTransfer buffer =
        new OutstandingTransfer(
            world.cookie(),
            "recv",
            CompletionFlags.DEFAULT,
            pieces,
            count * Memory.SLOT,
            world.tables.statuses(move.right() ? "right" : "local", "recv"));
    buffer.pool = pool;
    // An endpoint that left may have taken buffers along.
    boolean exact = world.capabilities.has(DeclaredCapabilities.REPORTED_LIMIT);
    PostCapacity room =
        pool.unsure ? PostCapacity.POSSIBLE : PostCapacity.of(pool.buffers, pool.size, exact);
    int answer =
        world.call(
            move,
            move.allow(room.limit(AllowedReturns.SUCCESS)),
            buffer + " on " + pool,
            () -> pool.srq.postRecv(iov, buffer.cookie));
    if (answer == DatReturn.SUCCESS && !pool.gone) {
      traffic.accepted(buffer);
      if (!move.right()) {
        TransferModel.poisoned(world, pool);
      }
    }
    return true;
  }
}
