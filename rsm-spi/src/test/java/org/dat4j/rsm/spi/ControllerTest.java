package org.dat4j.rsm.spi;

import static org.dat4j.rsm.spi.Fixture.refused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ControllerTest {
  private final Fixture fixture = new Fixture();
  private final RsmController controller = fixture.controller;

  @Test
  void handlesAreCountedAndEqual() {
    RsmRegistry registry = fixture.registry;
    assertSame(controller, registry.getController("fake0"));
    controller.release();
    assertEquals(FakeProvider.PAGE, controller.getAttr().pageSize());
    controller.release();
    refused(RsmReturn.BAD_CTLR_HNDL, controller::getAttr);
    refused(RsmReturn.BAD_CTLR_HNDL, controller::release);
    controller.close();
    registry.getController("fake0").release();
  }

  @Test
  void loopbackHasManyNames() {
    RsmController one = fixture.registry.getController(null);
    assertSame(one, fixture.registry.getController("loopback"));
    assertSame(one, fixture.registry.getController("loopback17"));
    refused(
        RsmReturn.CTLR_NOT_PRESENT,
        () -> one.connectImportSegment(FakeProvider.NODE + 1, 0x600000, Permission.READ));
  }

  @Test
  void aNameNobodyServesIsRefusedWithEveryCandidate() {
    RsmException e =
        assertThrows(RsmException.class, () -> fixture.registry.getController("nosuch0"));
    assertEquals(RsmReturn.CTLR_NOT_PRESENT, e.code());
    assertTrue(e.getMessage().contains("fake: it does not know") && e.getMessage().contains("old"));
    refused(RsmReturn.BAD_LIBRARY_VERSION, () -> fixture.registry.getController("old0"));
  }

  @Test
  void topologyComesFromUsableProviders() {
    assertEquals(FakeProvider.NODE, fixture.registry.getInterconnectTopology().localNodeId());
    assertEquals(1, fixture.registry.getInterconnectTopology().controllers().size());
    assertTrue(fixture.registry.segments().isEmpty());
  }

  @Test
  void aProviderThatDeclaresNothingIsOneNodeByItself() {
    assertEquals(new Hosting(List.of(), false, false), fixture.registry.getHosting("fake0"));
    assertEquals(fixture.registry.getHosting("fake0"), fixture.registry.getHosting(null));
    refused(RsmReturn.CTLR_NOT_PRESENT, () -> fixture.registry.getHosting("nosuch0"));
    refused(RsmReturn.BAD_LIBRARY_VERSION, () -> fixture.registry.getHosting("old0"));
  }

  @Test
  void otherUsersTakePartWhereOtherProcessesDoIfNothingElseIsDeclared() {
    assertFalse(new Hosting(List.of(), false, false).users());
    assertTrue(new Hosting(List.of(), true, false).users());
    assertTrue(new Hosting(List.of(), false, true, true).users());
    assertFalse(new Hosting(List.of(), true, true, true, false).users());
  }

  @Test
  void aProviderThatNamesNoAdapterStandsOnNone() {
    assertNull(fixture.registry.getAdapter("fake0"));
    assertNull(fixture.registry.getAdapter(null));
    refused(RsmReturn.CTLR_NOT_PRESENT, () -> fixture.registry.getAdapter("nosuch0"));
    refused(RsmReturn.BAD_LIBRARY_VERSION, () -> fixture.registry.getAdapter("old0"));
  }

  @Test
  void memoryOfASegmentIsCheckedInOrder() {
    ByteBuffer good = fixture.memory;
    refused(RsmReturn.BAD_ADDR, () -> create(null));
    refused(RsmReturn.BAD_ADDR, () -> create(ByteBuffer.allocate(FakeProvider.PAGE)));
    refused(RsmReturn.PERM_DENIED, () -> create(good.asReadOnlyBuffer()));
    refused(RsmReturn.BAD_LENGTH, () -> create(good.slice(0, 0)));
    refused(RsmReturn.BAD_MEM_ALIGNMENT, () -> create(good.slice(8, FakeProvider.PAGE)));
    refused(RsmReturn.BAD_MEM_ALIGNMENT, () -> create(good.slice(0, FakeProvider.PAGE + 1)));
    refused(RsmReturn.BAD_LENGTH, () -> create(controller.allocate(5 * FakeProvider.PAGE)));
    refused(RsmReturn.BAD_LENGTH, () -> controller.allocate(0));
    assertEquals(FakeProvider.PAGE, controller.allocate(1).capacity());
  }

  private ExportSegment create(ByteBuffer memory) {
    return controller.createExportSegment(memory, ExportFlags.DONTWAIT);
  }

  @Test
  void onlyThreePermissionsConnect() {
    fixture.published();
    for (int perm = 0; perm <= 0777; perm++) {
      int asked = perm;
      if (perm == 0400 || perm == 0200 || perm == 0600) {
        assertDoesNotThrow(() -> fixture.connected(asked).disconnect());
      } else {
        refused(RsmReturn.PERM_DENIED, () -> fixture.connected(asked));
      }
    }
  }

  @Test
  void segmentsOfAReleasedControllerCanOnlyBeEnded() {
    ExportSegment export = fixture.published();
    ImportSegment segment = fixture.ready(Permission.RDWR);
    LocalMemoryHandle handle = controller.createLocalMemoryHandle(fixture.memory);
    controller.release();
    refused(RsmReturn.BAD_SEG_HNDL, export::unpublish);
    refused(RsmReturn.BAD_SEG_HNDL, () -> segment.get8(0, new byte[1], 0, 1));
    refused(RsmReturn.BAD_SEG_HNDL, () -> segment.post(0));
    segment.disconnect();
    export.destroy();
    refused(RsmReturn.BAD_SEG_HNDL, export::destroy);
    refused(RsmReturn.BAD_CTLR_HNDL, () -> create(fixture.memory));
    refused(RsmReturn.BAD_CTLR_HNDL, () -> fixture.connected(Permission.READ));
    refused(RsmReturn.BAD_CTLR_HNDL, () -> controller.freeLocalMemoryHandle(handle));
    refused(RsmReturn.BAD_CTLR_HNDL, () -> controller.createLocalMemoryHandle(fixture.memory));
  }

  @Test
  void localMemoryHandlesAreCheckedAndFreedOnce() {
    refused(RsmReturn.BAD_ADDR, () -> controller.createLocalMemoryHandle(null));
    refused(
        RsmReturn.BAD_ADDR, () -> controller.createLocalMemoryHandle(fixture.memory.slice(1, 9)));
    refused(
        RsmReturn.BAD_LENGTH, () -> controller.createLocalMemoryHandle(fixture.memory.slice(0, 0)));
    LocalMemoryHandle handle = controller.createLocalMemoryHandle(fixture.memory.slice(0, 9));
    assertEquals(9, handle.length());
    RsmController other = fixture.registry.getController("fake1");
    refused(RsmReturn.BAD_LOCALMEM_HNDL, () -> other.freeLocalMemoryHandle(handle));
    controller.freeLocalMemoryHandle(handle);
    refused(RsmReturn.BAD_LOCALMEM_HNDL, () -> controller.freeLocalMemoryHandle(handle));
    refused(RsmReturn.BAD_LOCALMEM_HNDL, () -> controller.freeLocalMemoryHandle(null));
    handle.close();
  }

  @Test
  @Timeout(120)
  void openThatWaitsKeepsNoOtherControllerFromBeingGotAndReleased() throws Exception {
    CountDownLatch opening = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    FakeProvider slow =
        new FakeProvider() {
          @Override
          public AbstractController open(String name, RsmSettings settings) {
            if (name.equals("fake1")) {
              opening.countDown();
              awaitQuietly(go);
            }
            return super.open(name, settings);
          }
        };
    ControllerTable table =
        new ControllerTable(ProviderScan.given(List.of(slow)), new RsmSettings(Map.of()));
    FutureTask<RsmController> first = started(() -> table.get("fake1"));
    assertTrue(opening.await(30, TimeUnit.SECONDS));
    FutureTask<RsmController> second = started(() -> table.get("fake1"));
    Thread.currentThread().interrupt();
    refused(RsmReturn.INTERRUPTED, () -> table.get("fake1"));
    assertTrue(Thread.interrupted());
    FutureTask<Void> other =
        started(
            () -> {
              table.get("fake0").close();
              return null;
            });
    try {
      other.get(30, TimeUnit.SECONDS);
    } finally {
      go.countDown();
    }
    RsmController one = first.get(30, TimeUnit.SECONDS);
    assertSame(one, second.get(30, TimeUnit.SECONDS));
    one.release();
    one.release();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> FutureTask<T> started(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return task;
  }
}
