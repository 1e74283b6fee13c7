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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a request that was answered, on the C double: the test is its thread. */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class CrAnswerTest {

  private final AcceptedMemory memory = new AcceptedMemory();
  private Ia ia;

  /** What keeps the library's thread away has been made, and works if it is told to. */
  private CrAnswer onLibrary(String library, boolean away) {
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
    return new CrAnswer((NativeIa) ia, memory.requestHandle());
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

  private String historyOf(CrAnswer answer) {
    int before = DoubleControl.double_history().length();
    assertEquals(0, answer.accept(memory.epHandle(), 0, 0));
    return DoubleControl.double_history().substring(before);
  }

  @Test
  void requestIsPartedByTheAbiOfWhichItIsKnown() {
    CrAnswer answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    String history = historyOf(answer);
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
    CrAnswer answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.pointState(AcceptedMemory.PENDING);
    DoubleControl.double_watch("dat_psp_free");
    String history = historyOf(answer);
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
    CrAnswer answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    DoubleControl.double_fail("dat_cr_accept", 0x8003_0000);
    assertEquals(0x8003_0000, answer.accept(memory.epHandle(), 0, 0));
    assertLeftAlone();
  }

  @Test
  void libraryThreadIsKeptAwayForAWhileIfADequeueIsTakingTheRequest() {
    CrAnswer answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.state(AcceptedMemory.DISCONNECTED);
    long start = System.nanoTime();
    historyOf(answer);
    if (Abi.current() == Abi.DAT_2_0) {
      long waited = System.nanoTime() - start;
      assertTrue(waited >= CrAnswer.PATIENCE_NANOS, waited + " ns");
    }
    assertEquals(1, memory.count());
    assertEquals(memory.requestHandle(), memory.ofEndpoint());
  }

  @Test
  void requestThatADequeueHasTakenLeavesNobodyToFreeTheServicePoint() {
    CrAnswer answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.state(AcceptedMemory.DISCONNECTED);
    memory.ofEndpoint(0);
    memory.count(0);
    memory.pointState(AcceptedMemory.PENDING);
    String history = historyOf(answer);
    assertEquals(Abi.current() == Abi.DAT_2_0, history.contains("dat_psp_free"), history);
  }

  @Test
  void requestThatIsNotAsItIsKnownIsAcceptedAndLeftAlone() {
    CrAnswer answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.ep.setInt(8, 0xFEEDFACE);
    String history = historyOf(answer);
    assertTrue(history.contains("dat_cr_accept dat_cno_wait "), history);
    assertLeftAlone();
  }

  @Test
  void requestIsAcceptedAlthoughThePartingFails() {
    CrAnswer answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    DoubleControl.double_fail("dat_ep_query", 0x8003_0000);
    String history = historyOf(answer);
    assertTrue(history.contains("dat_cno_wait "), history);
    assertLeftAlone();
  }

  @ParameterizedTest
  @CsvSource({"0, 2, true", "1, 2, false", "0, 1, false"})
  void servicePointThatWasFreedBeforeIsFreedWithTheRejectOfItsLastRequest(
      int others, int state, boolean freed) {
    CrAnswer answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.count(others);
    memory.pointState(state);
    int before = DoubleControl.double_history().length();
    assertEquals(0, answer.reject());
    String history = DoubleControl.double_history().substring(before);
    String expected = freed && Abi.current() == Abi.DAT_2_0 ? "dat_psp_free " : "";
    assertTrue(history.contains("dat_cr_reject " + expected + "dat_cno_wait "), history);
  }
}
