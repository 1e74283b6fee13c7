package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.function.IntSupplier;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NativeSemaphore;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.dat4j.dat.udapl.libdapl.CmThreadGate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The gate that keeps the library's thread away, on the C double: the test is that thread. */
@Tag("long")
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class CmThreadGateTest {

  private static final int REFUSED = 0x4003;
  private static final int ANSWER = 17;

  private DoubleAdapter adapter;
  private CmThreadGate cmGate;
  private long connectEvd;

  @BeforeEach
  void open() {
    adapter = new DoubleAdapter();
    cmGate = CmThreadGate.ofOneThread((NativeIa) adapter.ia, true);
  }

  @AfterEach
  void close() {
    adapter.close();
  }

  /** The library's thread has told of the refusal and waits, if the agent makes it wait. */
  private int pushRefusal() {
    if (connectEvd == 0) {
      connectEvd = DoubleControl.argument(4);
    }
    DoubleControl.double_push_connection(REFUSED, connectEvd, 0, 0, 0);
    return ANSWER;
  }

  private int callOnce() {
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    DoubleControl.double_watch("dat_ep_create");
    return cmGate.call(this::pushRefusal);
  }

  private static boolean isOpen(long semaphore) {
    return NativeLibrary.getProcess()
            .getFunction("sem_trywait")
            .invokeInt(new Object[] {new Pointer(semaphore)})
        == 0;
  }

  @Test
  void callIsMadeAfterTheRefusalIsReportedAndBeforeTheThreadIsReleased() {
    assertEquals(ANSWER, callOnce());
    DoubleControl.double_watch("dat_cno_modify_agent");
    long[] gate = new long[1];
    String[] before = new String[1];
    int ret =
        cmGate.call(
            () -> {
              gate[0] = DoubleControl.argument(1);
              assertEquals(NativeSemaphore.waitFunction(), DoubleControl.argument(2));
              isOpen(gate[0]);
              assertFalse(isOpen(gate[0]), "the thread would not wait");
              before[0] = DoubleControl.double_history();
              return pushRefusal();
            });
    assertEquals(ANSWER, ret);
    assertTrue(isOpen(gate[0]), "the thread waits for ever");
    String since = before[0].substring(before[0].lastIndexOf("dat_cno_wait"));
    assertTrue(
        since.matches(
            "dat_cno_wait dat_ep_reset dat_cno_modify_agent dat_ep_connect dat_ep_get_status "),
        since);
  }

  @Test
  void threadIsLetGoAlsoWhenTheCallThrows() {
    callOnce();
    DoubleControl.double_watch("dat_cno_modify_agent");
    long[] gate = new long[1];
    IntSupplier throwing =
        () -> {
          gate[0] = DoubleControl.argument(1);
          isOpen(gate[0]);
          pushRefusal();
          throw new IllegalStateException("the test's");
        };
    assertThrows(IllegalStateException.class, () -> cmGate.call(throwing));
    assertTrue(isOpen(gate[0]), "the thread waits for ever");
  }

  @Test
  void aCallWithoutAPauseWaitsForTheCallWithAPause() throws InterruptedException {
    callOnce();
    boolean[] made = new boolean[1];
    Thread other = new Thread(() -> cmGate.serialized(() -> (made[0] = true) ? ANSWER : 0));
    cmGate.call(
        () -> {
          other.start();
          while (other.getState() != Thread.State.BLOCKED && !made[0]) {
            Thread.onSpinWait();
          }
          assertFalse(made[0]);
          return pushRefusal();
        });
    other.join();
    assertTrue(made[0]);
  }

  @Test
  void connectGoesToTheAdaptersOwnAddressAndToNoPort() {
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    DoubleControl.double_watch("dat_ep_create");
    cmGate.call(
        () -> {
          int ret = pushRefusal();
          DoubleControl.double_watch("dat_ep_connect");
          return ret;
        });
    cmGate.call(
        () -> {
          assertEquals(0x0a01_020fL, DoubleControl.segmentAddress(0));
          assertEquals(0, DoubleControl.argument(2));
          return pushRefusal();
        });
  }

  @Test
  void withSocketsTheConnectGoesToNoPortEither() {
    cmGate = CmThreadGate.ofSockets((NativeIa) adapter.ia);
    assertEquals(ANSWER, callOnce());
    DoubleControl.double_watch("dat_ep_connect");
    cmGate.call(
        () -> {
          assertEquals(0, DoubleControl.argument(2) + 1000 & 0xFFFF, "libdaploscm adds 1,000");
          return pushRefusal();
        });
  }

  @Test
  void endpointThatKeepsItsConnectsIsReplacedInTime() {
    assertEquals(ANSWER, callOnce());
    DoubleControl.double_watch("dat_ep_free");
    int calls = 1;
    while (DoubleControl.calls() == 0) {
      DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
      assertEquals(ANSWER, cmGate.call(this::pushRefusal));
      assertTrue(++calls < 1000, "never");
    }
    assertTrue(calls > 10, "replaced after " + calls);
    DoubleControl.double_watch("dat_ep_create");
    assertEquals(ANSWER, cmGate.call(this::pushRefusal));
    assertEquals(0, DoubleControl.calls(), "replaced again");
    assertTrue(cmGate.isSupported());
  }

  @Test
  void callIsMadeWithoutWhereTheLibraryRefusesTheConnect() {
    DoubleControl.double_fail("dat_ep_connect", 0x0008_0000);
    assertEquals(ANSWER, cmGate.call(() -> ANSWER));
    assertFalse(cmGate.isSupported());
    DoubleControl.double_watch("dat_ep_connect");
    assertEquals(ANSWER, cmGate.call(() -> ANSWER));
    assertEquals(0, DoubleControl.calls(), "not tried again");
  }

  @Test
  void threadThatComesTooLateIsNotHeld() {
    DoubleControl.double_ep_state(DoubleAdapter.ACTIVE_CONNECTION_PENDING);
    DoubleControl.double_watch("dat_cno_modify_agent");
    assertEquals(ANSWER, cmGate.call(() -> ANSWER));
    assertFalse(cmGate.isSupported());
    assertNotEquals(0, DoubleControl.argument(1));
    assertTrue(isOpen(DoubleControl.argument(1)));
  }

  @Test
  void theThreadIsReleasedSoonIfTheRefusalIsNotReported() {
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    DoubleControl.double_watch("dat_cno_modify_agent");
    assertEquals(ANSWER, cmGate.call(() -> ANSWER));
    assertTrue(isOpen(DoubleControl.argument(1)));
    assertFalse(cmGate.isSupported());
  }

  @Test
  void threadThatWasInterruptedLooksNoMoreOftenThanOthers() {
    DoubleControl.double_ep_state(DoubleAdapter.ACTIVE_CONNECTION_PENDING);
    DoubleControl.double_watch("dat_ep_get_status");
    Thread.currentThread().interrupt();
    cmGate.call(() -> ANSWER);
    assertTrue(Thread.interrupted(), "it stays interrupted");
    // 2 s with 20 us between two looks.
    assertTrue(DoubleControl.calls() <= 100_000, DoubleControl.calls() + " looks");
  }

  @Test
  void libraryWithoutSuchAThreadIsCalledAtOnce() {
    DoubleControl.double_watch("dat_ep_connect");
    assertEquals(ANSWER, CmThreadGate.ofOneThread((NativeIa) adapter.ia, false).call(() -> ANSWER));
    assertEquals(0, DoubleControl.calls());
  }

  @Test
  void callIsMadeWithoutTheGateWhereTheDeviceHasNoQueueForIt() {
    DoubleControl.double_fail("dat_evd_create", 0x8003_0000);
    assertEquals(ANSWER, cmGate.call(() -> ANSWER));
    assertFalse(cmGate.isSupported());
  }
}
