package org.dat4j.tools;

import java.util.Arrays;
import java.util.Locale;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;

/**
 * The cost of an event on its way through a CNO, with one EVD and with many: a post, a wait, and
 * the dequeue at the EVD named. One thread, interleaved blocks, medians.
 *
 * <p>Started by hand with {@code main}, and by its test.
 */
final class CnoCost {

  private static final int EVENTS = 10_000;
  private static final int WARM_UP = 5;

  private final Cno cno;
  private final Evd[] evds;
  private final CnoTrigger trigger = new CnoTrigger();
  private final DatEvent posted = new DatEvent().setSoftware("event");
  private final DatEvent taken = new DatEvent();
  private final double[] nanos;
  private int next;

  private CnoCost(Ia ia, int evdCount, int blocks) {
    cno = ia.createCno(null);
    evds = new Evd[evdCount];
    for (int i = 0; i < evdCount; i++) {
      evds[i] = ia.createEvd(1, cno, EvdFlags.SOFTWARE);
    }
    nanos = new double[blocks];
  }

  /** Takes events through the object, each by the EVD a stride after the one before. */
  private void block(int number, int stride) {
    long start = System.nanoTime();
    for (int i = 0; i < EVENTS; i++) {
      next = (next + stride) % evds.length;
      Evd evd = evds[next];
      if (evd.postSe(posted) != DatReturn.SUCCESS
          || cno.await(0, trigger) != DatReturn.SUCCESS
          || trigger.evd() != evd
          || evd.dequeue(taken) != DatReturn.SUCCESS) {
        throw new IllegalStateException("event " + i + " of " + evd + " has not come through");
      }
    }
    if (number >= 0) {
      nanos[number] = (double) (System.nanoTime() - start) / EVENTS;
    }
  }

  private double median() {
    double[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /**
   * Measures.
   *
   * @param evdCount EVDs of the large object
   * @param blocks of each kind
   * @return nanoseconds an event: one EVD; one busy among many; all of them in turn
   */
  static double[] measure(int evdCount, int blocks) {
    try (Ia ia = DatRegistry.builder().config("", "test").build().openIa("loopback0")) {
      CnoCost one = new CnoCost(ia, 1, blocks);
      CnoCost busy = new CnoCost(ia, evdCount, blocks);
      CnoCost spread = new CnoCost(ia, evdCount, blocks);
      for (int i = -WARM_UP; i < blocks; i++) {
        one.block(i, 0);
        busy.block(i, 0);
        spread.block(i, 1);
      }
      return new double[] {one.median(), busy.median(), spread.median()};
    }
  }

  /**
   * Prints the cost.
   *
   * @param arguments number of EVDs, 1000 by default; number of blocks, 100 by default
   */
  public static void main(String[] arguments) {
    int evdCount = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    int blocks = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    double[] cost = measure(evdCount, blocks);
    System.out.printf(
        Locale.ROOT,
        "ns per event: one EVD %.0f; one busy of %d %.0f (x %.2f); all in turn %.0f (x"
            + " %.2f)%n",
        cost[0],
        evdCount,
        cost[1],
        cost[1] / cost[0],
        cost[2],
        cost[2] / cost[0]);
  }
}
