package org.dat4j.rsm.dat;

import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProxyAgent;

/**
 * The events of an adapter that one thread takes: on one dispatcher where the adapter lets all
 * streams share it, else on one for each stream, and a notification object to wait for all.
 */
final class Events {
  private static final int FIRST = 1024;

  /** Places of streams in the matrix of what may share a dispatcher. */
  private static final List<Integer> STREAMS = List.of(1, 2, 3, 4);

  private final Evd requests;
  private final Evd connections;
  private final Evd transfers;
  private final List<Evd> all;
  private final Cno any;
  private final CnoTrigger trigger = new CnoTrigger();
  private final int longest;
  private int capacity = FIRST;
  private int needed;

  Events(Ia ia, boolean windows) {
    longest = ia.query().iaAttr().maxEvdQlen();
    int transfer = EvdFlags.DTO | (windows ? EvdFlags.RMR_BIND : 0);
    if (shared(ia)) {
      any = null;
      requests = ia.createEvd(FIRST, null, EvdFlags.CR | EvdFlags.CONNECTION | transfer);
      connections = requests;
      transfers = requests;
    } else {
      any = ia.createCno((ProxyAgent) null);
      requests = ia.createEvd(FIRST, any, EvdFlags.CR);
      connections = ia.createEvd(FIRST, any, EvdFlags.CONNECTION);
      transfers = ia.createEvd(FIRST, any, transfer);
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
    if (any == null) {
      return transfers.await(micros, 1, event) == DatReturn.SUCCESS;
    }
    if (taken(event)) {
      return true;
    }
    // What came since has triggered it, or does; several events may trigger it once.
    any.await(micros, trigger);
    return taken(event);
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
