package org.dat4j.dat.loopback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.SoftIa;
import org.dat4j.dat.spi.software.Waiter;
import org.dat4j.dat.spi.software.memory.HazardDomain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls of an accepter between its own ESTABLISHED event and that of the requester. */
@Timeout(30)
class EstablishmentTest {

  private static final long QUALIFIER = 7;
  private static final long LIMIT_SECONDS = 10;

  /** The transport under test, which takes a step of the test's when it wakes a waiter. */
  private static final class SteppedFabric implements Fabric {
    private final Fabric loopback = new LoopbackFabric(new ListenerTable());
    private final CountDownLatch blocked = new CountDownLatch(1);
    private Runnable step;

    @Override
    public InetAddress address() {
      return loopback.address();
    }

    @Override
    public Listener listen(long connQual, Acceptor acceptor) {
      return loopback.listen(connQual, acceptor);
    }

    @Override
    public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
      return loopback.connect(attempt, remote, connQual);
    }

    @Override
    public void awaitIo(Waiter waiter, long nanos) {
      blocked.countDown();
      loopback.awaitIo(waiter, nanos);
    }

    @Override
    public void wakeup(Thread thread) {
      loopback.wakeup(thread);
      Runnable now = step;
      step = null;
      if (now != null) {
        now.run();
      }
    }

    @Override
    public void close() {
      loopback.close();
    }
  }

  private final SteppedFabric fabric = new SteppedFabric();
  private final SoftIa ia = open(fabric);
  private final Pz pz = ia.createPz();
  private final Evd requests = ia.createEvd(1, null, EvdFlags.CR);
  private final Evd requester = ia.createEvd(8, null, EvdFlags.CONNECTION | EvdFlags.DTO);
  private final Evd accepter = ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final Evd accepterDone = ia.createEvd(8, null, EvdFlags.DTO);
  private final DatEvent event = new DatEvent();

  private static SoftIa open(Fabric fabric) {
    LoopbackProvider provider = new LoopbackProvider();
    OpenRequest request =
        new OpenRequest(
            RegistryEntry.builtIn("loopback0", provider.id(), ""),
            false,
            1,
            null,
            true,
            null,
            () -> {});
    return new SoftIa(
        provider,
        request,
        fabric,
        new HazardDomain(),
        SoftIa.iaAttributes("loopback0", fabric),
        SoftIa.providerAttributes(provider, 64));
  }

  @AfterEach
  void close() throws Exception {
    ia.close();
  }

  private EventNumber next(Evd evd) {
    assertEquals(DatReturn.SUCCESS, evd.dequeue(event));
    return event.number();
  }

  @Test
  void messageOfTheAccepterComesAfterTheEstablishmentOfTheRequester() throws Exception {
    Ep near = ia.createEp(pz, requester, requester, requester, null);
    Ep far = ia.createEp(pz, accepterDone, accepterDone, accepter, null);
    LmrIov empty = new LmrIov(1);
    near.postRecv(empty, 1, CompletionFlags.DEFAULT);
    ia.createPsp(QUALIFIER, requests, PspFlags.CONSUMER);
    near.connect(
        ia.address(),
        QUALIFIER,
        DatConstants.TIMEOUT_INFINITE,
        null,
        Qos.BEST_EFFORT,
        ConnectFlags.DEFAULT);
    assertEquals(EventNumber.CONNECTION_REQUEST_EVENT, next(requests));
    Cr cr = event.cr();
    CompletableFuture<Integer> waiter =
        CompletableFuture.supplyAsync(
            () -> accepter.await(TimeUnit.SECONDS.toMicros(LIMIT_SECONDS), 1, new DatEvent()));
    assertTrue(fabric.blocked.await(LIMIT_SECONDS, TimeUnit.SECONDS), "nobody waits");
    // The waiter is woken by the accepter's event: a thread that polls sends at the same moment.
    fabric.step = () -> far.postSend(empty, 2, CompletionFlags.DEFAULT);
    cr.accept(far, null);
    assertEquals(DatReturn.SUCCESS, waiter.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, next(requester));
    assertEquals(EventNumber.DTO_COMPLETION_EVENT, next(requester));
    assertEquals(EventNumber.DTO_COMPLETION_EVENT, next(accepterDone));
  }
}
