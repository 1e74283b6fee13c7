package org.dat4j.tools.rsm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.process.JvmCommand;
import org.dat4j.conformance.process.ParentProcess;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;
import org.dat4j.tools.cli.CommandFailedException;

/**
 * Measures for {@code rsm perf} the round trip of flags and data to a second process, by puts, by
 * signals and by mapped stores. They go by puts and gets, by signals, and by stores and loads. The
 * stores and loads are in the mapped memory. Each way of exchange has its own cache lines. The
 * second process reads the chosen way only when nothing arrives.
 */
public final class FlagExchange implements AutoCloseable {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final String READY = "ready";
  private static final int WAY = 0;
  private static final int FLAG_OUT = 256;
  private static final int FLAG_BACK = 512;
  private static final int DATA_OUT = 768;
  private static final int DATA_BACK = 1024;
  private static final int DATA = 64;
  private static final long BY_PUT = 1;
  private static final long BY_STORE = 2;
  private static final long BY_SIGNAL = 3;
  private static final long BY_STORE_AND_FLAG = 4;
  private static final long END = 5;
  private static final int IDLE_ROUNDS = 1000;

  /** Spins of nanoseconds before a thread yields, less one; an answer takes few of them. */
  private static final int YIELD_MASK = (1 << 12) - 1;

  private static final int PATIENCE_MILLIS = 10_000;
  private static final long LIMIT_NANOS = 10_000_000_000L;

  private static final double EXCHANGE_MOST = 1.2;
  private static final double SIGNAL_MOST = 1.1;

  private final RsmController controller;
  private final ExportSegment export;
  private final int id;

  /** This process's own import, while it puts and gets. */
  private ImportSegment segment;

  /** The exporter's own memory. */
  private final ByteBuffer bare;

  private final boolean shared;
  private final Process partner;
  private final ByteBuffer data = data();
  private final long[] out = new long[1];
  private final long[] back = new long[1];
  private long count;

  FlagExchange(RsmController controller) throws IOException {
    int page = (int) controller.getAttr().pageSize();
    bare = controller.allocate(page);
    export = controller.createExportSegment(bare, ExportFlags.NONE);
    id = export.publish(0, null);
    this.controller = controller;
    shared = isShared(controller);
    partner = start(controller.name(), id, export);
    String line = lines().readLine();
    if (!READY.equals(line)) {
      partner.destroyForcibly();
      export.close();
      throw new CommandFailedException(
          "the second process did not start: " + (line == null ? "it ended without a word" : line));
    }
  }

  private BufferedReader lines() {
    return new BufferedReader(
        new InputStreamReader(partner.getInputStream(), StandardCharsets.US_ASCII));
  }

  private static ImportSegment connect(RsmController controller, int id) {
    int node = Rsm.getInterconnectTopology().localNodeId();
    ImportSegment segment = controller.connectImportSegment(node, id, Permission.RDWR);
    segment.initBarrier(BarrierType.DEFAULT);
    return segment;
  }

  /** Returns whether importers can map memory, which the baseline needs. */
  static boolean isShared(RsmController controller) {
    return controller.getAttr().maxImportMapSize() > 0;
  }

  private static ByteBuffer map(ImportSegment segment) {
    return segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, segment.length()).buffer();
  }

  private static Process start(String name, int id, ExportSegment export) throws IOException {
    List<String> command =
        JvmCommand.of(List.of(), FlagExchange.class.getName(), List.of(name, Integer.toString(id)));
    try {
      return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    } catch (IOException | RuntimeException | Error e) {
      export.close();
      throw e;
    }
  }

  List<TimedOperation> operations() {
    TimedOperation put =
        new TimedOperation("put64 seen by get64 of another process", this::put, 0.5);
    TimedOperation signal =
        new TimedOperation("put of 64 bytes, signal and get there", this::signal, 0.5);
    if (shared) {
      put.atMost(EXCHANGE_MOST, this::store);
      signal.atMost(SIGNAL_MOST, this::storeAndFlag);
    }
    return List.of(put, signal);
  }

  private void go(long way) {
    LONG.setVolatile(bare, WAY, way);
  }

  private void disconnect() {
    if (segment != null) {
      segment.close();
      segment = null;
    }
  }

  private void put(int times) {
    if (segment == null) {
      segment = connect(controller, id);
    }
    go(BY_PUT);
    for (int i = 0; i < times; i++) {
      out[0] = ++count;
      LocalTimings.check(segment.put64(FLAG_OUT, out, 0, 1));
      long spins = 0;
      do {
        check(++spins);
        LocalTimings.check(segment.get64(FLAG_BACK, back, 0, 1));
      } while (back[0] != count);
    }
  }

  private void store(int times) {
    go(BY_STORE);
    for (int i = 0; i < times; i++) {
      LONG.setRelease(bare, FLAG_OUT, ++count);
      awaitBack();
    }
  }

  private void awaitBack() {
    long spins = 0;
    while ((long) LONG.getAcquire(bare, FLAG_BACK) != count) {
      check(++spins);
    }
  }

  private static ByteBuffer data() {
    return ByteBuffer.allocateDirect(DATA).order(ByteOrder.nativeOrder());
  }

  /** The exporter copies and posts; the importer waits, gets, puts and posts. */
  private void signal(int times) {
    // Otherwise it would be signalled, too, and never look.
    disconnect();
    go(BY_SIGNAL);
    for (int i = 0; i < times; i++) {
      bare.put(DATA_OUT, data.putLong(0, ++count), 0, DATA);
      LocalTimings.check(export.post(SignalFlags.NONE));
      LocalTimings.check(export.await(PATIENCE_MILLIS));
      if (data.put(0, bare, DATA_BACK, DATA).getLong(0) != count) {
        throw new CommandFailedException("a signal came before its data");
      }
    }
  }

  private void storeAndFlag(int times) {
    go(BY_STORE_AND_FLAG);
    for (int i = 0; i < times; i++) {
      bare.put(DATA_OUT, data.putLong(0, ++count), 0, DATA);
      LONG.setRelease(bare, FLAG_OUT, count);
      awaitBack();
      if (data.put(0, bare, DATA_BACK, DATA).getLong(0) != count) {
        throw new CommandFailedException("a flag came before its data");
      }
    }
  }

  /**
   * Checks now and then whether the other process is alive, and yields the processor: on a machine
   * with more threads than processors the other process may wait for it.
   */
  private void check(long spins) {
    if ((spins & YIELD_MASK) == 0) {
      Thread.yield();
      if (Thread.currentThread().isInterrupted() || !partner.isAlive()) {
        String cause = partner.isAlive() ? "interrupted" : "the second process has ended";
        throw new CommandFailedException(cause);
      }
    }
  }

  @Override
  public void close() {
    go(END);
    disconnect();
    try {
      if (!partner.waitFor(LIMIT_NANOS, TimeUnit.NANOSECONDS)) {
        partner.destroyForcibly();
      }
    } catch (InterruptedException e) {
      partner.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    export.close();
  }

  /**
   * Runs the second process: answers in the chosen way until the first process ends it, or until
   * the segment is gone.
   *
   * @param arguments the controller and the segment's id
   */
  public static void main(String[] arguments) {
    ParentProcess.endWithIt();
    try {
      serve(arguments);
    } catch (RuntimeException | Error e) {
      // The first process tells it.
      System.out.println(String.valueOf(e).replace('\n', ' '));
      System.out.flush();
      System.exit(1);
    }
  }

  private static void serve(String[] arguments) {
    try (RsmController controller = Rsm.getController(arguments[0]);
        ImportSegment segment = connect(controller, Integer.parseInt(arguments[1]))) {
      Answers answers = new Answers(segment, isShared(controller) ? map(segment) : null);
      System.out.println(READY);
      System.out.flush();
      while (answers.round()) {
        Thread.yield();
      }
    }
  }

  /** The loops of the second process. */
  private static final class Answers {
    private final ImportSegment segment;
    private final ByteBuffer bare;
    private final ByteBuffer data = data();
    private final long[] seen = new long[1];
    private long last;

    Answers(ImportSegment segment, ByteBuffer bare) {
      this.segment = segment;
      this.bare = bare;
    }

    /** Answers until nothing comes for a while; false at the end of the run. */
    boolean round() {
      long way = way();
      if (way == BY_PUT) {
        return gets();
      }
      if (way == BY_SIGNAL) {
        return signals();
      }
      if (way == BY_STORE || way == BY_STORE_AND_FLAG) {
        loads();
      }
      // An aborted segment shows private pages: only a transfer tells that it is gone.
      return way != END && segment.get64(WAY, seen, 0, 1) == RsmReturn.SUCCESS;
    }

    private long way() {
      if (bare != null) {
        return (long) LONG.getVolatile(bare, WAY);
      }
      return segment.get64(WAY, seen, 0, 1) == RsmReturn.SUCCESS ? seen[0] : END;
    }

    private boolean gets() {
      for (int idle = 0; idle < IDLE_ROUNDS; idle++) {
        if (segment.get64(FLAG_OUT, seen, 0, 1) != RsmReturn.SUCCESS) {
          return false;
        }
        if (seen[0] != last) {
          last = seen[0];
          segment.put64(FLAG_BACK, seen, 0, 1);
          idle = 0;
        }
      }
      return true;
    }

    private void loads() {
      for (int idle = 0; idle < IDLE_ROUNDS; idle++) {
        long now = (long) LONG.getAcquire(bare, FLAG_OUT);
        if (now != last) {
          last = now;
          data.put(0, bare, DATA_OUT, DATA);
          bare.put(DATA_BACK, data, 0, DATA);
          LONG.setRelease(bare, FLAG_BACK, now);
          idle = 0;
        }
      }
    }

    private boolean signals() {
      while (segment.await(1) == RsmReturn.SUCCESS) {
        segment.get(DATA_OUT, data, 0, DATA);
        segment.put(DATA_BACK, data, 0, DATA);
        if (segment.post(SignalFlags.NONE) != RsmReturn.SUCCESS) {
          return false;
        }
      }
      return segment.get64(WAY, seen, 0, 1) == RsmReturn.SUCCESS;
    }
  }
}
