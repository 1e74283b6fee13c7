package org.dat4j.dat.tcp;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;

/**
 * A measurement of what settings cost, each next to the defaults in the same process: processor
 * time of both ends, which a busy machine changes little, and memory that a peer can hold. Run by
 * {@code src/test/scripts/settings-cost}.
 */
final class SettingsCost {

  private static final int BLOCKS = 25;
  private static final int ROUNDS = 12;
  private static final int LARGE = 1 << 20;
  private static final int SMALL = 64;
  private static final int PIECE = 64 << 10;
  private static final long SILENCE_MICROS = 500_000;

  /** RDMA Writes of a size, a given number at a time. */
  private record Case(String setting, int size, int window) {}

  private static final List<Case> CASES =
      List.of(
          new Case("", LARGE, 4),
          new Case("crc=off", LARGE, 4),
          new Case("mulpdu=1442", LARGE, 4),
          new Case("mulpdu=8942", LARGE, 4),
          new Case("sndbuf=65536,rcvbuf=65536", LARGE, 4),
          new Case("", SMALL, 1),
          new Case("crc=off", SMALL, 1),
          new Case("spin=0", SMALL, 1),
          new Case("spin=1000", SMALL, 1),
          new Case("loops=2", SMALL, 1),
          new Case("loops=4", SMALL, 1),
          new Case("loops=2", LARGE, 4),
          new Case("remind=0", SMALL, 1),
          new Case("completion=local", SMALL, 1),
          new Case("completion=local", SMALL, 16));

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private SettingsCost() {}

  public static void main(String[] arguments) {
    PrintStream out = System.out;
    for (Case one : CASES) {
      try (AdapterPair plain = new AdapterPair("").connect();
          AdapterPair with = new AdapterPair(one.setting()).connect()) {
        compare(out, one, new Writes(plain, one), new Writes(with, one));
      }
    }
    for (String setting : List.of("", "sndbuf=65536,rcvbuf=65536")) {
      out.printf(
          Locale.ROOT,
          "%-26s a peer that posts no receive pins %d KiB%n",
          name(setting),
          pinned(setting) >> 10);
    }
  }

  private static String name(String setting) {
    return setting.isEmpty() ? "(defaults)" : setting;
  }

  private static void compare(PrintStream out, Case one, Writes plain, Writes with) {
    plain.block();
    with.block();
    double[] factors = new double[BLOCKS];
    double[] times = new double[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      double before = plain.block();
      times[i] = with.block();
      factors[i] = times[i] / before;
    }
    Arrays.sort(factors);
    Arrays.sort(times);
    out.printf(
        Locale.ROOT,
        "%-26s RDMA Write of %d bytes, %d at a time: %.1f us of processor time, %.2f times that"
            + " of the defaults (quarters %.2f to %.2f)%n",
        name(one.setting()),
        one.size(),
        one.window(),
        times[BLOCKS / 2] / 1000,
        factors[BLOCKS / 2],
        factors[BLOCKS / 4],
        factors[BLOCKS - 1 - BLOCKS / 4]);
  }

  private static long processorTime() {
    return LongStream.of(THREADS.getAllThreadIds())
        .map(THREADS::getThreadCpuTime)
        .filter(nanos -> nanos > 0)
        .sum();
  }

  /** RDMA Writes from one end of a pair into memory of the other. */
  private static final class Writes {
    private final AdapterPair pair;
    private final Case what;
    private final Region from;
    private final Region to;

    Writes(AdapterPair pair, Case what) {
      this.pair = pair;
      this.what = what;
      this.from = pair.client.register(what.size());
      this.to = pair.server.register(what.size());
    }

    /** Nanoseconds per Write. */
    double block() {
      int rounds = what.size() == LARGE ? ROUNDS : ROUNDS * 100;
      long begin = processorTime();
      for (int i = 0; i < rounds; i++) {
        round();
      }
      return (double) (processorTime() - begin) / rounds / what.window();
    }

    private void round() {
      Ep ep = pair.client.ep();
      for (int i = 0; i < what.window(); i++) {
        ep.postRdmaWrite(
            from.context(),
            from.address(),
            what.size(),
            i,
            to.context(),
            to.address(),
            CompletionFlags.DEFAULT);
      }
      for (int i = 0; i < what.window(); i++) {
        Dats.awaitDto(pair.client.requestEvd(), i, AdapterPair.LIMIT, pair.event);
      }
    }
  }

  /** Bytes that are taken for a peer that posts no receive, until it is given up. */
  private static long pinned(String setting) {
    try (AdapterPair pair = new AdapterPair(setting).connect()) {
      Region piece = pair.client.register(PIECE);
      DatEvent event = new DatEvent();
      for (long bytes = 0; ; bytes += PIECE) {
        pair.send(pair.client, piece, PIECE, 0);
        int result = pair.client.requestEvd().await(SILENCE_MICROS, 1, event);
        if (result != DatReturn.SUCCESS || event.status() != DtoStatus.SUCCESS) {
          return bytes;
        }
      }
    }
  }
}
