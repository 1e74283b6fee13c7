package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.software.concurrent.BoundedWait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An endpoint that one thread frees while another one is in the middle of a call. A call that has
 * passed its check of the handle is made by the method of the provider, after the free.
 */
@Timeout(60)
class FreedEpTest {

  private static final long LIMIT_SECONDS = 20;

  /** A transport that counts its connections, and takes a step when it wakes a thread. */
  private final class Counting extends StubFabric {
    private int wires;
    private Runnable beforeWakeup = () -> {};

    Counting() {
      super(upcalls -> new StubFabric.IdleWire());
    }

    @Override
    public Connecting connect(Attempt attempt, java.net.InetAddress remote, long connQual) {
      wires++;
      return super.connect(attempt, remote, connQual);
    }

    @Override
    public void wakeup(Thread thread) {
      Runnable now = beforeWakeup;
      beforeWakeup = () -> {};
      now.run();
      super.wakeup(thread);
    }
  }

  private final Counting fabric = new Counting();
  private final SoftIa ia = fabric.open();
  private final SoftEvd completions = (SoftEvd) ia.createEvd(8, null, EvdFlags.DTO);
  private final SoftEvd connections = (SoftEvd) ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final SoftEp ep =
      (SoftEp) ia.createEp(ia.createPz(), completions, completions, connections, null);

  private static void await(String what, BooleanSupplier condition) {
    BoundedWait soon = new BoundedWait();
    while (!condition.getAsBoolean()) {
      soon.orThrow("the test", what, false);
    }
  }

  /** The numbers that endpoints have at the EVD of completions: the next one is the lowest free. */
  private int nextFeed() {
    return completions.attach(null, new ReceiveQueue(new ContextTable<>(), 4, 1));
  }

  private void connectAndEnd() {
    fabric.connect(ep);
    ep.disconnect(CloseFlags.ABRUPT);
  }

  @Test
  void aFreedEndpointIsNotConnected() {
    ep.free();
    DatException refusal =
        assertThrows(
            DatException.class,
            () ->
                ep.implConnect(
                    fabric.address(), 7, DatConstants.TIMEOUT_INFINITE, new byte[0], 0, 0));
    assertEquals(DatReturn.INVALID_HANDLE, refusal.type());
    assertEquals(0, fabric.wires);
    assertEquals(0, nextFeed());
  }

  @Test
  void aFreedEndpointAcceptsNoRequest() {
    ep.free();
    // A request that is asked to accept throws UnsupportedOperationException.
    StubFabric.Request request = new StubFabric.Request();
    DatException refusal =
        assertThrows(
            DatException.class,
            () -> ep.accept(request, ConnectionEnds.of(request, 7), false, new byte[0]));
    assertEquals(DatReturn.INVALID_HANDLE, refusal.type());
    assertEquals(0, nextFeed());
  }

  @Test
  void aFreedEndpointIsNotReset() {
    connectAndEnd();
    ep.free();
    DatException refusal = assertThrows(DatException.class, ep::implReset);
    assertEquals(DatReturn.INVALID_HANDLE, refusal.type());
    assertEquals(0, nextFeed());
  }

  @Test
  void aFreedEndpointLeavesItsEvdsThoughItsEndIsJustBeingTold() throws Exception {
    fabric.connect(ep);
    assertEquals(DatReturn.SUCCESS, connections.dequeue(new DatEvent()));
    CompletableFuture<Thread> started = new CompletableFuture<>();
    CompletableFuture<Integer> waiter =
        CompletableFuture.supplyAsync(
            () -> {
              started.complete(Thread.currentThread());
              return connections.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent());
            });
    Thread waiting = started.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    await("waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
    CompletableFuture<Void> freed = new CompletableFuture<>();
    fabric.beforeWakeup =
        () -> {
          CompletableFuture.runAsync(ep::free).join();
          freed.complete(null);
        };
    ep.disconnect(CloseFlags.ABRUPT);
    assertEquals(DatReturn.SUCCESS, waiter.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    freed.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertEquals(0, nextFeed());
  }
}
