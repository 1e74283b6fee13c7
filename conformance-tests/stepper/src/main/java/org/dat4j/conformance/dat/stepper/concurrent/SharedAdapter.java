package org.dat4j.conformance.dat.stepper.concurrent;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.stepper.CallWatch;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.Cno;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;

/**
 * Holds an adapter and the objects that several threads of the DAT stepper share, and checks the
 * answer of every call on them.
 */
final class SharedAdapter {
  /** A place for objects of one kind: dead ones stay in it until another takes their place. */
  static final class Rack<T extends DatObject> {
    private final AtomicReferenceArray<SharedHandle<T>> places;

    Rack(int size) {
      places = new AtomicReferenceArray<>(size);
    }

    SharedHandle<T> pick(RandomChoice choice) {
      return places.get(choice.below(places.length()));
    }

    /** Picks a place at random; -1 if an open object has it. */
    int free(RandomChoice choice) {
      int place = choice.below(places.length());
      SharedHandle<T> held = places.get(place);
      return held == null || held.freed() ? place : -1;
    }

    /** Puts an object where it was to go; false when another was faster. */
    boolean put(int place, SharedHandle<T> held) {
      SharedHandle<T> old = places.get(place);
      return (old == null || old.freed()) && places.compareAndSet(place, old, held);
    }

    List<SharedHandle<T>> living() {
      List<SharedHandle<T>> living = new ArrayList<>();
      for (int i = 0; i < places.length(); i++) {
        SharedHandle<T> held = places.get(i);
        if (held != null && !held.freed()) {
          living.add(held);
        }
      }
      return living;
    }
  }

  private static final AllowedReturns INVALID = AllowedReturns.of(DatReturn.INVALID_HANDLE);

  final Ia ia;

  /** Asked for once: a thread that starts late may find the adapter closed. */
  final InetAddress address;

  final DeclaredCapabilities capabilities;
  private final ModelTables tables;
  final Rack<Pz> zones = new Rack<>(2);
  final Rack<Lmr> memories = new Rack<>(4);
  final Rack<Rmr> windows = new Rack<>(3);

  /** EVDs of transfers. */
  final Rack<Evd> queues = new Rack<>(4);

  /** EVDs of connections: those of transfers, where the adapter merges all streams. */
  final Rack<Evd> connectQueues;

  /** EVDs of requests: those of transfers, where the adapter merges all streams. */
  final Rack<Evd> requestQueues;

  final Rack<Evd> softwareQueues = new Rack<>(3);
  final Rack<Cno> notifiers = new Rack<>(2);
  final Rack<Ep> ends = new Rack<>(8);
  final Rack<Psp> points = new Rack<>(3);
  final Rack<Cr> requests = new Rack<>(12);

  /** The memory of all long registrations; what it holds is not compared. */
  final ByteBuffer longMemory = ByteBuffer.allocateDirect(ConcurrentDatSteps.LONG_BUFFER);

  final TransferLedger ledger = new TransferLedger();
  final AtomicLong calls = new AtomicLong();
  final AtomicLong refusals = new AtomicLong();
  final CallWatch watch;
  final AtomicReference<Difference> difference = new AtomicReference<>();

  volatile boolean closing;
  volatile boolean closed;
  private final AtomicInteger numbers = new AtomicInteger();

  SharedAdapter(Ia ia, ModelTables tables, DeclaredCapabilities capabilities, int threads) {
    this.ia = ia;
    this.tables = tables;
    this.address = ia.address();
    this.capabilities = capabilities;
    this.watch = new CallWatch(threads);
    boolean merged = capabilities.has("merge_all");
    this.connectQueues = merged ? queues : new Rack<>(2);
    this.requestQueues = merged ? queues : new Rack<>(2);
  }

  /** One of the EVDs for other than software events alone; null where none is. */
  SharedHandle<Evd> queue(RandomChoice choice) {
    List<Rack<Evd>> racks = queueRacks();
    return (racks.size() == 1 ? queues : choice.of(racks)).pick(choice);
  }

  /** Every place of EVDs for other than software events alone, once. */
  List<Rack<Evd>> queueRacks() {
    return connectQueues == queues
        ? List.of(queues)
        : List.of(queues, connectQueues, requestQueues);
  }

  int number() {
    return numbers.incrementAndGet();
  }

  /** Makes one call for one thread and checks what must hold of its answer. */
  int call(
      int thread,
      String text,
      AllowedReturns allowed,
      AdapterModel.Deed deed,
      SharedHandle<?>... used) {
    return call(thread, text, allowed, INVALID, deed, used);
  }

  private int call(
      int thread,
      String text,
      AllowedReturns allowed,
      AllowedReturns onFreed,
      AdapterModel.Deed deed,
      SharedHandle<?>... used) {
    boolean shut = closed;
    boolean dead = false;
    for (SharedHandle<?> held : used) {
      dead |= held.freed();
    }
    boolean subjectDead = used.length > 0 && used[0].freed();
    calls.incrementAndGet();
    watch.begins(thread, text);
    int answer;
    String detail = "";
    try {
      answer = deed.run();
    } catch (DatException e) {
      answer = e.type();
      detail = " (" + e.getMessage() + ")";
      refusals.incrementAndGet();
    } catch (Difference e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Difference(text, text + " threw " + e, e);
    } finally {
      watch.ends(thread);
    }
    boolean invalid = INVALID.allow(answer);
    if (shut || subjectDead) {
      check(
          subjectDead ? onFreed.allow(answer) : invalid,
          text + " on a freed object answered " + AllowedReturns.name(answer) + detail);
      return answer;
    }
    check(!dead || answer != DatReturn.SUCCESS, text + " with a freed object answered SUCCESS");
    if (invalid || answer == DatReturn.ABORT && !allowed.allow(answer)) {
      boolean mayBe = closing;
      for (SharedHandle<?> held : used) {
        mayBe |= held.maybeDead();
      }
      check(
          mayBe,
          text
              + " answered "
              + AllowedReturns.name(answer)
              + detail
              + " although nobody freed anything");
      return answer;
    }
    check(
        allowed.allow(answer),
        text
            + " answered "
            + AllowedReturns.name(answer)
            + detail
            + "; the pages allow "
            + allowed);
    return answer;
  }

  /**
   * Frees an object. Of several threads only one may succeed, unless the tables allow a second free
   * to succeed.
   */
  int free(int thread, String text, SharedHandle<?> held, Runnable deed) {
    AllowedReturns again = tables.onFreedObject(text);
    held.freeBegins();
    int answer = DatReturn.ABORT;
    boolean first = true;
    try {
      answer =
          call(
              thread,
              text + " " + held,
              held instanceof SharedEp
                  ? AllowedReturns.SUCCESS
                  : AllowedReturns.SUCCESS.or(DatReturn.INVALID_STATE),
              again,
              () -> {
                deed.run();
                return DatReturn.SUCCESS;
              },
              held);
    } finally {
      first = held.freeEnds(answer == DatReturn.SUCCESS);
    }
    check(first || again.allow(DatReturn.SUCCESS), text + " " + held + " succeeded twice");
    return answer;
  }

  static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new Difference("threads", otherwise);
    }
  }
}
