package org.dat4j.rsm.dat;

import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;

/**
 * The EVDs of the DAT interface adapter under an RSM controller, read by one thread. All event
 * streams share one EVD where the adapter allows it; otherwise each stream has its own. In the
 * second case the thread waits for messages and polls the other EVDs at intervals. A CNO would be
 * slower than an EVD of transfers. Over uDAPL libraries such an object polls too, and each poll
 * costs more.
 */
final class AdapterEvents {
  private static final int INITIAL_LENGTH = 1024;

  /**
   * The first length of an EVD for transfers only. Some libraries cannot lengthen one later; each
   * control connection takes some 140 events.
   */
  private static final int FIRST_TRANSFERS = 8192;

  /**
   * Microseconds that the thread waits for messages before it checks the other EVDs, soon after an
   * event.
   */
  private static final long SHORT_MICROS = 1000;

  /** The microseconds of that wait after a while without events. */
  private static final long LONG_MICROS = 10_000;

  /** The number of checks that find no event before the waits become long. */
  private static final int QUIET_LOOKS = 16;

  /** The indexes of the event streams in the matrix that says which may share an EVD. */
  private static final List<Integer> STREAMS = List.of(1, 2, 3, 4);

  private final Evd requests;
  private final Evd connections;
  private final Evd transfers;
  private final List<Evd> all;
  private final int longest;
  private int looks;
  private int capacity = INITIAL_LENGTH;
  private int needed;

  AdapterEvents(Ia ia, boolean rmrs, boolean merged) {
    longest = ia.query().iaAttr().maxEvdQlen();
    int transfer = EvdFlags.DTO | (rmrs ? EvdFlags.RMR_BIND : 0);
    if (merged && shared(ia)) {
      requests = ia.createEvd(INITIAL_LENGTH, null, EvdFlags.CR | EvdFlags.CONNECTION | transfer);
      connections = requests;
      transfers = requests;
    } else {
      capacity = Math.min(longest, FIRST_TRANSFERS);
      requests = ia.createEvd(INITIAL_LENGTH, null, EvdFlags.CR);
      connections = ia.createEvd(INITIAL_LENGTH, null, EvdFlags.CONNECTION);
      transfers = ia.createEvd(capacity, null, transfer);
    }
    all = Stream.of(requests, connections, transfers).distinct().toList();
  }

  private static boolean shared(Ia ia) {
    List<List<Boolean>> matrix = ia.query().providerAttr().evdStreamMergingSupported();
    return STREAMS.stream().allMatch(i -> STREAMS.stream().allMatch(j -> matrix.get(i).get(j)));
  }

  /** Returns the EVD of connection requests. */
  Evd requests() {
    return requests;
  }

  /** Returns the EVD of connection events. */
  Evd connections() {
    return connections;
  }

  /** Returns the EVD of completions of messages and binds. */
  Evd transfers() {
    return transfers;
  }

  /** Reserves space for events; a negative number gives it back. */
  synchronized void reserveEvents(int more) {
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
   * @param micros the longest wait in microseconds
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

  /** Ends the waits of the thread that takes events, and refuses later ones. */
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
