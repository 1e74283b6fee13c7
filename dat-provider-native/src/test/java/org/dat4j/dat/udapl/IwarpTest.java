package org.dat4j.dat.udapl;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ia;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The work that is done on iWARP devices only, on the C double. */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class IwarpTest {

  private static final int REFUSED = 0x8003_0000;

  @TempDir Path root;

  private DatRegistry registry(String library, String description) throws IOException {
    return DoubleAdapter.onIwarp(root, library, description);
  }

  private DatRegistry onSiw() throws IOException {
    return registry(DoubleAdapter.LIBRARY, "Software iWARP stack");
  }

  private static List<String> calls() {
    return List.of(DoubleControl.double_history().split(" "));
  }

  private static long count(String function) {
    return calls().stream().filter(function::equals).count();
  }

  @Test
  void programsMonitorOfAZoneKeepsNoReceiveFromBeingPosted() throws Exception {
    DatRegistry registry = registry(DoubleAdapter.LIBRARY, "RNIC");
    try (DoubleAdapter adapter = new DoubleAdapter(registry.openIa("ia0"), 8)) {
      synchronized (adapter.pz) {
        CompletableFuture.runAsync(() -> adapter.ep.postRecv(0, 0, 0, 1, 0)).get(10, SECONDS);
      }
      assertTrue(calls().contains("dat_ep_post_recv"), calls()::toString);
    }
  }

  // --- the library's thread before a disconnect

  private DoubleAdapter connected() throws IOException {
    DatRegistry registry = registry(DoubleAdapter.CM_LIBRARY, "RNIC");
    DoubleAdapter adapter = new DoubleAdapter(registry.openIa("ia0"), 8);
    adapter.establish();
    // The thread cannot be kept away; that it was tried is enough.
    DoubleControl.double_fail("dat_ep_connect", REFUSED);
    return adapter;
  }

  @ParameterizedTest
  @ValueSource(ints = {DoubleAdapter.CONNECTED, DoubleAdapter.DISCONNECT_PENDING})
  void threadCatchesUpBeforeReceivesAreFlushed(int state) throws IOException {
    try (DoubleAdapter adapter = connected()) {
      assertEquals(DatReturn.SUCCESS, adapter.receive(1));
      DoubleControl.double_ep_state(state);
      adapter.ep.disconnect(CloseFlags.ABRUPT);
      int caughtUp = calls().indexOf("dat_ep_connect");
      assertTrue(caughtUp >= 0, calls()::toString);
      assertTrue(caughtUp < calls().indexOf("dat_ep_disconnect"), calls()::toString);
    }
  }

  @Test
  void disconnectWithoutReceivesDoesNotWaitForTheThread() throws IOException {
    try (DoubleAdapter adapter = connected()) {
      adapter.ep.disconnect(CloseFlags.ABRUPT);
      assertEquals(0, count("dat_ep_connect"));
      assertEquals(1, count("dat_ep_disconnect"));
    }
  }

  /** The kernel's siw refuses a Read without a segment. */
  @Test
  void readOfNothingNamesMemory() throws IOException {
    try (DoubleAdapter adapter = connected()) {
      for (LmrIov none : new LmrIov[] {null, new LmrIov(1)}) {
        DoubleControl.double_watch("dat_ep_post_rdma_read");
        assertEquals(DatReturn.SUCCESS, adapter.ep.postRdmaRead(none, 1, 7, 0, 0, 0));
        assertEquals(1, DoubleControl.argument(1), "segments");
        assertEquals(0, DoubleControl.segmentLength(0));
      }
    }
  }

  // --- room for queues on soft iWARP

  @Test
  void roomIsThereBeforeTheFirstQueueAndUntilTheClose() throws IOException {
    Ia ia = onSiw().openIa("ia0");
    List<String> calls = calls();
    assertEquals(2, count("dat_ia_openv"));
    assertEquals(calls.lastIndexOf("dat_ia_openv") + 1, calls.indexOf("dat_evd_create"));
    ia.close();
    assertEquals(2, count("dat_ia_close"));
  }

  @Test
  void otherIwarpDevicesNeedNoRoom() throws IOException {
    Ia ia = registry(DoubleAdapter.LIBRARY, "RNIC").openIa("ia0");
    assertEquals(1, count("dat_ia_openv"));
    ia.close();
  }

  @Test
  void openWithoutRoomIsRefusedAndLeavesNothingOpen() throws IOException {
    DatRegistry registry = onSiw();
    DoubleControl.double_fail("dat_evd_create", REFUSED);
    DatException e = assertThrows(DatException.class, () -> registry.openIa("ia0"));
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, e.type());
    assertEquals(2, count("dat_ia_close"));
  }

  @Test
  void refusedCloseGivesTheRoomBack() throws IOException {
    DatRegistry registry = onSiw();
    Ia ia = registry.openIa("ia0");
    DoubleControl.double_fail("dat_ia_close", REFUSED);
    ia.close();
    assertEquals(2, count("dat_ia_close"));
    DoubleControl.double_fail(null, 0);
    registry.openIa("ia0").close();
    assertEquals(4, count("dat_ia_openv"), "with room of its own");
  }

  @Test
  void firstAdapterOnSiwNeedsTwoPlacesInTheLibrarysTable() throws IOException {
    DatRegistry siw = onSiw();
    DatRegistry other = DoubleAdapter.registry();
    DoubleControl.double_device("");
    Deque<Ia> open = new ArrayDeque<>();
    try {
      DatException full =
          assertThrows(
              DatException.class,
              () -> {
                while (true) {
                  open.push(other.openIa("ia0"));
                }
              });
      assertEquals(DatSubtype.RESOURCE_DEVICE, full.subtype());
      open.pop().close();
      DoubleControl.double_device("iw0");
      DatException e = assertThrows(DatException.class, () -> siw.openIa("ia0"));
      assertEquals(DatSubtype.RESOURCE_DEVICE, e.subtype());
      open.pop().close();
      Ia ia = siw.openIa("ia0");
      assertThrows(DatException.class, () -> siw.openIa("ia0"));
      ia.close();
    } finally {
      open.forEach(Ia::close);
    }
    assertFalse(open.isEmpty());
  }
}
