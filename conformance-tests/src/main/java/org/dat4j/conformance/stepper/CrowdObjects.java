package org.dat4j.conformance.stepper;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
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

/** How one of several threads makes and frees the objects they share. Confined to its thread. */
final class CrowdObjects {
  private static final int SOFTWARE = 64;
  private static final int BUFFER = CrowdSteps.BUFFER;
  private static final int QUEUE = CrowdSteps.QUEUE;

  private final CrowdWorld world;
  private final int thread;
  private Choice choice;

  CrowdObjects(CrowdWorld world, int thread) {
    this.world = world;
    this.thread = thread;
  }

  private <T extends DatObject> void make(
      String what, CrowdWorld.Rack<T> rack, Supplier<T> maker, Held<?>... used) {
    int place = rack.free(choice);
    if (place < 0) {
      return;
    }
    Held<T> held = made(what, maker, used);
    if (held != null && !rack.put(place, held)) {
      discard(held);
    }
  }

  private <T extends DatObject> Held<T> made(String what, Supplier<T> maker, Held<?>... used) {
    List<T> made = new ArrayList<>(1);
    int answer =
        world.call(
            thread,
            what + argument(used),
            Answers.SUCCESS,
            () -> {
              made.add(maker.get());
              return DatReturn.SUCCESS;
            },
            arguments(used));
    return answer == DatReturn.SUCCESS ? new Held<>(made.get(0), world.number()) : null;
  }

  private static String argument(Held<?>... used) {
    return used.length == 0 ? "" : " with " + List.of(used);
  }

  /** The adapter is the subject of a creation: no place for it among the objects. */
  private static Held<?>[] arguments(Held<?>... used) {
    Held<?>[] all = new Held<?>[used.length + 1];
    all[0] = new Held<DatObject>(null, 0);
    System.arraycopy(used, 0, all, 1, used.length);
    return all;
  }

  private void discard(Held<?> held) {
    try {
      held.object.close();
    } catch (DatException e) {
      // Closed together with its adapter, or about to be.
      CrowdWorld.check(world.closing, "free at once of " + held + ": " + e.getMessage());
    }
  }

  /** Makes an object where there is room for one. */
  void create(Choice stepChoice) {
    choice = stepChoice;
    switch (choice.below(9)) {
      case 0 -> make("pz_create", world.zones, world.ia::createPz);
      case 1 -> {
        Held<Pz> zone = world.zones.pick(choice);
        if (zone != null) {
          ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
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
        Held<Evd> queue = world.requestQueues.pick(choice);
        if (queue != null) {
          make(
              "psp_create_any",
              world.points,
              () -> world.ia.createPspAny(queue.object, PspFlags.CONSUMER),
              queue);
        }
      }
      case 6 -> {
        Held<Pz> zone = world.zones.pick(choice);
        if (zone != null && world.abilities.has("rmr")) {
          make("rmr_create", world.windows, () -> zone.object.createRmr(), zone);
        }
      }
      default -> createEnd();
    }
  }

  private void createQueue() {
    Held<Cno> cno = choice.oneIn(2) ? world.notifiers.pick(choice) : null;
    CrowdWorld.Rack<Evd> rack;
    int flags;
    if (world.abilities.has("merge_all")) {
      rack = world.queues;
      flags = EvdFlags.DEFAULT & ~EvdFlags.ASYNC | EvdFlags.SOFTWARE;
    } else {
      rack = choice.of(world.queueRacks());
      int bind = world.abilities.has("merge_bind") ? EvdFlags.RMR_BIND : 0;
      flags =
          rack == world.queues
              ? EvdFlags.DTO | bind
              : rack == world.connectQueues ? EvdFlags.CONNECTION : EvdFlags.CR;
    }
    make(
        "evd_create",
        rack,
        () -> world.ia.createEvd(QUEUE, cno == null ? null : cno.object, flags),
        cno == null ? new Held<?>[0] : new Held<?>[] {cno});
  }

  private void createEnd() {
    Held<Pz> zone = world.zones.pick(choice);
    Held<Evd> queue = world.queues.pick(choice);
    boolean merged = world.connectQueues == world.queues;
    Held<Evd> connect = merged ? queue : world.connectQueues.pick(choice);
    int place = world.ends.free(choice);
    if (zone == null || queue == null || connect == null || place < 0) {
      return;
    }
    Evd evd = queue.object;
    Held<Ep> made =
        made(
            "ep_create",
            () -> world.ia.createEp(zone.object, evd, evd, connect.object, null),
            zone,
            queue,
            connect);
    if (made != null) {
      HeldEnd end = new HeldEnd(made.object, made.number, queue);
      if (!world.ends.put(place, end)) {
        discard(end);
      }
    }
  }

  /** Frees an object, whoever uses it. */
  void free(Choice stepChoice) {
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
  int free(String call, Held<?> held) {
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
