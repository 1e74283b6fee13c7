package org.dat4j.tools.soak;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ep;
import org.dat4j.tools.cli.ProgressBar;

/**
 * The test of {@code dat4j soak} that keeps many connected pairs of endpoints and measures their
 * cost: memory, and processor time per message and while idle.
 */
final class ConnectionSoak implements AutoCloseable {

  /** Most bytes of direct memory that all connections may share. */
  private static final long MAX_DIRECT = 16 << 20;

  /** Measured blocks; odd, for medians. */
  private static final int BLOCKS = 21;

  /** Ways to send: over one pair, over all in turn, over all at a time. */
  private static final int KINDS = 3;

  private static final double NANOS_PER_MILLI = 1e6;

  private static final double PERCENT = 100;

  private final String name;
  private final int pairs;
  private final Duration settling;
  private final Map<String, Object> figures;
  private final PrintWriter out;
  private final LoopedAdapter adapter;
  private final List<Ep> ends = new ArrayList<>();
  private final Footprint before;

  /**
   * Connects the first pair, which is not counted: it allocates what all share.
   *
   * @param together pairs that will have a message in flight at a time
   * @param settling longer than an idle thread lives
   * @param figures gets what is measured, for the JSON form
   * @param out gets it in words
   */
  ConnectionSoak(
      String name,
      int pairs,
      int together,
      Duration settling,
      Map<String, Object> figures,
      PrintWriter out) {
    this.name = name;
    this.pairs = pairs;
    this.settling = settling;
    this.figures = figures;
    this.out = out;
    this.adapter = new LoopedAdapter(Dat.openIa(name), together);
    adapter.connect(adapter.endpoint(), adapter.endpoint());
    adapter.idle(settling);
    this.before = Footprint.take();
  }

  /** Connects the pairs. */
  void connect(ProgressBar progress) {
    for (int i = 0; i < pairs; i++) {
      Ep active = adapter.endpoint();
      Ep passive = adapter.endpoint();
      adapter.connect(active, passive);
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

  /** Says whether each endpoint's heap is within a limit in bytes, and no thread was added. */
  boolean isSmall(int mostHeap) {
    adapter.idle(settling);
    Footprint growth = Footprint.take().since(before);
    double heap = (double) growth.heap() / ends.size();
    figures.put("pairs", pairs);
    figures.put("heapPerEndpoint", heap);
    figures.put("allPairs", growth.members());
    say(
        "%s: %d connected pairs; per endpoint %.0f bytes of heap (limit %d); direct memory of all"
            + " %+d (limit %d), threads %+d, handles %+d",
        name,
        pairs,
        heap,
        mostHeap,
        growth.direct(),
        MAX_DIRECT,
        growth.threads(),
        growth.handles());
    return heap <= mostHeap && growth.direct() <= MAX_DIRECT && growth.threads() <= 0;
  }

  /**
   * Says whether a message over all pairs costs little more than over the only pair of another
   * adapter, in turn and with all in flight. Prints the cost over bare sockets too, if the adapter
   * has an address for them.
   *
   * @param operations messages of each kind that count; as many before, until the code is compiled
   */
  boolean scalesEvenly(int operations, double mostRatio) {
    InetAddress address = adapter.socketAddress();
    try (LoopedAdapter alone = new LoopedAdapter(Dat.openIa(name), 1);
        BareSocketTraffic bareOne = address == null ? null : new BareSocketTraffic(address, 1);
        BareSocketTraffic bareAll =
            address == null ? null : new BareSocketTraffic(address, pairs)) {
      List<Ep> pair = List.of(alone.endpoint(), alone.endpoint());
      alone.connect(pair.get(0), pair.get(1));
      List<IntFunction<ThreadCpuTime>> runs = new ArrayList<>();
      runs.add(alone.traffic(pair, 1)::run);
      runs.add(adapter.traffic(ends, 1)::run);
      runs.add(adapter.traffic(ends, pairs)::run);
      if (address != null) {
        runs.add(count -> bareOne.run(count, 1));
        runs.add(count -> bareAll.run(count, 1));
        runs.add(count -> bareAll.run(count, pairs));
      }
      ThreadCpuTime[] taken = medians(runs, operations);
      say(
          "%s: processor time of a message of %d bytes, %.1f rounds in a block; limit of the"
              + " ratios %.2f",
          name, PairTraffic.SIZE, (double) operations / BLOCKS / pairs, mostRatio);
      boolean good = scalesEvenly(name, Arrays.copyOfRange(taken, 0, KINDS), mostRatio);
      if (address != null) {
        scalesEvenly("bare sockets", Arrays.copyOfRange(taken, KINDS, 2 * KINDS), mostRatio);
      }
      return good;
    }
  }

  /**
   * Prints the cost over one pair, all in turn and all at a time; says whether both ratios are
   * small.
   */
  private boolean scalesEvenly(String transport, ThreadCpuTime[] taken, double mostRatio) {
    double inTurn = taken[1].nanos() / taken[0].nanos();
    double atATime = taken[2].nanos() / taken[0].nanos();
    Map<String, Object> nanos = new LinkedHashMap<>();
    nanos.put("onlyPair", taken[0].nanos());
    nanos.put("inTurn", taken[1].nanos());
    nanos.put("atATime", taken[2].nanos());
    figures.put(transport.equals(name) ? "messageNanos" : "bareSocketNanos", nanos);
    say(
        "%s: over an only pair %.0f ns (%.0f in the kernel); over %d in turn %.0f ns (%.0f), ratio"
            + " %.2f; over all at a time %.0f ns (%.0f), ratio %.2f",
        transport,
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

  /** Measures blocks in turn, so that a disturbance affects all kinds, and computes medians. */
  private ThreadCpuTime[] medians(List<IntFunction<ThreadCpuTime>> runs, int operations) {
    for (IntFunction<ThreadCpuTime> run : runs) {
      run.apply(Math.max(operations, pairs));
    }
    int length = Math.max(1, operations / BLOCKS);
    ThreadCpuTime[][] taken = new ThreadCpuTime[runs.size()][BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      for (int i = 0; i < taken.length; i++) {
        taken[i][block] = runs.get(i).apply(length);
      }
    }
    return Arrays.stream(taken)
        .map(
            of ->
                new ThreadCpuTime(
                    median(of, ThreadCpuTime::nanos), median(of, ThreadCpuTime::kernel)))
        .toArray(ThreadCpuTime[]::new);
  }

  private static double median(ThreadCpuTime[] of, ToDoubleFunction<ThreadCpuTime> what) {
    return Arrays.stream(of).mapToDouble(what).sorted().toArray()[BLOCKS / 2];
  }

  /** Says whether idle pairs take almost no processor time. */
  boolean isQuiet(int seconds, double mostPercent) {
    // Work that was under way before may end first.
    adapter.idle(settling);
    long begin = System.nanoTime();
    double usedByThreads = ThreadCpuTime.soFar().nanos();
    long used = processorTime();
    adapter.idle(Duration.ofSeconds(seconds));
    long taken = processorTime() - used;
    double takenByThreads = ThreadCpuTime.soFar().nanos() - usedByThreads;
    double percent = PERCENT * taken / (System.nanoTime() - begin);
    figures.put("idlePercent", percent);
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
    adapter.close();
  }
}
