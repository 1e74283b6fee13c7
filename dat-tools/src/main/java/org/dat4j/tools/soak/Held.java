package org.dat4j.tools.soak;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ep;
import org.dat4j.tools.cli.Progress;

/** Connected pairs that are kept, and what they cost: memory, a message, idleness. */
final class Held implements AutoCloseable {

  /** Direct memory that any number of connections may share. */
  private static final long MOST_DIRECT = 16 << 20;

  /** Odd, for medians. */
  private static final int BLOCKS = 21;

  /** Ways to send: over one, over all in turn, over all at a time. */
  private static final int KINDS = 3;

  private static final double NANOS_PER_MILLI = 1e6;

  private static final double PERCENT = 100;

  private final String name;
  private final int pairs;
  private final Duration settling;
  private final PrintWriter out;
  private final Couple couple;
  private final List<Ep> ends = new ArrayList<>();
  private final Footprint before;

  /**
   * Sets up the first pair, whose cost is not counted: it brings in what all share.
   *
   * @param together pairs that will have a message under way at a time
   * @param settling longer than threads stay that have nothing to do any more
   */
  Held(String name, int pairs, int together, Duration settling, PrintWriter out) {
    this.name = name;
    this.pairs = pairs;
    this.settling = settling;
    this.out = out;
    this.couple = new Couple(Dat.openIa(name), together);
    couple.connect(couple.endpoint(), couple.endpoint());
    couple.idle(settling);
    this.before = Footprint.take();
  }

  /** Connects the pairs. */
  void connect(Progress progress) {
    for (int i = 0; i < pairs; i++) {
      Ep active = couple.endpoint();
      Ep passive = couple.endpoint();
      couple.connect(active, passive);
      ends.add(active);
      ends.add(passive);
      progress.show("pairs", i + 1, pairs);
    }
    progress.clear();
  }

  private void say(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }

  /** Whether the memory is within the limit of octets of heap per endpoint, and no thread more. */
  boolean isSmall(int mostHeap) {
    couple.idle(settling);
    Footprint growth = Footprint.take().since(before);
    double heap = (double) growth.heap() / ends.size();
    say(
        "%s: %d connected pairs; per endpoint %.0f octets of heap (limit %d); direct memory of all"
            + " %+d (limit %d), threads %+d, handles %+d",
        name,
        pairs,
        heap,
        mostHeap,
        growth.direct(),
        MOST_DIRECT,
        growth.threads(),
        growth.handles());
    return heap <= mostHeap && growth.direct() <= MOST_DIRECT && growth.threads() <= 0;
  }

  /**
   * Whether a message over all of them costs little more than over the only pair of another
   * adapter, both one after the other and when all have one under way. Tells what bare sockets take
   * for the same, where the adapter could use some.
   *
   * @param operations messages of each kind that count; as many before, until the code is compiled
   */
  boolean isEven(int operations, double mostRatio) {
    InetAddress address = couple.socketAddress();
    try (Couple alone = new Couple(Dat.openIa(name), 1);
        BareSockets bareOne = address == null ? null : new BareSockets(address, 1);
        BareSockets bareAll = address == null ? null : new BareSockets(address, pairs)) {
      List<Ep> pair = List.of(alone.endpoint(), alone.endpoint());
      alone.connect(pair.get(0), pair.get(1));
      List<IntFunction<Cost>> runs = new ArrayList<>();
      runs.add(alone.traffic(pair, 1)::run);
      runs.add(couple.traffic(ends, 1)::run);
      runs.add(couple.traffic(ends, pairs)::run);
      if (address != null) {
        runs.add(count -> bareOne.run(count, 1));
        runs.add(count -> bareAll.run(count, 1));
        runs.add(count -> bareAll.run(count, pairs));
      }
      Cost[] taken = medians(runs, operations);
      say(
          "%s: processor time of a message of %d octets, %.1f rounds in a block; limit of the"
              + " ratios %.2f",
          name, Traffic.SIZE, (double) operations / BLOCKS / pairs, mostRatio);
      boolean good = isEven(name, Arrays.copyOfRange(taken, 0, KINDS), mostRatio);
      if (address != null) {
        isEven("bare sockets", Arrays.copyOfRange(taken, KINDS, 2 * KINDS), mostRatio);
      }
      return good;
    }
  }

  /** Tells what an only pair, all in turn and all at a time took; whether both ratios are small. */
  private boolean isEven(String who, Cost[] taken, double mostRatio) {
    double inTurn = taken[1].nanos() / taken[0].nanos();
    double atATime = taken[2].nanos() / taken[0].nanos();
    say(
        "%s: over an only pair %.0f ns (%.0f in the kernel); over %d in turn %.0f ns (%.0f), ratio"
            + " %.2f; over all at a time %.0f ns (%.0f), ratio %.2f",
        who,
        taken[0].nanos(),
        taken[0].kernel(),
        pairs,
        taken[1].nanos(),
        taken[1].kernel(),
        inTurn,
        taken[2].nanos(),
        taken[2].kernel(),
        atATime);
    return Math.max(inTurn, atATime) <= mostRatio;
  }

  /** Medians of blocks that take turns, so that disturbances meet all. */
  private Cost[] medians(List<IntFunction<Cost>> runs, int operations) {
    for (IntFunction<Cost> run : runs) {
      run.apply(Math.max(operations, pairs));
    }
    int length = Math.max(1, operations / BLOCKS);
    Cost[][] taken = new Cost[runs.size()][BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      for (int i = 0; i < taken.length; i++) {
        taken[i][block] = runs.get(i).apply(length);
      }
    }
    return Arrays.stream(taken)
        .map(of -> new Cost(median(of, Cost::nanos), median(of, Cost::kernel)))
        .toArray(Cost[]::new);
  }

  private static double median(Cost[] of, ToDoubleFunction<Cost> what) {
    return Arrays.stream(of).mapToDouble(what).sorted().toArray()[BLOCKS / 2];
  }

  /** Whether next to no processor time is taken while nothing happens. */
  boolean isQuiet(int seconds, double mostPercent) {
    // What was in the making before may come to its end.
    couple.idle(settling);
    long begin = System.nanoTime();
    double usedByThreads = Cost.soFar().nanos();
    long used = processorTime();
    couple.idle(Duration.ofSeconds(seconds));
    long taken = processorTime() - used;
    double takenByThreads = Cost.soFar().nanos() - usedByThreads;
    double percent = PERCENT * taken / (System.nanoTime() - begin);
    say(
        "%s: %d idle pairs take %.0f ms of processor time in %d s, %.1f ms of it in threads of Java"
            + " and the rest in the JVM's own; %.2f %% of one processor (limit %.2f)",
        name,
        pairs,
        taken / NANOS_PER_MILLI,
        seconds,
        takenByThreads / NANOS_PER_MILLI,
        percent,
        mostPercent);
    return percent <= mostPercent;
  }

  private static long processorTime() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  @Override
  public void close() {
    couple.close();
  }
}
