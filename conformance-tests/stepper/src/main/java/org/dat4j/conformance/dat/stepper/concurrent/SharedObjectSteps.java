package org.dat4j.conformance.dat.stepper.concurrent;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.Cno;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;

/**
 * Makes the random calls by which one of the DAT stepper's threads creates and frees objects that
 * all its threads share. Confined to its thread.
 */
final class SharedObjectSteps {
  private static final int SOFTWARE = 64;

  /** The number of registrations of which one is long. */
  private static final int LONG = 3;

  private static final int BUFFER = ConcurrentDatSteps.BUFFER;
  private static final int QUEUE = ConcurrentDatSteps.QUEUE;

  private final SharedAdapter world;
  private final int thread;
  private RandomChoice choice;

  SharedObjectSteps(SharedAdapter world, int thread) {
    this.world = world;
    this.thread = thread;
  }

  private <T extends DatObject> void make(
      String what, SharedAdapter.Rack<T> rack, Supplier<T> maker, SharedHandle<?>... used) {
    int place = rack.free(choice);
    if (place < 0) {
      return;
    }
    SharedHandle<T> held = made(what, maker, used);
    if (held != null && !rack.put(place, held)) {
      discard(held);
    }
  }

  private <T extends DatObject> SharedHandle<T> made(
      String what, Supplier<T> maker, SharedHandle<?>... used) {
    List<T> made = new ArrayList<>(1);
    int answer =
        world.call(
            thread,
            what + argument(used),
            AllowedReturns.SUCCESS,
            () -> {
              made.add(maker.get());
              return DatReturn.SUCCESS;
            },
            arguments(used));
    return answer == DatReturn.SUCCESS ? new SharedHandle<>(made.get(0), world.number()) : null;
  }

  private static String argument(SharedHandle<?>... used) {
    return used.length == 0 ? "" : " with " + List.of(used);
  }

  /** The adapter is the subject of a creation: no place for it among the objects. */
  private static SharedHandle<?>[] arguments(SharedHandle<?>... used) {
    SharedHandle<?>[] all = new SharedHandle<?>[used.length + 1];
    all[0] = new SharedHandle<DatObject>(null, 0);
    System.arraycopy(used, 0, all, 1, used.length);
    return all;
  }

  private void discard(SharedHandle<?> held) {
    try {
      held.object.close();
    } catch (DatException e) {
      // Closed together with its adapter, or about to be.
      SharedAdapter.check(world.closing, "free at once of " + held + ": " + e.getMessage());
    }
  }

  /** Makes an object where there is room for one. */
  void create(RandomChoice stepChoice) {
    choice = stepChoice;
    switch (choice.below(9)) {
      case 0 -> make("pz_create", world.zones, world.ia::createPz);
      case 1 -> {
        SharedHandle<Pz> zone = world.zones.pick(choice);
        if (zone != null) {
          ByteBuffer buffer =
              choice.oneIn(LONG) ? world.longMemory : ByteBuffer.allocateDirect(BUFFER);
          make(
              "lmr_create",
              world.memories,
              () -> world.ia.createLmr(buffer, zone.object, MemPriv.ALL),
              zone);
        }
      }
      case 2 -> createQueue();
      case 3 ->
          make(
              "evd_create",
              world.softwareQueues,
              () -> world.ia.createEvd(SOFTWARE, null, EvdFlags.SOFTWARE));
      case 4 -> make("cno_create", world.notifiers, () -> world.ia.createCno(null));
      case 5 -> {
        SharedHandle<Evd> queue = world.requestQueues.pick(choice);
        if (queue != null) {
          make(
              "psp_create_any",
              world.points,
              () -> world.ia.createPspAny(queue.object, PspFlags.CONSUMER),
              queue);
        }
      }
      case 6 -> {
        SharedHandle<Pz> zone = world.zones.pick(choice);
        if (zone != null && world.capabilities.has("rmr")) {
          make("rmr_create", world.windows, () -> zone.object.createRmr(), zone);
        }
      }
      default -> createEnd();
    }
  }

  private void createQueue() {
    SharedHandle<Cno> cno = choice.oneIn(2) ? world.notifiers.pick(choice) : null;
    SharedAdapter.Rack<Evd> rack;
    int flags;
    if (world.capabilities.has("merge_all")) {
      rack = world.queues;
      flags = EvdFlags.DEFAULT & ~EvdFlags.ASYNC | EvdFlags.SOFTWARE;
    } else {
      rack = choice.of(world.queueRacks());
      int bind = world.capabilities.has("merge_bind") ? EvdFlags.RMR_BIND : 0;
      flags =
          rack == world.queues
              ? EvdFlags.DTO | bind
              : rack == world.connectQueues ? EvdFlags.CONNECTION : EvdFlags.CR;
    }
    make(
        "evd_create",
        rack,
        () -> world.ia.createEvd(QUEUE, cno == null ? null : cno.object, flags),
        cno == null ? new SharedHandle<?>[0] : new SharedHandle<?>[] {cno});
  }

  private void createEnd() {
    SharedHandle<Pz> zone = world.zones.pick(choice);
    SharedHandle<Evd> queue = world.queues.pick(choice);
    boolean merged = world.connectQueues == world.queues;
    SharedHandle<Evd> connect = merged ? queue : world.connectQueues.pick(choice);
    int place = world.ends.free(choice);
    if (zone == null || queue == null || connect == null || place < 0) {
      return;
    }
    Evd evd = queue.object;
    SharedHandle<Ep> made =
        made(
            "ep_create",
            () -> world.ia.createEp(zone.object, evd, evd, connect.object, null),
            zone,
            queue,
            connect);
    if (made != null) {
      SharedEp end = new SharedEp(made.object, made.number, queue);
      if (!world.ends.put(place, end)) {
        discard(end);
      }
    }
  }

  /** Frees an object, even if another thread uses it. */
  void free(RandomChoice stepChoice) {
    choice = stepChoice;
    switch (choice.below(12)) {
      case 0 -> free("pz_free", world.zones.pick(choice));
      case 1, 2 -> free("lmr_free", world.memories.pick(choice));
      case 3 -> free("rmr_free", world.windows.pick(choice));
      case 4 -> free("evd_free", world.queue(choice));
      case 5 -> free("evd_free", world.softwareQueues.pick(choice));
      case 6 -> free("cno_free", world.notifiers.pick(choice));
      case 7 -> free("psp_free", world.points.pick(choice));
      default -> free("ep_free", world.ends.pick(choice));
    }
  }

  /** Frees one of any kind. */
  int free(String call, SharedHandle<?> held) {
    if (held == null) {
      return DatReturn.INVALID_HANDLE;
    }
    DatObject object = held.object;
    Runnable deed;
    if (object instanceof Pz pz) {
      deed = pz::free;
    } else if (object instanceof Lmr lmr) {
      deed = lmr::free;
    } else if (object instanceof Rmr rmr) {
      deed = rmr::free;
    } else if (object instanceof Evd evd) {
      deed = evd::free;
    } else if (object instanceof Cno cno) {
      deed = cno::free;
    } else if (object instanceof Psp psp) {
      deed = psp::free;
    } else {
      deed = ((Ep) object)::free;
    }
    return world.free(thread, call, held, deed);
  }
}
