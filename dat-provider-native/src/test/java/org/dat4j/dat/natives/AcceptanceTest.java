package org.dat4j.dat.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import org.dat4j.dat.Ia;
import org.dat4j.dat.natives.abi.Abi;
import org.dat4j.dat.natives.abi.AcceptedMemory;
import org.dat4j.dat.natives.abi.DoubleControl;
import org.dat4j.dat.natives.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of a request that was accepted, on the C double: the test is its thread. */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class AcceptanceTest {

  private final AcceptedMemory memory = new AcceptedMemory();
  private Ia ia;

  /** What keeps the library's thread away has been made, and works if it is told to. */
  private Acceptance onLibrary(String library, boolean away) {
    ia = DoubleAdapter.open(library);
    PlayedThread thread = PlayedThread.of(ia);
    if (away) {
      thread.comes();
    } else {
      DoubleControl.double_fail("dat_ep_connect", 0x0008_0000);
    }
    if (Abi.current() == Abi.DAT_1_2) {
      // Its calls go through a table.
      long object = DoubleControl.double_handle(0);
      memory.request.setLong(0, new Pointer(object).getLong(0));
    }
    return new Acceptance((NativeIa) ia, memory.requestHandle(), memory.epHandle());
  }

  @AfterEach
  void close() {
    DoubleControl.double_fail(null, 0);
    ia.close();
    memory.close();
  }

  private void assertLeftAlone() {
    assertEquals(AcceptedMemory.COMPLETION_PENDING, memory.state());
    assertEquals(memory.requestHandle(), memory.ofEndpoint());
    assertEquals(1, memory.count());
  }

  private static String historyOf(Acceptance acceptance) {
    int before = DoubleControl.double_history().length();
    assertEquals(0, acceptance.accept(0, 0));
    return DoubleControl.double_history().substring(before);
  }

  @Test
  void requestIsPartedByTheAbiOfWhichItIsKnown() {
    Acceptance acceptance = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    String history = historyOf(acceptance);
    if (Abi.current() == Abi.DAT_2_0) {
      memory.isParted();
      assertEquals(AcceptedMemory.ACTIVE_CONNECTION_PENDING, memory.state());
      assertEquals(0, memory.count());
      // The address of the peer is taken from it first, and the library's thread comes back last.
      assertTrue(history.contains("dat_cr_accept dat_ep_query dat_cno_wait "), history);
    } else {
      assertLeftAlone();
    }
  }

  @Test
  void servicePointThatWasFreedBeforeIsFreedWithItsLastRequest() {
    Acceptance acceptance = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.pointState(AcceptedMemory.PENDING);
    DoubleControl.double_watch("dat_psp_free");
    String history = historyOf(acceptance);
    if (Abi.current() == Abi.DAT_2_0) {
      memory.isParted();
      assertTrue(history.contains("dat_psp_free dat_cno_wait "), history);
      assertEquals(memory.pointHandle(), DoubleControl.argument(0));
    } else {
      assertLeftAlone();
    }
  }

  @Test
  void requestIsLeftAloneWhereTheLibrarysThreadIsNotAway() {
    historyOf(onLibrary(DoubleAdapter.CM_LIBRARY, false));
    assertLeftAlone();
  }

  @Test
  void requestOfAnotherLibraryIsLeftAlone() {
    String history = historyOf(onLibrary(DoubleAdapter.SOCKET_LIBRARY, true));
    assertTrue(history.contains("dat_cno_wait"), "its thread was not away: " + history);
    assertLeftAlone();
  }

  @Test
  void requestThatTheLibraryDoesNotAcceptIsLeftAlone() {
    Acceptance acceptance = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    DoubleControl.double_fail("dat_cr_accept", 0x8003_0000);
    assertEquals(0x8003_0000, acceptance.accept(0, 0));
    assertLeftAlone();
  }

  @Test
  void libraryThreadIsKeptAwayForAWhileIfADequeueIsTakingTheRequest() {
    Acceptance acceptance = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.state(AcceptedMemory.DISCONNECTED);
    long start = System.nanoTime();
    historyOf(acceptance);
    if (Abi.current() == Abi.DAT_2_0) {
      long waited = System.nanoTime() - start;
      assertTrue(waited >= Acceptance.PATIENCE_NANOS, waited + " ns");
    }
    assertEquals(1, memory.count());
    assertEquals(memory.requestHandle(), memory.ofEndpoint());
  }
}
