package org.dat4j.conformance.dat.stepper.concurrent;

import java.util.List;
import java.util.Map;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.stepper.RandomChoice;
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

/**
 * Makes the random calls of one of the DAT stepper's threads on objects that all its threads share.
 * Confined to its thread.
 */
final class ConcurrentDatSteps {
  static final int QUEUE = 8192;
  static final int BUFFER = 4096;

  /** The bytes of a long registration. */
  static final int LONG_BUFFER = 4 << 20;

  private static final int MAX_LENGTH = 128;

  /** The most bytes of a transfer with long registrations. */
  private static final int LONG_LENGTH = 2 << 20;

  /** The number of transfers with a long registration of which one may be long. */
  private static final int LONG = 4;

  private static final int MAX_MICROS = 1000;
  private static final long CONNECT_MICROS = 500_000;
  private static final AllowedReturns STATE = AllowedReturns.SUCCESS.or(DatReturn.INVALID_STATE);
  private static final AllowedReturns ACCEPT =
      STATE.or(DatReturn.INVALID_HANDLE).or(DatReturn.INVALID_PARAMETER);
  private static final AllowedReturns POST =
      STATE
          .or(DatReturn.INSUFFICIENT_RESOURCES)
          .or(DatReturn.PROTECTION_VIOLATION)
          .or(DatReturn.PRIVILEGES_VIOLATION)
          .or(DatReturn.INVALID_PARAMETER);
  private static final AllowedReturns TAKE = STATE.or(DatReturn.QUEUE_EMPTY);
  private static final AllowedReturns WAIT = STATE.or(DatReturn.TIMEOUT_EXPIRED);

  private final SharedAdapter world;
  private final int thread;
  private final int poster;
  private final Map<Long, Long> seen = TransferLedger.seen();
  private final DatEvent event = new DatEvent();
  private final SharedObjectSteps objects;
  private RandomChoice choice;
  private long sequence;

  ConcurrentDatSteps(SharedAdapter world, int thread) {
    this.world = world;
    this.thread = thread;
    this.poster = thread + 1;
    this.objects = new SharedObjectSteps(world, thread);
  }

  /** Makes one step. */
  void step(RandomChoice stepChoice) {
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
  int free(String call, SharedHandle<?> held) {
    return objects.free(call, held);
  }

  /** Takes one event and returns whether there was one. */
  boolean take(SharedHandle<Evd> queue) {
    if (queue == null) {
      return false;
    }
    int answer =
        world.call(thread, "evd_dequeue " + queue, TAKE, () -> queue.object.dequeue(event), queue);
    if (answer == DatReturn.SUCCESS) {
      taken();
    } else if (answer == DatReturn.QUEUE_EMPTY) {
      // Completions that were lost with endpoints no longer come.
      queue.load.set(0);
    }
    return answer == DatReturn.SUCCESS;
  }

  private void await() {
    SharedHandle<Evd> queue =
        choice.oneIn(2) ? world.softwareQueues.pick(choice) : world.queue(choice);
    long timeout = choice.below(MAX_MICROS);
    if (choice.oneIn(4)) {
      SharedHandle<Cno> cno = world.notifiers.pick(choice);
      if (cno != null) {
        CnoTrigger trigger = new CnoTrigger();
        world.call(
            thread,
            "cno_wait " + cno,
            // ABORT: the last EVD of it was freed.
            AllowedReturns.SUCCESS.or(DatReturn.QUEUE_EMPTY).or(DatReturn.ABORT),
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
        SharedHandle<Cr> request = new SharedHandle<>(event.cr(), world.number());
        int place = choice == null ? -1 : world.requests.free(choice);
        if (place < 0 || !world.requests.put(place, request)) {
          reject(request);
        }
      }
      default ->
          SharedAdapter.check(
              !number.name().startsWith("ASYNC"), "an asynchronous error nothing led to: " + event);
    }
  }

  private void reject(SharedHandle<Cr> request) {
    world.free(thread, "cr_reject", request, request.object::reject);
  }

  private void post() {
    SharedHandle<Ep> held = world.ends.pick(choice);
    SharedHandle<Lmr> memory = world.memories.pick(choice);
    if (held == null || memory == null || !(held instanceof SharedEp end)) {
      return;
    }
    if (end.queue.load.get() > QUEUE / 2) {
      take(end.queue);
      return;
    }
    int request = choice.below(world.capabilities.has("rmr") ? 9 : 8);
    boolean receive = request < 4;
    SharedHandle<Rmr> window = request == 8 ? world.windows.pick(choice) : null;
    if (request == 8 && window == null) {
      return;
    }
    long cookie = TransferLedger.cookie(poster, ++sequence);
    boolean isLong = memory.object.registeredSize() >= LONG_BUFFER;
    // A Receive there takes any message; others may find too small a one, and break a connection.
    int room = isLong && (receive || choice.oneIn(LONG)) ? LONG_LENGTH : MAX_LENGTH;
    int length = receive ? room : choice.below(room);
    long offset = choice.below((isLong ? LONG_BUFFER : BUFFER) - room);
    String text =
        List.of("recv", "recv", "recv", "recv", "send", "send", "write", "read", "bind")
                .get(request)
            + " "
            + Long.toHexString(cookie)
            + " on "
            + end
            + " with "
            + memory;
    TransferLedger.Entry entry = world.ledger.begin(cookie, end, end.queue, receive);
    int answer = DatReturn.INVALID_STATE;
    try {
      SharedHandle<?>[] used =
          window == null ? new SharedHandle<?>[] {end} : new SharedHandle<?>[] {window, end};
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
      int request,
      Ep ep,
      Lmr memory,
      SharedHandle<Rmr> window,
      long offset,
      int length,
      long cookie) {
    int local = memory.lmrContext();
    int remote = memory.rmrContext();
    long at = memory.registeredAddress() + offset;
    int flags = CompletionFlags.DEFAULT;
    return switch (request) {
      case 0, 1, 2, 3 -> ep.postRecv(local, at, length, cookie, flags);
      case 4, 5 -> ep.postSend(local, at, length, cookie, flags);
      case 6 -> ep.postRdmaWrite(local, at, length, cookie, remote, at, flags);
      case 7 -> ep.postRdmaRead(local, at, length, cookie, remote, at, flags);
      default -> window.object.bind(local, at, length, MemPriv.REMOTE_WRITE, ep, cookie, flags);
    };
  }

  private int run(String text, AllowedReturns allowed, Runnable deed, SharedHandle<?>... used) {
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
    SharedHandle<Ep> end = world.ends.pick(choice);
    if (end == null) {
      return;
    }
    switch (choice.below(8)) {
      case 0, 1, 2 -> {
        SharedHandle<Psp> point = world.points.pick(choice);
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

  private void accept(SharedHandle<Ep> end) {
    SharedHandle<Cr> request = world.requests.pick(choice);
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
    SharedAdapter.check(first, "two answers to " + request + " succeeded");
  }

  private void software() {
    SharedHandle<Evd> queue = world.softwareQueues.pick(choice);
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
          AllowedReturns.SUCCESS.or(DatReturn.QUEUE_FULL),
          () -> queue.object.postSe(given),
          queue);
    }
  }

  private void look() {
    SharedHandle<Ep> end = world.ends.pick(choice);
    SharedHandle<Evd> queue = world.queue(choice);
    SharedHandle<Lmr> memory = world.memories.pick(choice);
    switch (choice.below(5)) {
      case 0 -> {
        if (end != null) {
          run("ep_get_status " + end, AllowedReturns.SUCCESS, () -> end.object.getStatus(), end);
        }
      }
      case 1 -> {
        if (end != null) {
          run("ep_query " + end, AllowedReturns.SUCCESS, () -> end.object.query(), end);
        }
      }
      case 2 -> {
        if (queue != null) {
          run("evd_query " + queue, AllowedReturns.SUCCESS, () -> queue.object.query(), queue);
        }
      }
      case 3 -> {
        SharedHandle<Evd> some = world.softwareQueues.pick(choice);
        if (some != null) {
          boolean on = choice.oneIn(2);
          run(
              "evd_set/clear_unwaitable " + some,
              AllowedReturns.SUCCESS,
              on ? some.object::setUnwaitable : some.object::clearUnwaitable,
              some);
        }
      }
      default -> {
        if (memory != null) {
          run(
              "get_handle_type " + memory,
              AllowedReturns.SUCCESS,
              () -> memory.object.getHandleType(),
              memory);
        }
      }
    }
  }
}
