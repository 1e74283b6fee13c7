package org.dat4j.conformance.dat.stepper.steps;

import java.nio.ByteBuffer;
import java.util.BitSet;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.LocalSegments;
import org.dat4j.conformance.dat.stepper.model.ModelObjects;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Memory;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.dat.stepper.model.TransferModel;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaField;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.ProviderField;
import org.dat4j.dat.Pz;
import org.dat4j.dat.PzField;
import org.dat4j.dat.RegionDescription;

/**
 * Carries out the random calls of the DAT stepper on the adapter itself, on PZs and on LMRs, and
 * checks each against the model.
 */
final class PzLmrSteps {
  private static final int UNDEFINED_PRIVILEGE = 0x1000;

  /** The number of registrations of which one is large. */
  private static final int LARGE = 5;

  private final AdapterModel world;

  PzLmrSteps(AdapterModel world) {
    this.world = world;
  }

  boolean queryIa(PlannedCall move) {
    Ia ia = world.ia(move);
    long mask = move.is("mask") ? -1L : IaField.ALL;
    world.run(move, move.allowSuccess(), "", () -> ia.query(mask, ProviderField.ALL));
    return true;
  }

  /** A graceful close while objects exist must be refused and change nothing. */
  boolean closeIa(PlannedCall move) {
    if (world.zones.living().isEmpty() && world.queues.living().isEmpty()) {
      return false;
    }
    world.run(
        move, AllowedReturns.INVALID_STATE, "graceful", () -> world.ia.close(CloseFlags.GRACEFUL));
    return true;
  }

  boolean createZone(PlannedCall move) {
    if (world.zones.full()) {
      return false;
    }
    long id = world.id();
    Pz pz = world.make(move, move.allowSuccess(), "pz" + id, () -> world.ia(move).createPz());
    if (pz != null) {
      world.zones.add(new Zone(id, pz));
    }
    return true;
  }

  boolean freeZone(PlannedCall move) {
    Zone zone = world.zones.subject(move);
    if (zone == null || move.right() && !zone.used() && move.choice().below(3) > 0) {
      return false;
    }
    int answer =
        world.run(move, move.allow(world.tables.free(zone)), zone.toString(), zone.pz::free);
    if (answer == DatReturn.SUCCESS && !zone.gone) {
      world.zones.bury(zone);
    }
    return true;
  }

  boolean queryZone(PlannedCall move) {
    Zone zone = world.zones.subject(move);
    int mask = move.mask(PzField.ALL);
    return world.look(
        move,
        zone,
        () -> AdapterModel.same(move, zone, "ia()", world.ia, zone.pz.query(mask).ia()));
  }

  boolean createMemory(PlannedCall move) {
    if (world.memories.full()) {
      return false;
    }
    RandomChoice choice = move.choice();
    Zone zone = world.zone(move);
    if (zone == null) {
      return false;
    }
    boolean derived =
        move.is("lmr_null")
            || move.is("lmr_freed")
            || move.right() && world.capabilities.has("lmr_over_lmr") && choice.oneIn(5);
    Memory base = move.is("lmr_freed") ? world.memories.dead(choice) : world.memories.pick(choice);
    if (derived && base == null) {
      return false;
    }
    int privileges = choice.oneIn(2) ? MemPriv.ALL : privileges(choice);
    int asked = move.is("priv_undefined") ? privileges | UNDEFINED_PRIVILEGE : privileges;
    // Receives keep most of the large ones for long: where none is left, no Send can be long.
    boolean wanted =
        choice.oneIn(LARGE)
            || LocalSegments.large(world, choice, zone, MemPriv.LOCAL_READ, m -> true) == null;
    boolean large = wanted && world.capabilities.limits().maxLmrBlockSize() >= Memory.LARGE;
    int bytes = large ? Memory.LARGE : Memory.SLOT * Memory.SLOTS;
    ByteBuffer buffer = derived ? base.buffer : ByteBuffer.allocateDirect(bytes);
    RegionDescription region =
        move.is("region_null")
            ? null
            : derived
                ? RegionDescription.lmr(move.is("lmr_null") ? null : base.lmr)
                : RegionDescription.virtual(buffer);
    if (world.recorder != null && !derived) {
      world.recorder.buffer(buffer, region);
    }
    long length =
        move.is("length_zero")
            ? 0
            : move.is("length_above")
                ? world.capabilities.limits().maxLmrBlockSize() + 1
                : buffer.capacity();
    Pz pz = move.is("pz_null") ? null : zone.pz;
    MemType type = derived ? MemType.LMR : MemType.VIRTUAL;
    long id = world.id();
    Lmr lmr =
        world.make(
            move,
            move.allowSuccess(),
            "lmr"
                + id
                + " "
                + type
                + (derived ? " of " + base : "")
                + " in "
                + zone
                + " privileges "
                + MemPriv.toString(asked),
            () -> world.ia(move).createLmr(type, region, length, pz, asked));
    if (lmr == null) {
      return true;
    }
    BitSet taken = derived ? base.taken : new BitSet(Memory.SLOTS);
    if (large && !derived) {
      taken.set(1, Memory.SLOTS);
    }
    Memory memory = new Memory(id, lmr, zone, privileges, buffer, taken);
    zone.use(HandleType.LMR);
    world.memories.add(memory);
    boolean remote = memory.remote();
    AdapterModel.check(
        move,
        remote || lmr.rmrContext() == 0,
        memory + " has rmr_context " + lmr.rmrContext() + " without a remote privilege");
    AdapterModel.check(
        move, lmr.registeredSize() >= buffer.capacity(), memory + " registered less than asked");
    for (Memory other : world.memories.living()) {
      AdapterModel.check(
          move,
          other == memory || other.lmr.lmrContext() != lmr.lmrContext(),
          memory + " has the lmr_context of " + other);
    }
    return true;
  }

  private static int privileges(RandomChoice choice) {
    return choice.below(4) | choice.below(4) << 4;
  }

  boolean freeMemory(PlannedCall move) {
    Memory memory = world.memories.subject(move);
    if (memory == null) {
      return false;
    }
    boolean busy = world.posted.values().stream().anyMatch(p -> p.uses(memory));
    if (busy && !move.choice().oneIn(6) || world.memories.living().size() < 3 && move.right()) {
      return false;
    }
    AllowedReturns allowed = world.tables.free(memory);
    for (ModelObjects.Window window : world.windows.living()) {
      if (window.unsure) {
        allowed = allowed.or(AllowedReturns.SUCCESS).or(AllowedReturns.INVALID_STATE);
      }
    }
    if (world.posted.values().stream().anyMatch(p -> p.isOvertakenBindOf(memory))) {
      allowed = allowed.or(AllowedReturns.INVALID_STATE);
    }
    int answer = world.run(move, move.allow(allowed), memory.toString(), memory.lmr::free);
    if (answer == DatReturn.SUCCESS && !memory.gone) {
      world.memories.bury(memory);
      memory.zone.release(HandleType.LMR);
      TransferModel.revoked(world, memory);
    }
    return true;
  }

  boolean queryMemory(PlannedCall move) {
    Memory memory = world.memories.subject(move);
    int mask = move.mask(LmrField.ALL);
    return world.look(
        move,
        memory,
        () -> {
          LmrParam param = memory.lmr.query(mask);
          AdapterModel.same(move, memory, "ia()", world.ia, param.ia());
          AdapterModel.same(move, memory, "pz()", memory.zone.pz, param.pz());
          AdapterModel.same(move, memory, "memPriv()", memory.privileges, param.memPriv());
          AdapterModel.same(
              move, memory, "lmrContext()", memory.lmr.lmrContext(), param.lmrContext());
          AdapterModel.same(
              move, memory, "rmrContext()", memory.lmr.rmrContext(), param.rmrContext());
        });
  }

  boolean sync(PlannedCall move, boolean read) {
    Memory memory = world.memories.pick(move.choice());
    if (memory == null) {
      return false;
    }
    LmrIov iov = new LmrIov(2);
    int context = move.is("context_unknown") ? Memory.UNKNOWN_CONTEXT : memory.lmr.lmrContext();
    long extra = move.is("bounds") ? 1 : 0;
    iov.add(memory.lmr.lmrContext(), memory.address(0), Memory.SLOT);
    iov.add(context, memory.address(1), memory.end() - memory.address(1) + extra);
    Ia ia = world.ia(move);
    world.run(
        move,
        move.allowSuccess(),
        memory.toString(),
        () -> {
          if (read) {
            ia.lmrSyncRdmaRead(iov);
          } else {
            ia.lmrSyncRdmaWrite(iov);
          }
        });
    return true;
  }
}
