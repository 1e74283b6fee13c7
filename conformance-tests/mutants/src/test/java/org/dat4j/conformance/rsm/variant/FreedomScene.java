package org.dat4j.conformance.rsm.variant;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.ScatGath;

/** Scenes on the RSM controller loopback, one for each freedom: what a program sees of it. */
final class FreedomScene implements AutoCloseable {
  private static final int ROUNDS = 5_000;
  private static final int SIGNALS = 200;
  private static final int PATIENCE = 10_000;
  private static final String NO_PAUSE = "no pause";
  private static final String PAUSE = "pause";

  private String paused = NO_PAUSE;
  private Runnable atPause = () -> paused = PAUSE;

  private final RsmVariantLayer layer;
  private final RsmRegistryUnderTest registry;
  private final RsmController controller;
  private final ByteBuffer memory;
  private final ExportSegment export;
  private final int id;
  private final ImportSegment segment;
  private final RsmBarrier barrier;

  FreedomScene(Set<RsmFreedom> freedoms) {
    layer = new RsmVariantLayer(freedoms, 1, nanos -> atPause.run());
    RsmRegistry.Builder settings = RsmRegistry.builder();
    registry = new RsmVariantSource(RsmSource.PLAIN, layer).registry(settings);
    controller = registry.getController("loopback");
    memory = controller.allocate((int) controller.getAttr().pageSize());
    export = controller.createExportSegment(memory, ExportFlags.NONE);
    id = export.publish(0, null);
    segment = connect();
    barrier = segment.initBarrier(BarrierType.SEGMENT);
  }

  private ImportSegment connect() {
    int node = registry.getInterconnectTopology().localNodeId();
    return controller.connectImportSegment(node, id, Permission.RDWR);
  }

  @Override
  public void close() {
    segment.close();
    export.close();
    controller.close();
  }

  /** Returns what is seen without a freedom and with it. */
  static List<String> expected(RsmFreedom freedom) {
    return switch (freedom) {
      case SLOW_CONNECTS,
          SLOW_PUBLISHES,
          SLOW_UNPUBLISHES,
          SLOW_DESTROYS,
          LATE_WAKE_UPS,
          LATE_POLLS ->
          List.of(NO_PAUSE, PAUSE);
      case LATE_NEWS_OF_THE_DEAD ->
          List.of("CONN_ABORTED, then CONN_ABORTED", "SUCCESS, then CONN_ABORTED");
      case LATE_SIGNALS -> List.of("await at once, poll at once", "await late, poll late");
      case UPPER_HALF_PUT_FIRST -> List.of(NO_PAUSE, "at the pause 0 1");
      case UPPER_HALF_GOT_FIRST -> List.of("got 1 1", "got 2 1");
      case PUTS_AT_THE_BARRIER -> List.of("put 1, closed 1", "put 0, closed 1");
      case SILENT_ABORTS -> List.of("CONN_ABORTED, CONN_ABORTED", "SUCCESS, CONN_ABORTED");
      case IDS_WITH_GAPS -> List.of("ids 1 apart", "ids 2 apart");
      case OTHER_DESCRIPTORS -> List.of("small", "large");
      case OTHER_ORDER_OF_CONTROLLERS -> List.of("a0 b0", "b0 a0");
      case LARGER_PAGES -> List.of("1 SUCCESS", "4 BAD_MEM_ALIGNMENT");
      case NO_MAPPINGS -> List.of("SUCCESS", "MAP_FAILED");
      case PAST_THE_END_IS_AN_OFFSET -> List.of("BAD_LENGTH, BAD_LENGTH", "BAD_OFFSET, BAD_OFFSET");
      case ODD_LENGTH_IS_A_LENGTH -> List.of("BAD_MEM_ALIGNMENT", "BAD_LENGTH");
      case MISALIGNED_REBIND_IS_AN_ALIGNMENT -> List.of("BAD_ADDR", "BAD_MEM_ALIGNMENT");
      case FREED_HANDLE_IS_A_HANDLE -> List.of("BAD_SGIO", "BAD_LOCALMEM_HNDL");
      case BAD_VECTOR_MOVES_NOTHING ->
          List.of("BAD_LENGTH, residual 1, 9", "BAD_LENGTH, residual 2, 0");
      case ORDER_AFTER_ABORT_IS_A_FAILURE -> List.of("CONN_ABORTED", "BARRIER_FAILURE");
      case DESTROYED_BARRIER_IS_A_POINTER -> List.of("BARRIER_UNINITIALIZED", "BAD_BARRIER_PTR");
      case FOREIGN_NODE_IS_UNREACHABLE -> List.of("CTLR_NOT_PRESENT", "REMOTE_NODE_UNREACHABLE");
      case MAP_IS_NOT_CONNECTED -> List.of("BAD_SEG_HNDL", "SEG_NOT_CONNECTED");
      case ABORTED_HAS_NO_DESCRIPTOR -> List.of("SUCCESS", "BAD_SEG_HNDL");
    };
  }

  /** Plays the scene of a freedom; returns what a program sees. */
  String play(RsmFreedom freedom) throws Exception {
    return switch (freedom) {
      case SLOW_CONNECTS -> rounds(() -> connect().close());
      case SLOW_PUBLISHES, SLOW_UNPUBLISHES ->
          rounds(
              () -> {
                export.unpublish();
                export.publish(0, null);
              });
      case SLOW_DESTROYS ->
          rounds(() -> controller.createExportSegment(memory, ExportFlags.NONE).destroy());
      case LATE_WAKE_UPS ->
          rounds(
              () -> {
                segment.post(0);
                export.await(PATIENCE);
              });
      case LATE_POLLS -> {
        PollFd[] fds = {descriptor(export)};
        yield rounds(
            () -> {
              segment.post(0);
              registry.awaitPollfd(fds, 1, PATIENCE, null);
            });
      }
      case LATE_NEWS_OF_THE_DEAD -> lateNews();
      case LATE_SIGNALS -> lateSignals();
      case UPPER_HALF_PUT_FIRST -> {
        byte[] ones = {1, 1};
        atPause = () -> paused = "at the pause " + memory.get(0) + " " + memory.get(1);
        yield rounds(
            () -> {
              memory.putShort(0, (short) 0);
              segment.put8(0, ones, 0, 2);
            });
      }
      case UPPER_HALF_GOT_FIRST -> {
        byte[] got = new byte[2];
        memory.put(0, (byte) 1).put(1, (byte) 1);
        atPause = () -> memory.put(0, (byte) 2).put(1, (byte) 2);
        for (int i = 0; i < ROUNDS && got[0] != 2; i++) {
          segment.get8(0, got, 0, 2);
        }
        yield "got " + got[0] + " " + got[1];
      }
      case PUTS_AT_THE_BARRIER -> {
        byte[] one = {1};
        segment.setMode(BarrierMode.EXPLICIT);
        barrier.open();
        segment.put8(0, one, 0, 1);
        one[0] = 2;
        String seen = "put " + memory.get(0);
        barrier.close();
        yield seen + ", closed " + memory.get(0);
      }
      case SILENT_ABORTS -> {
        segment.setMode(BarrierMode.EXPLICIT);
        barrier.open();
        export.unpublish();
        yield name(segment.put8(0, new byte[1], 0, 1)) + ", " + name(barrier.close());
      }
      case IDS_WITH_GAPS -> {
        try (ExportSegment other = controller.createExportSegment(memory, ExportFlags.NONE)) {
          yield "ids " + (other.publish(0, null) - id) + " apart";
        }
      }
      case OTHER_DESCRIPTORS -> descriptor(export).fd() < 1 << 20 ? "small" : "large";
      case OTHER_ORDER_OF_CONTROLLERS ->
          String.join(
              " ",
              new RsmVariantSource.Registry(twoControllers(), layer)
                  .getInterconnectTopology().controllers().stream()
                      .map(Connections::controllerName)
                      .toList());
      case LARGER_PAGES -> largerPages();
      case NO_MAPPINGS -> code(() -> map(segment));
      case PAST_THE_END_IS_AN_OFFSET -> {
        int length = (int) segment.length();
        ScatGath vector = new ScatGath(1).add(ByteBuffer.allocate(2), 0, length - 1, 2);
        yield code(() -> segment.put8(length - 1, new byte[2], 0, 2))
            + ", "
            + code(() -> segment.putv(vector));
      }
      case ODD_LENGTH_IS_A_LENGTH ->
          code(() -> controller.createExportSegment(memory.slice(0, 8), ExportFlags.NONE));
      case MISALIGNED_REBIND_IS_AN_ALIGNMENT -> {
        int page = memory.capacity();
        ByteBuffer odd = controller.allocate(2 * page).slice(8, page);
        try (ExportSegment other =
            controller.createExportSegment(memory, ExportFlags.ALLOW_REBIND)) {
          yield code(() -> other.rebind(odd, 0));
        }
      }
      case FREED_HANDLE_IS_A_HANDLE -> {
        LocalMemoryHandle handle = controller.createLocalMemoryHandle(memory);
        handle.close();
        yield code(() -> segment.putv(new ScatGath(1).add(handle, 0, 0, 1)));
      }
      case BAD_VECTOR_MOVES_NOTHING -> {
        ByteBuffer local = ByteBuffer.allocate(2).put(0, (byte) 9);
        ScatGath vector =
            new ScatGath(2).add(local, 0, 0, 1).add(local, 0, segment.length() - 1, 2);
        String code = code(() -> segment.putv(vector));
        yield code + ", residual " + vector.residual() + ", " + memory.get(0);
      }
      case ORDER_AFTER_ABORT_IS_A_FAILURE -> {
        barrier.open();
        export.unpublish();
        yield name(barrier.order());
      }
      case DESTROYED_BARRIER_IS_A_POINTER -> {
        barrier.destroy();
        yield code(barrier::open);
      }
      case FOREIGN_NODE_IS_UNREACHABLE -> {
        int other = registry.getInterconnectTopology().localNodeId() + 1;
        yield code(() -> controller.connectImportSegment(other, id, Permission.RDWR));
      }
      case MAP_IS_NOT_CONNECTED -> {
        segment.disconnect();
        yield code(() -> map(segment));
      }
      case ABORTED_HAS_NO_DESCRIPTOR -> {
        export.unpublish();
        segment.put8(0, new byte[1], 0, 1);
        yield code(() -> segment.getPollfd(new PollFd()));
      }
    };
  }

  private String rounds(Runnable round) {
    for (int i = 0; i < ROUNDS && paused.equals(NO_PAUSE); i++) {
      round.run();
    }
    return paused;
  }

  /** Another process ends while a segment is that this layer did not publish. */
  private String lateNews() throws Exception {
    try (RsmController plain = RsmRegistry.builder().build().getController("loopback");
        ExportSegment foreign = plain.createExportSegment(memory, ExportFlags.NONE)) {
      int node = registry.getInterconnectTopology().localNodeId();
      Process process = new ProcessBuilder("cat").start();
      try (ImportSegment news =
          controller.connectImportSegment(node, foreign.publish(0, null), Permission.RDWR)) {
        news.initBarrier(BarrierType.SEGMENT);
        process.destroyForcibly().waitFor();
        foreign.unpublish();
        int first = news.put8(0, new byte[1], 0, 1);
        int last = first;
        for (long start = System.nanoTime();
            last == RsmReturn.SUCCESS && System.nanoTime() - start < PATIENCE * 1_000_000L; ) {
          last = news.put8(0, new byte[1], 0, 1);
        }
        return name(first) + ", then " + name(last);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private String lateSignals() {
    PollFd[] fds = {descriptor(export)};
    boolean awaitIsLate = false;
    boolean pollIsLate = false;
    for (int i = 0; i < SIGNALS; i++) {
      segment.post(0);
      while (export.await(0) == RsmReturn.TIMEOUT) {
        awaitIsLate = true;
      }
      segment.post(0);
      while (registry.awaitPollfd(fds, 1, 0, null) == RsmReturn.TIMEOUT) {
        pollIsLate = true;
      }
    }
    return "await " + late(awaitIsLate) + ", poll " + late(pollIsLate);
  }

  private static String late(boolean late) {
    return late ? "late" : "at once";
  }

  private String largerPages() {
    try (RsmController plain = RsmRegistry.builder().build().getController("loopback")) {
      int page = (int) plain.getAttr().pageSize();
      ByteBuffer one = plain.allocate(page);
      return controller.getAttr().pageSize() / page
          + " "
          + code(() -> controller.createExportSegment(one, ExportFlags.NONE).close());
    }
  }

  private static void map(ImportSegment segment) {
    segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, segment.length());
  }

  private static PollFd descriptor(RsmSegment segment) {
    PollFd fd = new PollFd();
    segment.getPollfd(fd);
    return fd;
  }

  private static String code(Runnable call) {
    try {
      call.run();
      return name(RsmReturn.SUCCESS);
    } catch (RsmException e) {
      return name(e.code());
    }
  }

  private static String name(int code) {
    return RsmReturn.name(code).replaceFirst("^RSM(ERR)?_", "");
  }

  /** A registry of which nothing but the topology is asked; it has two controllers. */
  private static RsmRegistryUnderTest twoControllers() {
    InterconnectTopology topology =
        new InterconnectTopology(
            1, List.of(new Connections("a0", 1, List.of()), new Connections("b0", 2, List.of())));
    return (RsmRegistryUnderTest)
        Proxy.newProxyInstance(
            RsmRegistryUnderTest.class.getClassLoader(),
            new Class<?>[] {RsmRegistryUnderTest.class},
            (proxy, method, arguments) -> topology);
  }
}
