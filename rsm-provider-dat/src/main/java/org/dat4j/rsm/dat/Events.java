package org.dat4j.rsm.dat;

import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;

/**
 * The events of an adapter that one thread takes: on one dispatcher where the adapter lets all
 * streams share it, else on one for each stream. Then the thread waits for messages, and looks for
 * the others now and then: no notification object is as quick as a dispatcher of transfers, and
 * where one is made of looks, as over uDAPL libraries, each look costs more than that.
 */
final class Events {
  private static final int FIRST = 1024;

  /**
   * The first length of one for transfers only. Some libraries cannot make one longer; each control
   * connection takes some 140 events.
   */
  private static final int FIRST_TRANSFERS = 8192;

  /** How long the thread waits for messages between looks for the rest, soon after an event. */
  private static final long SHORT_MICROS = 1000;

  /** The same after a while without events. */
  private static final long LONG_MICROS = 10_000;

  /** How many looks find nothing before the waits are long. */
  private static final int QUIET_LOOKS = 16;

  /** Places of streams in the matrix of what may share a dispatcher. */
  private static final List<Integer> STREAMS = List.of(1, 2, 3, 4);

  private final Evd requests;
  private final Evd connections;
  private final Evd transfers;
  private final List<Evd> all;
  private final int longest;
  private int looks;
  private int capacity = FIRST;
  private int needed;

  Events(Ia ia, boolean windows, boolean merged) {
    longest = ia.query().iaAttr().maxEvdQlen();
    int transfer = EvdFlags.DTO | (windows ? EvdFlags.RMR_BIND : 0);
    if (merged && shared(ia)) {
      requests = ia.createEvd(FIRST, null, EvdFlags.CR | EvdFlags.CONNECTION | transfer);
      connections = requests;
      transfers = requests;
    } else {
      capacity = Math.min(longest, FIRST_TRANSFERS);
      requests = ia.createEvd(FIRST, null, EvdFlags.CR);
      connections = ia.createEvd(FIRST, null, EvdFlags.CONNECTION);
      transfers = ia.createEvd(capacity, null, transfer);
    }
    all = Stream.of(requests, connections, transfers).distinct().toList();
  }

  private static boolean shared(Ia ia) {
    List<List<Boolean>> matrix = ia.query().providerAttr().evdStreamMergingSupported();
    return STREAMS.stream().allMatch(i -> STREAMS.stream().allMatch(j -> matrix.get(i).get(j)));
  }

  /** Where connection requests arrive. */
  Evd requests() {
    return requests;
  }

  /** Where connections report. */
  Evd connections() {
    return connections;
  }

  /** Where messages and binds complete. */
  Evd transfers() {
    return transfers;
  }

  /** Makes room; gives it back with the negative number. */
  synchronized void expect(int more) {
    needed += more;
    if (needed > capacity) {
      capacity = Math.min(longest, Math.max(needed, 2 * capacity));
      transfers.resize(capacity);
      if (connections != transfers) {
        connections.resize(capacity);
      }
    }
  }

  /**
   * Takes the next event.
   *
   * @param micros how long it waits
   * @return whether there is one
   */
  boolean next(long micros, DatEvent event) {
    if (all.size() == 1) {
      return transfers.await(micros, 1, event) == DatReturn.SUCCESS;
    }
    long step = looks < QUIET_LOOKS ? SHORT_MICROS : LONG_MICROS;
    boolean found =
        taken(event) || transfers.await(Math.min(micros, step), 1, event) == DatReturn.SUCCESS;
    looks = found ? 0 : looks + 1;
    return found;
  }

  /** Sends away the thread that takes them, whose waits are refused from now on. */
  void stop() {
    transfers.setUnwaitable();
  }

  private boolean taken(DatEvent event) {
    for (Evd evd : all) {
      if (evd.dequeue(event) == DatReturn.SUCCESS) {
        return true;
      }
    }
    return false;
  }
}
