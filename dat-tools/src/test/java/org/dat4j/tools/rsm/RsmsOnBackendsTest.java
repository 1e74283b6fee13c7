package org.dat4j.tools.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;
import org.dat4j.rsm.util.ImportedWords;
import org.dat4j.rsm.util.Rsms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The helpers for small RSM programs, both sides in one process, on the backends. */
class RsmsOnBackendsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ID = 0x5A0001;

  private static int node() {
    return Rsm.getInterconnectTopology().localNodeId();
  }

  private static ExportSegment export(RsmController controller, ByteBuffer memory) {
    return controller.createExportSegment(memory, ExportFlags.NONE);
  }

  private static ImportSegment connect(RsmController controller, Duration limit) {
    return Rsms.connectUntil(controller, node(), ID, Permission.RDWR, limit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm0", "datloopback0"})
  void aConnectIsTriedAgainUntilTheSegmentIsPublished(String name) throws InterruptedException {
    try (RsmController controller = Rsm.getController(name);
        ExportSegment export = export(controller, controller.allocate(8192))) {
      Thread importer = Thread.currentThread();
      Thread late =
          new Thread(
              () -> {
                while (importer.getState() != Thread.State.TIMED_WAITING) {
                  Thread.onSpinWait();
                }
                export.publish(ID, null);
              });
      late.start();
      connect(controller, LIMIT).close();
      late.join();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm0", "datloopback0"})
  void triesToConnectEndAtTheirLimit(String name) {
    try (RsmController controller = Rsm.getController(name)) {
      RsmException e =
          assertThrows(RsmException.class, () -> connect(controller, Duration.ofMillis(50)));
      assertEquals(RsmReturn.SEG_NOT_PUBLISHED, e.code());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm0", "datloopback0"})
  void aTryEndsByAnInterrupt(String name) {
    try (RsmController controller = Rsm.getController(name)) {
      Thread.currentThread().interrupt();
      RsmException e = assertThrows(RsmException.class, () -> connect(controller, LIMIT));
      assertTrue(Thread.interrupted());
      assertEquals(RsmReturn.INTERRUPTED, e.code());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm0", "datloopback0"})
  void wordsAreReadAndWrittenInTheByteOrderOfTheMachine(String name) {
    try (RsmController controller = Rsm.getController(name)) {
      ByteBuffer memory = controller.allocate(8192).order(ByteOrder.nativeOrder());
      try (ExportSegment export = export(controller, memory)) {
        export.publish(ID, null);
        try (ImportSegment segment = connect(controller, LIMIT)) {
          segment.initBarrier(BarrierType.DEFAULT);
          ImportedWords words = new ImportedWords(segment);
          words.put64(64, 0x1122334455667788L);
          words.put32(72, 0x99AABBCC);
          assertEquals(0x1122334455667788L, words.get64(64));
          assertEquals(0x99AABBCC, words.get32(72));
          assertEquals(0x1122334455667788L, memory.getLong(64));
          assertEquals(0x99AABBCC, memory.getInt(72));
          RsmException e = assertThrows(RsmException.class, () -> words.get64(8192));
          assertEquals(RsmReturn.BAD_OFFSET, e.code());
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm0", "datloopback0"})
  void aWaitTellsSignalTimeAndEndApart(String name) {
    try (RsmController controller = Rsm.getController(name);
        ExportSegment export = export(controller, controller.allocate(8192))) {
      export.publish(ID, null);
      try (ImportSegment segment = connect(controller, LIMIT)) {
        assertFalse(Rsms.awaitSignal(segment, Duration.ofMillis(1)));
        Rsms.check(export.post(SignalFlags.NONE), "post");
        assertTrue(Rsms.awaitSignal(segment, LIMIT));
        assertEquals(RsmReturn.SUCCESS, Rsms.codeOf(export::unpublish));
        RsmException e = assertThrows(RsmException.class, () -> Rsms.awaitSignal(segment, LIMIT));
        assertEquals(RsmReturn.CONN_ABORTED, e.code());
        assertTrue(e.getMessage().contains("connect again"), e::getMessage);
        assertEquals(RsmReturn.SEG_NOT_PUBLISHED, Rsms.codeOf(export::unpublish));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm0", "datloopback0"})
  void aControllerHasTheAliasOfTheSettings(String name) {
    RsmRegistry registry = RsmRegistry.builder().setting("alias.queue0", name).build();
    try (RsmController controller = registry.getController("queue0");
        RsmController same = registry.getController(name)) {
      assertSame(same, controller);
      assertEquals(name, registry.explain("queue0").name());
    }
  }
}
