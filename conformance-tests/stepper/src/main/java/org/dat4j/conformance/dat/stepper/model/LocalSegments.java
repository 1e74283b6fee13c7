package org.dat4j.conformance.dat.stepper.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Memory;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer.Piece;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;

/**
 * The local segments of one transfer that the DAT stepper posts, with the registered memory that
 * they name.
 */
public final class LocalSegments {
  /** The bytes by which a segment that is out of bounds exceeds its registration. */
  public static final int BEYOND = 10;

  public final List<Piece> pieces = new ArrayList<>();
  public final LmrIov iov;
  public int length;

  private LocalSegments(int most) {
    iov = new LmrIov(most);
  }

  /** A free slot of a registration; -1 when there is none. */
  public static int slot(Memory memory, RandomChoice choice) {
    int from = choice.below(Memory.SLOTS);
    int slot = memory.taken.nextClearBit(from);
    slot = slot < Memory.SLOTS ? slot : memory.taken.nextClearBit(0);
    return slot < Memory.SLOTS ? slot : -1;
  }

  /** A registration of one PZ with a privilege; null when there is none or it is full. */
  public static Memory memory(AdapterModel world, RandomChoice choice, Zone zone, int privileges) {
    return world.memories.pick(choice, m -> m.zone == zone && m.grants(privileges));
  }

  /** Segments whose total length is at most {@code most}: null where the move cannot be made. */
  public static LocalSegments of(
      AdapterModel world,
      PlannedCall move,
      Zone zone,
      int privilege,
      int count,
      int most,
      int limit) {
    RandomChoice choice = move.choice();
    LocalSegments segments = new LocalSegments(limit + 2);
    boolean faulty = move.is("bounds") || move.is("context_unknown");
    int room = most;
    for (int i = 0; i < count; i++) {
      boolean last = i == count - 1;
      Memory memory =
          last && move.is("zone")
              ? world.memories.pick(choice, m -> m.zone != zone && m.grants(privilege))
              : last && move.is("privilege")
                  ? world.memories.pick(choice, m -> m.zone == zone && !m.grants(privilege))
                  : memory(world, choice, zone, privilege);
      int slot = memory == null ? -1 : slot(memory, choice);
      if (slot < 0) {
        return null;
      }
      memory.taken.set(slot);
      int length = choice.between(1, Math.max(1, Math.min(Memory.SLOT, room)));
      room -= length;
      segments.length += length;
      if (last && faulty) {
        boolean bounds = move.is("bounds");
        long address = bounds ? memory.end() - length + BEYOND : memory.address(slot);
        int context = bounds ? memory.lmr.lmrContext() : Memory.UNKNOWN_CONTEXT;
        segments.iov.add(context, address, Math.max(length, BEYOND + 1));
        segments.length += Math.max(length, BEYOND + 1) - length;
      } else {
        segments.iov.add(memory.lmr.lmrContext(), memory.address(slot), length);
      }
      segments.pieces.add(new Piece(memory, slot, length));
    }
    for (Piece piece : segments.pieces) {
      piece.memory().taken.clear(piece.slot());
    }
    if (choice.oneIn(10) && count < limit && move.right()) {
      segments.iov.add(Memory.UNKNOWN_CONTEXT, 1, 0);
    }
    return segments;
  }

  /** Picks a large registration that no transfer uses; null when there is none. */
  public static Memory large(
      AdapterModel world, RandomChoice choice, Zone zone, int privileges, Predicate<Memory> which) {
    return world.memories.pick(
        choice, m -> m.zone == zone && m.grants(privileges) && m.ready() && which.test(m));
  }

  /** One segment at the begin of a large registration. */
  public static LocalSegments whole(Memory memory, int length) {
    LocalSegments segments = new LocalSegments(1);
    segments.iov.add(memory.lmr.lmrContext(), memory.address(0), length);
    segments.pieces.add(new Piece(memory, 0, length));
    segments.length = length;
    return segments;
  }

  /** Segments that take the longest of the short messages. */
  public static LocalSegments large(AdapterModel world, PlannedCall move, Zone zone, int limit) {
    LocalSegments segments = new LocalSegments(limit + 2);
    RandomChoice choice = move.choice();
    for (int i = 0; i < limit; i++) {
      Memory memory = memory(world, choice, zone, MemPriv.LOCAL_WRITE);
      int slot = memory == null ? -1 : slot(memory, choice);
      if (slot < 0) {
        segments = null;
        break;
      }
      memory.taken.set(slot);
      segments.pieces.add(new Piece(memory, slot, Memory.SLOT));
      segments.iov.add(memory.lmr.lmrContext(), memory.address(slot), Memory.SLOT);
      segments.length += Memory.SLOT;
    }
    if (segments != null) {
      segments.pieces.forEach(p -> p.memory().taken.clear(p.slot()));
    }
    return segments;
  }
}
