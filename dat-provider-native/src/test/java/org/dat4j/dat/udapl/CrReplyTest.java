package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import org.dat4j.dat.Ia;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.dat4j.dat.udapl.libdapl.CrReply;
import org.dat4j.dat.udapl.patch.DetachedRequestMemory;
import org.dat4j.dat.udapl.patch.PrivateStructures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fate of a request that was answered, on the C double: the test is its thread. */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class CrReplyTest {

  private final DetachedRequestMemory memory = new DetachedRequestMemory();
  private Ia ia;

  /** What keeps the library's thread away has been made, and works if it is told to. */
  private CrReply onLibrary(String library, boolean away) {
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
    return new CrReply((NativeIa) ia, memory.requestHandle());
  }

  @AfterEach
  void close() {
    DoubleControl.double_fail(null, 0);
    ia.close();
    memory.close();
  }

  private void assertLeftAlone() {
    assertEquals(DetachedRequestMemory.COMPLETION_PENDING, memory.state());
    assertEquals(memory.requestHandle(), memory.ofEndpoint());
    assertEquals(1, memory.count());
  }

  private String historyOf(CrReply answer) {
    int before = DoubleControl.double_history().length();
    assertEquals(0, answer.accept(memory.epHandle(), 0, 0));
    return DoubleControl.double_history().substring(before);
  }

  @Test
  void requestIsDetachedOnTheAbiWithAKnownLayout() {
    CrReply answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    String history = historyOf(answer);
    if (Abi.current() == Abi.DAT_2_0) {
      assertEquals(DetachedRequestMemory.ACTIVE_CONNECTION_PENDING, memory.state());
      assertEquals(0, memory.count());
      // The address of the peer is taken from it first, and the library's thread comes back last.
      assertTrue(history.contains("dat_cr_accept dat_ep_query dat_cno_wait "), history);
    } else {
      assertLeftAlone();
    }
  }

  @Test
  void servicePointThatWasFreedBeforeIsFreedWithItsLastRequest() {
    CrReply answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.pointState(DetachedRequestMemory.PENDING);
    DoubleControl.double_watch("dat_psp_free");
    String history = historyOf(answer);
    if (Abi.current() == Abi.DAT_2_0) {
      assertTrue(history.contains("dat_psp_free dat_cno_wait "), history);
      assertEquals(memory.pointHandle(), DoubleControl.argument(0));
    } else {
      assertLeftAlone();
    }
  }

  @Test
  void requestIsLeftAloneWherePrivateStructuresAreOff() {
    System.setProperty(PrivateStructures.PROPERTY, "off");
    try {
      CrReply reply = onLibrary(DoubleAdapter.CM_LIBRARY, true);
      memory.pointState(DetachedRequestMemory.PENDING);
      String history = historyOf(reply);
      assertTrue(history.contains("dat_cr_accept dat_cno_wait "), history);
      assertLeftAlone();
      assertEquals(memory.pointHandle(), memory.ofConnection());
    } finally {
      System.clearProperty(PrivateStructures.PROPERTY);
    }
  }

  @Test
  void rejectFreesNoServicePointWherePrivateStructuresAreOff() {
    System.setProperty(PrivateStructures.PROPERTY, "off");
    try {
      CrReply reply = onLibrary(DoubleAdapter.CM_LIBRARY, true);
      memory.count(0);
      memory.pointState(DetachedRequestMemory.PENDING);
      int before = DoubleControl.double_history().length();
      assertEquals(0, reply.reject());
      String history = DoubleControl.double_history().substring(before);
      assertTrue(history.contains("dat_cr_reject dat_cno_wait "), history);
    } finally {
      System.clearProperty(PrivateStructures.PROPERTY);
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
    CrReply answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    DoubleControl.double_fail("dat_cr_accept", 0x8003_0000);
    assertEquals(0x8003_0000, answer.accept(memory.epHandle(), 0, 0));
    assertLeftAlone();
  }

  @Test
  void theAnswerWaitsWhileADequeueTakesTheRequest() {
    CrReply answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.state(DetachedRequestMemory.DISCONNECTED);
    long start = System.nanoTime();
    historyOf(answer);
    if (Abi.current() == Abi.DAT_2_0) {
      long waited = System.nanoTime() - start;
      assertTrue(waited >= CrReply.PATIENCE_NANOS, waited + " ns");
    }
    assertEquals(1, memory.count());
    assertEquals(memory.requestHandle(), memory.ofEndpoint());
  }

  @Test
  void servicePointIsFreedAfterADequeueHasTakenItsLastRequest() {
    CrReply answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.state(DetachedRequestMemory.DISCONNECTED);
    memory.ofEndpoint(0);
    memory.count(0);
    memory.pointState(DetachedRequestMemory.PENDING);
    String history = historyOf(answer);
    assertEquals(Abi.current() == Abi.DAT_2_0, history.contains("dat_psp_free"), history);
  }

  @Test
  void requestOfUnknownLayoutIsAcceptedAndLeftAlone() {
    CrReply answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.ep.setInt(8, 0xFEEDFACE);
    String history = historyOf(answer);
    assertTrue(history.contains("dat_cr_accept dat_cno_wait "), history);
    assertLeftAlone();
  }

  @Test
  void requestIsAcceptedAlthoughTheDetachFails() {
    CrReply answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    DoubleControl.double_fail("dat_ep_query", 0x8003_0000);
    String history = historyOf(answer);
    assertTrue(history.contains("dat_cno_wait "), history);
    assertLeftAlone();
  }

  @ParameterizedTest
  @CsvSource({"0, 2, true", "1, 2, false", "0, 1, false"})
  void rejectOfTheLastRequestFreesItsServicePointInTheLibrary(
      int others, int state, boolean freed) {
    CrReply answer = onLibrary(DoubleAdapter.CM_LIBRARY, true);
    memory.count(others);
    memory.pointState(state);
    int before = DoubleControl.double_history().length();
    assertEquals(0, answer.reject());
    String history = DoubleControl.double_history().substring(before);
    String expected = freed && Abi.current() == Abi.DAT_2_0 ? "dat_psp_free " : "";
    assertTrue(history.contains("dat_cr_reject " + expected + "dat_cno_wait "), history);
  }
}
