package org.dat4j.conformance.dat.stepper.concurrent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;

/**
 * Records the transfers that the DAT stepper's threads post, and checks that each completes once
 * and in order, or is refused and never completes.
 */
final class TransferLedger {
  private static final int SEQUENCE_BITS = 32;

  /** One post, from before the call until it was accepted and completed. */
  static final class Entry {
    final SharedHandle<Ep> end;
    final SharedHandle<Evd> queue;
    final boolean receive;
    final int resets;
    final AtomicBoolean complete = new AtomicBoolean();
    volatile boolean accepted;

    Entry(SharedHandle<Ep> end, SharedHandle<Evd> queue, boolean receive) {
      this.end = end;
      this.queue = queue;
      this.receive = receive;
      this.resets = end.resets.get();
    }
  }

  private final Map<Long, Entry> entries = new ConcurrentHashMap<>();

  /** Notes a post before the call. */
  Entry begin(long cookie, SharedHandle<Ep> end, SharedHandle<Evd> queue, boolean receive) {
    Entry entry = new Entry(end, queue, receive);
    entries.put(cookie, entry);
    queue.load.incrementAndGet();
    return entry;
  }

  /** Notes the outcome of a post after the call. */
  void end(long cookie, Entry entry, boolean accepted, String text) {
    if (accepted) {
      entry.accepted = true;
      if (entry.complete.get()) {
        entries.remove(cookie);
      }
      return;
    }
    entries.remove(cookie);
    entry.queue.load.decrementAndGet();
    if (entry.complete.get()) {
      throw new Difference("post", text + " was refused and completes nevertheless");
    }
  }

  /**
   * Checks and notes a completion that was taken.
   *
   * @param seen what this taker has seen last of each poster and line
   */
  void complete(long cookie, Map<Long, Long> seen, String text) {
    Entry entry = entries.get(cookie);
    if (entry == null || !entry.complete.compareAndSet(false, true)) {
      throw new Difference("completion", text + ": not posted, refused, or complete already");
    }
    entry.queue.load.decrementAndGet();
    long line = (cookie >>> SEQUENCE_BITS << SEQUENCE_BITS | entry.end.number) << 1;
    long key = entry.receive ? line : line + 1;
    long sequence = cookie & 0xFFFFFFFFL;
    Long last = seen.put(key, sequence);
    if (last != null && last >= sequence) {
      throw new Difference(
          "completion",
          text
              + (entry.receive ? " of a receive" : " of a request")
              + ": out of order, the one before was 0x"
              + Long.toHexString(last)
              + " of this poster; resets "
              + entry.resets
              + " then, "
              + entry.end.resets.get()
              + " now");
    }
    if (entry.accepted) {
      entries.remove(cookie);
    }
  }

  static long cookie(int poster, long sequence) {
    return (long) poster << SEQUENCE_BITS | sequence;
  }

  static Map<Long, Long> seen() {
    return new HashMap<>();
  }

  /**
   * Transfers that must still complete: accepted, of endpoints neither freed nor reset since.
   *
   * @param connected tells whether an endpoint in this state was connected, so that its transfers
   *     were flushed
   */
  List<String> owed(Predicate<EpState> connected) {
    List<String> owed = new ArrayList<>();
    for (Map.Entry<Long, Entry> e : entries.entrySet()) {
      Entry entry = e.getValue();
      boolean complete = entry.complete.get() || !entry.accepted;
      SharedHandle<Ep> end = entry.end;
      boolean same = !end.maybeDead() && end.resets.get() == entry.resets;
      if (!complete && same) {
        EpState state = end.object.getStatus().state();
        if (connected.test(state)) {
          owed.add(Long.toHexString(e.getKey()) + " of " + end + ", " + state);
        }
      }
    }
    return owed;
  }
}
