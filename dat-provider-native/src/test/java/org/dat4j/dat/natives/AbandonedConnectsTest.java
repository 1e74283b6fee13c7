package org.dat4j.dat.natives;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.natives.abi.DoubleControl;
import org.dat4j.dat.natives.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Connects that were given up, on the C double: its disconnect waits as the kernel's does. */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class AbandonedConnectsTest {

  private DoubleAdapter adapter;
  private final AbandonedConnects abandoned = new AbandonedConnects("ia0");
  private final CompletableFuture<Thread> closed = new CompletableFuture<>();

  @BeforeEach
  void open() {
    adapter = new DoubleAdapter();
  }

  @AfterEach
  void letGo() {
    DoubleControl.double_hold(0);
    adapter.close();
  }

  private void close() {
    abandoned.afterAll(() -> closed.complete(Thread.currentThread()));
  }

  @Test
  void closeWithoutAbandonedConnectsHappensAtOnce() {
    close();
    assertSame(Thread.currentThread(), closed.getNow(null));
  }

  @Test
  void neitherTheDisconnectNorTheCloseWaitsForTheLibrary() throws Exception {
    DoubleControl.double_hold(1);
    abandoned.add(adapter.epHandle, true);
    close();
    assertFalse(closed.isDone(), "the library still uses the adapter");
    DoubleControl.double_hold(0);
    assertNotSame(Thread.currentThread(), closed.get(30, TimeUnit.SECONDS));
    String history = DoubleControl.double_history();
    int disconnect = history.indexOf("dat_ep_disconnect");
    assertTrue(disconnect >= 0 && disconnect < history.indexOf("dat_ep_free"), history);
  }

  @Test
  @Timeout(60)
  void acceptIsEndedWhenItIsKnownHowItCameOut() {
    DoubleControl.double_ep_state(DoubleAdapter.COMPLETION_PENDING);
    DoubleControl.double_watch("dat_ep_get_status");
    abandoned.addAccept(adapter.epHandle);
    while (DoubleControl.calls() < 3) {
      Thread.onSpinWait();
    }
    assertFalse(DoubleControl.double_history().contains("dat_ep_disconnect"));
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    while (!DoubleControl.double_history().contains("dat_ep_disconnect")) {
      Thread.onSpinWait();
    }
  }

  @Test
  void closeDoesNotWaitForAnAcceptThatNobodyCompletes() throws Exception {
    DoubleControl.double_ep_state(DoubleAdapter.COMPLETION_PENDING);
    abandoned.addAccept(adapter.epHandle);
    close();
    closed.get(30, TimeUnit.SECONDS);
    assertFalse(DoubleControl.double_history().contains("dat_ep_disconnect"));
  }

  @Test
  void endpointWithReceivesIsLeftToTheClose() throws Exception {
    abandoned.add(adapter.epHandle, false);
    close();
    closed.get(30, TimeUnit.SECONDS);
    String history = DoubleControl.double_history();
    assertTrue(history.contains("dat_ep_disconnect"), history);
    assertFalse(history.contains("dat_ep_free"), history);
  }
}
