package org.dat4j.dat.tcp.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.dat.tcp.FabricProvider;
import org.dat4j.dat.tcp.HexFrames;
import org.dat4j.dat.tcp.buffer.BufferQuota;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of what an abrupt end of this side leaves behind, with a scripted socket. */
@Timeout(60)
class AbruptEndTest {

  /** Bytes of a message that is too long to be saved without a buffer. */
  private static final int LONG = 1000;

  private static final long LIMIT = TimeUnit.SECONDS.toNanos(5);

  private final AtomicInteger permitReleases = new AtomicInteger();
  private final ScriptedFabric fabric = new ScriptedFabric(permitReleases::incrementAndGet);
  private final Ia ia =
      DatRegistry.builder().provider(new FabricProvider(fabric)).build().openIa(FabricProvider.IA);
  private final Pz pz = ia.createPz();
  private final Evd dtos = ia.createEvd(64, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final DatEvent event = new DatEvent();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    threads.shutdown();
    ia.close();
  }

  private Ep connected() {
    Ep ep = ia.createEp(pz, dtos, dtos, connections, null);
    ep.connect(ia.address(), 1, 1_000_000, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
    assertEquals(DatReturn.SUCCESS, connections.dequeue(event));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, event.number());
    return ep;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(LIMIT, TimeUnit.NANOSECONDS), "the other thread does not come");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The receive turn has run for the last time before the transmit turn closes the input. */
  @Test
  void aStalledConnectionThatEndsDuringAWriteHoldsNoReceiveBuffer() throws Exception {
    Lmr source = ia.createLmr(ByteBuffer.allocateDirect(64), pz, MemPriv.ALL);
    Ep ep = connected();
    byte[] message =
        HexFormat.of().parseHex(HexFrames.fpdu(HexFrames.send(1, "ab".repeat(LONG)), false));
    fabric.channel().give(message, 0, message.length);
    fabric.wire().poll();
    BufferQuota.Share input = fabric.shares().input();
    assertTrue(input.isHeld(), "without a Receive the message waits in a buffer");
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    fabric
        .channel()
        .beforeWrite(
            () -> {
              writing.countDown();
              await(ended);
            });
    Future<?> poster =
        threads.submit(
            () ->
                ep.postSend(
                    source.lmrContext(),
                    source.registeredAddress(),
                    64,
                    1,
                    CompletionFlags.DEFAULT));
    await(writing);
    ep.disconnect(CloseFlags.ABRUPT);
    ended.countDown();
    poster.get();
    long begin = System.nanoTime();
    while (fabric.wire().receiveTurn().isHeld() || input.isHeld()) {
      assertTrue(System.nanoTime() - begin < LIMIT, "the buffer is not returned");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  @Test
  void anErrorDuringAnAbruptEndClosesTheSocketAndReleasesThePermit() {
    Ep ep = connected();
    fabric.channel().failShutdown(new OutOfMemoryError("a test"));
    ep.disconnect(CloseFlags.ABRUPT);
    assertEquals(DatReturn.SUCCESS, connections.dequeue(event));
    assertEquals(EventNumber.CONNECTION_EVENT_DISCONNECTED, event.number());
    assertFalse(fabric.channel().isOpen(), "the socket is open");
    assertEquals(1, permitReleases.get());
  }
}
