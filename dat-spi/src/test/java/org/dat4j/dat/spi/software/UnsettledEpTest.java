package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.software.concurrent.BoundedWait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An endpoint whose connection another thread is just establishing or ending. */
@Timeout(60)
class UnsettledEpTest {

  private static final long LIMIT_SECONDS = 20;

  /** Longer than an interrupted thread waits for others. */
  private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  /** A transport that may leave attempts unanswered, and takes a step when it wakes a thread. */
  private static final class Transport extends StubFabric {
    private boolean answers = true;
    private Runnable beforeWakeup = () -> {};

    Transport() {
      super(upcalls -> new StubFabric.IdleWire());
    }

    @Override
    public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
      return answers ? super.connect(attempt, remote, connQual) : HANDLE;
    }

    @Override
    public void wakeup(Thread thread) {
      Runnable now = beforeWakeup;
      beforeWakeup = () -> {};
      now.run();
      super.wakeup(thread);
    }
  }

  private final Transport fabric = new Transport();
  private final SoftIa ia = fabric.open();
  private final Evd completions = ia.createEvd(8, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final SoftEp ep =
      (SoftEp) ia.createEp(ia.createPz(), completions, completions, connections, null);

  private static void await(String what, BooleanSupplier condition) {
    BoundedWait soon = new BoundedWait();
    while (!condition.getAsBoolean()) {
      soon.orThrow("the test", what, false);
    }
  }

  private static Thread start(Runnable body) {
    Thread thread = new Thread(body);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Whether a thread waits for another one, with a limit or without. */
  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING;
  }

  @Test
  void aRequestOfAnEndpointResetAndConnectedAgainIsRefused() {
    fabric.answers = false;
    fabric.connect(ep);
    // What a post does that has passed its check of the state before.
    DatException refusal =
        assertThrows(
            DatException.class,
            () ->
                ep.implPost(
                    DtoOp.SEND, new LmrIov(1), 0, 0, 0, 1, 0, 0, 0, CompletionFlags.DEFAULT));
    assertEquals(DatReturn.INVALID_STATE, refusal.type());
  }

  @Test
  void aRequestThatARefusalMeetsLeavesNothingToRepair() {
    fabric.connect(ep);
    ep.disconnect(CloseFlags.ABRUPT);
    // What a reset by another thread has done at a moment.
    assertTrue(ep.connectionFor("the test").close());
    assertThrows(DatException.class, () -> ep.postSend(new LmrIov(1), 1, CompletionFlags.DEFAULT));
    assertFalse(ia.repairFlag.raised);
  }

  /** Runs a call of an interrupted thread while another one tells the establishment. */
  private void assertWaitsForTheEstablishment(Runnable call) throws Exception {
    FutureTask<Integer> waiter =
        new FutureTask<>(() -> connections.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    Thread waiting = start(waiter);
    await("waits for the event", () -> waits(waiting));
    FutureTask<Boolean> interrupted =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              call.run();
              return Thread.interrupted();
            });
    fabric.beforeWakeup =
        () -> {
          start(interrupted);
          long begin = System.nanoTime();
          await(
              "returns or waits long",
              () -> interrupted.isDone() || System.nanoTime() - begin > LONG_NANOS);
        };
    fabric.connect(ep);
    assertTrue(interrupted.get(LIMIT_SECONDS, TimeUnit.SECONDS), "the interrupt is kept");
    assertEquals(DatReturn.SUCCESS, waiter.get(LIMIT_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void anAbruptDisconnectOfAnInterruptedThreadWaitsForTheEstablishment() throws Exception {
    assertWaitsForTheEstablishment(() -> ep.disconnect(CloseFlags.ABRUPT));
    assertEquals(EpState.DISCONNECTED, ep.getStatus().state());
  }

  @Test
  void aFreeByAnInterruptedThreadWaitsForTheEstablishment() throws Exception {
    assertWaitsForTheEstablishment(ep::free);
    assertEquals(0, ia.count(HandleType.EP));
  }

  @Test
  void anAbruptDisconnectReturnsInDisconnectedThoughTheEstablishmentIsJustBeingTold()
      throws Exception {
    FutureTask<Integer> waiter =
        new FutureTask<>(() -> connections.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    Thread waiting = start(waiter);
    await("waits for the event", () -> waits(waiting));
    FutureTask<EpState> disconnect =
        new FutureTask<>(
            () -> {
              ep.disconnect(CloseFlags.ABRUPT);
              return ep.getStatus().state();
            });
    fabric.beforeWakeup =
        () -> {
          Thread disconnecting = start(disconnect);
          await("returns or waits", () -> disconnect.isDone() || waits(disconnecting));
        };
    fabric.connect(ep);
    assertEquals(EpState.DISCONNECTED, disconnect.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(DatReturn.SUCCESS, waiter.get(LIMIT_SECONDS, TimeUnit.SECONDS));
  }
}
