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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * What goes to a second process and back: a flag by put64 and get64, data with a signal, and the
 * same by stores and loads in the bare mapping. The words of one way of exchange share no line with
 * another's. The second process is told the way, and looks at that only when nothing comes.
 */
public final class FlagExchange implements AutoCloseable {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
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
  private static final int PATIENCE_MILLIS = 10_000;
  private static final long LIMIT_NANOS = 10_000_000_000L;

  private static final double EXCHANGE_MOST = 1.2;
  private static final double SIGNAL_MOST = 1.1;

  private final RsmController controller;
  private final ExportSegment export;
  private final int id;

  /** This process' own import, while it puts and gets. */
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
    partner = start(controller.name(), id);
    String line = lines().readLine();
    if (!"ready".equals(line)) {
      throw new CommandFailedException("the second process said " + line);
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

  /** Whether importers can map memory, so that there is something to compare with. */
  static boolean isShared(RsmController controller) {
    return controller.getAttr().maxImportMapSize() > 0;
  }

  private static ByteBuffer map(ImportSegment segment) {
    return segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, segment.length()).buffer();
  }

  private static Process start(String name, int id) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("--enable-native-access=ALL-UNNAMED");
    for (String key : System.getProperties().stringPropertyNames()) {
      if (key.startsWith("dat4j.")) {
        command.add("-D" + key + "=" + System.getProperty(key));
      }
    }
    command.add(FlagExchange.class.getName());
    command.add(name);
    command.add(Integer.toString(id));
    return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
  }

  List<Figure> figures() {
    Figure put = new Figure("put64 seen by get64 of another process", this::put, 0.5);
    Figure signal = new Figure("put of 64 octets, signal and get there", this::signal, 0.5);
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
      LocalFigures.check(segment.put64(FLAG_OUT, out, 0, 1));
      long spins = 0;
      do {
        check(++spins);
        LocalFigures.check(segment.get64(FLAG_BACK, back, 0, 1));
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
      LocalFigures.check(export.post(SignalFlags.NONE));
      LocalFigures.check(export.await(PATIENCE_MILLIS));
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

  /** The other process may be gone: asked seldom, as it costs. */
  private void check(long spins) {
    if ((spins & 0xffffff) == 0 && !partner.isAlive()) {
      throw new CommandFailedException("the second process has ended");
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
   * The second process: answers in the way it is told, until it is told to end or the segment is
   * gone.
   *
   * @param arguments the controller and the segment's id
   */
  public static void main(String[] arguments) {
    try (RsmController controller = Rsm.getController(arguments[0]);
        ImportSegment segment = connect(controller, Integer.parseInt(arguments[1]))) {
      Answers answers = new Answers(segment, isShared(controller) ? map(segment) : null);
      System.out.println("ready");
      System.out.flush();
      while (answers.round()) {
        Thread.onSpinWait();
      }
    }
  }

  /** What the second process does. */
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

    /** Answers until nothing comes for a while; false when it is over. */
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
