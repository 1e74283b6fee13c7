package org.dat4j.conformance.stepper;

import java.util.List;
import java.util.Map;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Qos;
import org.dat4j.dat.Rmr;

/** The calls of one of several threads on the same objects. Confined to its thread. */
final class CrowdSteps {
  static final int QUEUE = 8192;
  static final int BUFFER = 4096;
  private static final int MOST_LENGTH = 128;
  private static final int MOST_MICROS = 1000;
  private static final long CONNECT_MICROS = 500_000;
  private static final Answers STATE = Answers.SUCCESS.or(DatReturn.INVALID_STATE);
  private static final Answers ACCEPT =
      STATE.or(DatReturn.INVALID_HANDLE).or(DatReturn.INVALID_PARAMETER);
  private static final Answers POST =
      STATE
          .or(DatReturn.INSUFFICIENT_RESOURCES)
          .or(DatReturn.PROTECTION_VIOLATION)
          .or(DatReturn.PRIVILEGES_VIOLATION)
          .or(DatReturn.INVALID_PARAMETER);
  private static final Answers TAKE = STATE.or(DatReturn.QUEUE_EMPTY);
  private static final Answers WAIT = STATE.or(DatReturn.TIMEOUT_EXPIRED);

  private final CrowdWorld world;
  private final int thread;
  private final int poster;
  private final Map<Long, Long> seen = Ledger.seen();
  private final DatEvent event = new DatEvent();
  private final CrowdObjects objects;
  private Choice choice;
  private long sequence;

  CrowdSteps(CrowdWorld world, int thread) {
    this.world = world;
    this.thread = thread;
    this.poster = thread + 1;
    this.objects = new CrowdObjects(world, thread);
  }

  /** Makes one step. */
  void step(Choice stepChoice) {
    choice = stepChoice;
    int kind = choice.below(100);
    if (kind < 14) {
      objects.create(choice);
    } else if (kind < 18) {
      objects.free(choice);
    } else if (kind < 45) {
      take(world.queue(choice));
    } else if (kind < 50) {
      await();
    } else if (kind < 80) {
      post();
    } else if (kind < 90) {
      connections();
    } else if (kind < 94) {
      software();
    } else {
      look();
    }
  }

  /** Frees one of any kind. */
  int free(String call, Held<?> held) {
    return objects.free(call, held);
  }

  /** Takes one event; tells whether there was one. */
  boolean take(Held<Evd> queue) {
    if (queue == null) {
      return false;
    }
    int answer =
        world.call(thread, "evd_dequeue " + queue, TAKE, () -> queue.object.dequeue(event), queue);
    if (answer == DatReturn.SUCCESS) {
      taken();
    } else if (answer == DatReturn.QUEUE_EMPTY) {
      // What went away with endpoints is not coming any more.
      queue.load.set(0);
    }
    return answer == DatReturn.SUCCESS;
  }

  private void await() {
    Held<Evd> queue = choice.oneIn(2) ? world.softwareQueues.pick(choice) : world.queue(choice);
    long timeout = choice.below(MOST_MICROS);
    if (choice.oneIn(4)) {
      Held<Cno> cno = world.notifiers.pick(choice);
      if (cno != null) {
        CnoTrigger trigger = new CnoTrigger();
        world.call(
            thread,
            "cno_wait " + cno,
            // ABORT: the last dispatcher of it was freed.
            Answers.SUCCESS.or(DatReturn.QUEUE_EMPTY).or(DatReturn.ABORT),
            () -> cno.object.await(timeout, trigger),
            cno);
      }
    } else if (queue != null) {
      int answer =
          world.call(
              thread,
              "evd_wait " + queue,
              WAIT,
              () -> queue.object.await(timeout, 1, event),
              queue);
      if (answer == DatReturn.SUCCESS) {
        taken();
      }
    }
  }

  private void taken() {
    EventNumber number = event.number();
    switch (number) {
      case DTO_COMPLETION_EVENT, RMR_BIND_COMPLETION_EVENT ->
          world.ledger.complete(event.cookie(), seen, event.toString());
      case CONNECTION_REQUEST_EVENT -> {
        Held<Cr> request = new Held<>(event.cr(), world.number());
        int place = choice == null ? -1 : world.requests.free(choice);
        if (place < 0 || !world.requests.put(place, request)) {
          reject(request);
        }
      }
      default ->
          CrowdWorld.check(
              !number.name().startsWith("ASYNC"), "an asynchronous error nothing led to: " + event);
    }
  }

  private void reject(Held<Cr> request) {
    world.free(thread, "cr_reject", request, request.object::reject);
  }

  private void post() {
    Held<Ep> held = world.ends.pick(choice);
    Held<Lmr> memory = world.memories.pick(choice);
    if (held == null || memory == null || !(held instanceof HeldEnd end)) {
      return;
    }
    if (end.queue.load.get() > QUEUE / 2) {
      take(end.queue);
      return;
    }
    int request = choice.below(world.abilities.has("rmr") ? 9 : 8);
    boolean receive = request < 4;
    Held<Rmr> window = request == 8 ? world.windows.pick(choice) : null;
    if (request == 8 && window == null) {
      return;
    }
    long cookie = Ledger.cookie(poster, ++sequence);
    int length = choice.below(MOST_LENGTH);
    long offset = choice.below(BUFFER - MOST_LENGTH);
    String text =
        List.of("recv", "recv", "recv", "recv", "send", "send", "write", "read", "bind")
                .get(request)
            + " "
            + Long.toHexString(cookie)
            + " on "
            + end
            + " with "
            + memory;
    Ledger.Entry entry = world.ledger.begin(cookie, end, end.queue, receive);
    int answer = DatReturn.INVALID_STATE;
    try {
      Held<?>[] used = window == null ? new Held<?>[] {end} : new Held<?>[] {window, end};
      answer =
          world.call(
              thread,
              text,
              POST,
              () -> deed(request, end.object, memory.object, window, offset, length, cookie),
              used);
    } finally {
      world.ledger.end(cookie, entry, answer == DatReturn.SUCCESS, text);
    }
  }

  private static int deed(
      int request, Ep ep, Lmr memory, Held<Rmr> window, long offset, int length, long cookie) {
    int local = memory.lmrContext();
    int remote = memory.rmrContext();
    long at = memory.registeredAddress() + offset;
    int flags = CompletionFlags.DEFAULT;
    return switch (request) {
      case 0, 1, 2, 3 -> ep.postRecv(local, at, MOST_LENGTH, cookie, flags);
      case 4, 5 -> ep.postSend(local, at, length, cookie, flags);
      case 6 -> ep.postRdmaWrite(local, at, length, cookie, remote, at, flags);
      case 7 -> ep.postRdmaRead(local, at, length, cookie, remote, at, flags);
      default -> window.object.bind(local, at, length, MemPriv.REMOTE_WRITE, ep, cookie, flags);
    };
  }

  private int run(String text, Answers allowed, Runnable deed, Held<?>... used) {
    return world.call(
        thread,
        text,
        allowed,
        () -> {
          deed.run();
          return DatReturn.SUCCESS;
        },
        used);
  }

  private void connections() {
    Held<Ep> end = world.ends.pick(choice);
    if (end == null) {
      return;
    }
    switch (choice.below(8)) {
      case 0, 1, 2 -> {
        Held<Psp> point = world.points.pick(choice);
        if (point != null) {
          long qualifier = point.object.connQual();
          run(
              "ep_connect " + end,
              STATE,
              () ->
                  end.object.connect(
                      world.address,
                      qualifier,
                      CONNECT_MICROS,
                      null,
                      Qos.BEST_EFFORT,
                      ConnectFlags.DEFAULT),
              end);
        }
      }
      case 3, 4, 5 -> accept(end);
      case 6 -> {
        if (choice.oneIn(3)) {
          CloseFlags flags = choice.oneIn(2) ? CloseFlags.GRACEFUL : CloseFlags.ABRUPT;
          run("ep_disconnect " + end, STATE, () -> end.object.disconnect(flags), end);
        }
      }
      default -> {
        end.resets.incrementAndGet();
        run("ep_reset " + end, STATE, end.object::reset, end);
      }
    }
  }

  private void accept(Held<Ep> end) {
    Held<Cr> request = world.requests.pick(choice);
    if (request == null) {
      return;
    }
    if (choice.oneIn(5)) {
      reject(request);
      return;
    }
    request.freeBegins();
    int answer = DatReturn.ABORT;
    boolean first = true;
    try {
      answer =
          run(
              "cr_accept " + request + " on " + end,
              ACCEPT,
              () -> request.object.accept(end.object, null),
              request,
              end);
    } finally {
      first = request.freeEnds(answer == DatReturn.SUCCESS);
    }
    CrowdWorld.check(first, "two answers to " + request + " succeeded");
  }

  private void software() {
    Held<Evd> queue = world.softwareQueues.pick(choice);
    if (queue == null) {
      return;
    }
    if (choice.oneIn(2)) {
      take(queue);
    } else {
      DatEvent given = new DatEvent().setSoftware(this);
      world.call(
          thread,
          "evd_post_se " + queue,
          Answers.SUCCESS.or(DatReturn.QUEUE_FULL),
          () -> queue.object.postSe(given),
          queue);
    }
  }

  private void look() {
    Held<Ep> end = world.ends.pick(choice);
    Held<Evd> queue = world.queue(choice);
    Held<Lmr> memory = world.memories.pick(choice);
    switch (choice.below(5)) {
      case 0 -> {
        if (end != null) {
          run("ep_get_status " + end, Answers.SUCCESS, () -> end.object.getStatus(), end);
        }
      }
      case 1 -> {
        if (end != null) {
          run("ep_query " + end, Answers.SUCCESS, () -> end.object.query(), end);
        }
      }
      case 2 -> {
        if (queue != null) {
          run("evd_query " + queue, Answers.SUCCESS, () -> queue.object.query(), queue);
        }
      }
      case 3 -> {
        Held<Evd> some = world.softwareQueues.pick(choice);
        if (some != null) {
          boolean on = choice.oneIn(2);
          run(
              "evd_set/clear_unwaitable " + some,
              Answers.SUCCESS,
              on ? some.object::setUnwaitable : some.object::clearUnwaitable,
              some);
        }
      }
      default -> {
        if (memory != null) {
          run(
              "get_handle_type " + memory,
              Answers.SUCCESS,
              () -> memory.object.getHandleType(),
              memory);
        }
      }
    }
  }
}
