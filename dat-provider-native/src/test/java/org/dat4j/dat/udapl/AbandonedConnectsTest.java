package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.AbstractDatObject;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.dat4j.dat.udapl.libdapl.AbandonedConnects;
import org.dat4j.dat.udapl.libdapl.DeferredFrees;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Establishments that were given up, on the C double: its disconnect waits as the kernel's does.
 */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class AbandonedConnectsTest {

  private static final long LONG = TimeUnit.HOURS.toNanos(1);
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(1);

  @TempDir Path root;

  private DoubleAdapter adapter;
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

  private AbandonedConnects abandoned(boolean iwarp) throws IOException {
    if (iwarp) {
      adapter.close();
      DatRegistry registry = DoubleAdapter.onIwarp(root, DoubleAdapter.LIBRARY, "RNIC");
      adapter = new DoubleAdapter(registry.openIa("ia0"), 1);
    }
    return new AbandonedConnects((NativeIa) adapter.ia);
  }

  /** Threads of a machine that has none at first. */
  private AbandonedConnects abandoned(boolean iwarp, int refusals) throws IOException {
    AtomicInteger refused = new AtomicInteger();
    abandoned(iwarp);
    return new AbandonedConnects(
        (NativeIa) adapter.ia,
        run -> {
          if (refused.getAndIncrement() < refusals) {
            throw new OutOfMemoryError("a test");
          }
          return new Thread(run);
        });
  }

  private void close(AbandonedConnects abandoned, long patience) {
    abandoned.closeWhenEmpty(patience, () -> closed.complete(Thread.currentThread()));
  }

  private Runnable readEvents() {
    return () -> EpQueues.settle((AbstractEvd) adapter.connect);
  }

  private static boolean wasCalled(String function) {
    return DoubleControl.double_history().contains(function);
  }

  private static void awaitCall(String function) {
    while (!wasCalled(function)) {
      Thread.onSpinWait();
    }
  }

  /** Returns when the library's state was asked for three times. */
  private static void awaitLooks() {
    DoubleControl.double_watch("dat_ep_get_status");
    while (DoubleControl.calls() < 3) {
      Thread.onSpinWait();
    }
  }

  private void assertDisconnectedAndFreed() throws Exception {
    assertNotSame(Thread.currentThread(), closed.get(30, TimeUnit.SECONDS));
    String history = DoubleControl.double_history();
    int disconnect = history.indexOf("dat_ep_disconnect");
    assertTrue(disconnect >= 0 && disconnect < history.indexOf("dat_ep_free"), history);
  }

  @Test
  void closeWithoutAbandonedConnectsHappensAtOnce() throws IOException {
    close(abandoned(true), LONG);
    assertSame(Thread.currentThread(), closed.getNow(null));
  }

  @Test
  void onIwarpNeitherTheDisconnectNorTheCloseWaitsForTheLibrary() throws Exception {
    AbandonedConnects abandoned = abandoned(true);
    DoubleControl.double_hold(1);
    abandoned.add(adapter.epHandle, readEvents(), true);
    close(abandoned, SHORT);
    assertFalse(closed.isDone(), "the library still uses the adapter");
    DoubleControl.double_hold(0);
    assertDisconnectedAndFreed();
  }

  @Test
  void connectIsDisconnectedAndFreedAfterItsAnswerOnly() throws Exception {
    DoubleControl.double_ep_state(DoubleAdapter.ACTIVE_CONNECTION_PENDING);
    AbandonedConnects abandoned = abandoned(false);
    abandoned.add(adapter.epHandle, readEvents(), true);
    close(abandoned, LONG);
    awaitLooks();
    assertFalse(wasCalled("dat_ep_disconnect"));
    assertFalse(closed.isDone(), "the answer may still come");
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    assertDisconnectedAndFreed();
  }

  @Test
  void closeWaitsForAnAnswerNoLongerThanItsPatience() throws Exception {
    DoubleControl.double_ep_state(DoubleAdapter.ACTIVE_CONNECTION_PENDING);
    AbandonedConnects abandoned = abandoned(false);
    abandoned.add(adapter.epHandle, readEvents(), true);
    awaitLooks();
    assertFalse(wasCalled("dat_ep_disconnect"));
    close(abandoned, SHORT);
    assertDisconnectedAndFreed();
  }

  @Test
  void disconnectedConnectIsFreedWhenNoAnswerCanCome() throws IOException {
    long since = System.nanoTime() - AbandonedConnects.KERNEL_ASKS_NANOS;
    long second = TimeUnit.SECONDS.toNanos(1);
    abandoned(false).addDisconnected(adapter.epHandle, since + second, readEvents(), true);
    awaitCall("dat_ep_free");
    assertTrue(System.nanoTime() - since - AbandonedConnects.KERNEL_ASKS_NANOS >= second);
    assertFalse(wasCalled("dat_ep_disconnect"));
  }

  @Test
  void acceptIsEndedWhenItIsKnownHowItCameOut() throws IOException {
    DoubleControl.double_ep_state(DoubleAdapter.COMPLETION_PENDING);
    abandoned(false).addAccept(adapter.epHandle, readEvents());
    awaitLooks();
    assertFalse(wasCalled("dat_ep_disconnect"));
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    awaitCall("dat_ep_disconnect");
  }

  @Test
  void partThatCannotBeFreedKeepsNoCloseWaiting() throws Exception {
    AbandonedConnects abandoned = abandoned(false);
    DeferredFrees kept = ((NativeIa) adapter.ia).deferredFrees();
    kept.addEndpoint(((NativeEp) adapter.ep).spec());
    AtomicInteger calls = new AtomicInteger();
    kept.free(
        (AbstractDatObject) adapter.pz,
        () -> {
          if (calls.incrementAndGet() > 1) {
            throw new AssertionError("freed again");
          }
          return 0x8000_0000 | DatReturn.INVALID_STATE;
        });
    abandoned.add(adapter.epHandle, readEvents(), true);
    close(abandoned, SHORT);
    assertDisconnectedAndFreed();
    assertEquals(2, calls.get());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectIsEndedOnceAlthoughThereIsNoThreadAtFirst(boolean iwarp) throws Exception {
    AbandonedConnects abandoned = abandoned(iwarp, iwarp ? 2 : 1);
    abandoned.add(adapter.epHandle, readEvents(), true);
    close(abandoned, SHORT);
    assertDisconnectedAndFreed();
    String history = DoubleControl.double_history();
    assertEquals(history.indexOf("dat_ep_free"), history.lastIndexOf("dat_ep_free"), history);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void closeWithoutAnyThreadDoesTheWorkItself(boolean iwarp) throws Exception {
    AbandonedConnects abandoned = abandoned(iwarp, Integer.MAX_VALUE);
    abandoned.add(adapter.epHandle, readEvents(), true);
    close(abandoned, SHORT);
    assertSame(Thread.currentThread(), closed.getNow(null));
    assertTrue(wasCalled("dat_ep_disconnect"));
    assertTrue(wasCalled("dat_ep_free"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void endpointWithReceivesIsLeftToTheClose(boolean iwarp) throws Exception {
    AbandonedConnects abandoned = abandoned(iwarp);
    abandoned.add(adapter.epHandle, readEvents(), false);
    close(abandoned, SHORT);
    closed.get(30, TimeUnit.SECONDS);
    String history = DoubleControl.double_history();
    assertTrue(history.contains("dat_ep_disconnect"), history);
    assertFalse(history.contains("dat_ep_free"), history);
  }
}
