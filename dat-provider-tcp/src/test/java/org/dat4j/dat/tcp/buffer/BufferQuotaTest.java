package org.dat4j.dat.tcp.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.tcp.AdapterPair;
import org.dat4j.dat.tcp.HexFrames;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the limits on buffers that peers make an adapter hold. */
@Timeout(120)
class BufferQuotaTest {

  private static final HexFormat HEX = HexFormat.of();

  /** A request of the first revision: nothing else is to come before the first segment. */
  private static final String REQUEST = HexFrames.REQUEST + "40010000";

  /** More strangers than four buffers, and than the connections that keep theirs. */
  private static final int STRANGERS = 20;

  /** Of a segment of 60,000. */
  private static final int IN_PIECES = 100;

  private static final int HALF_WAY = 5_000;
  private static final long SHORT_MICROS = 200_000;

  private final List<Socket> strangers = new ArrayList<>();
  private final List<DatConnection> ends = new ArrayList<>();
  private final DatEvent event = new DatEvent();

  /** A peer that is connected and sends the first bytes of a long segment. */
  private void stranger(DatListener listener, Ia ia, InetAddress from, int bytes)
      throws IOException {
    Socket stranger = new Socket(ia.address(), (int) listener.connQual(), from, 0);
    strangers.add(stranger);
    stranger.getOutputStream().write(HEX.parseHex(REQUEST));
    DatConnection end = Dats.endpoint(ia);
    ends.add(end);
    end.accept(listener.awaitRequest(AdapterPair.LIMIT));
    end.awaitConnected(AdapterPair.LIMIT);
    stranger.getInputStream().readNBytes(20);
    byte[] segment = new byte[bytes];
    segment[0] = (byte) (60_000 >> 8);
    segment[1] = (byte) 60_000;
    stranger.getOutputStream().write(segment);
  }

  private void closeStrangers() throws IOException {
    for (Socket stranger : strangers) {
      stranger.close();
    }
  }

  /** Writes to the server's memory; whether that completed within a time. */
  private boolean writes(AdapterPair pair, RemoteRegion far, long micros) {
    Region data = pair.client.register(64);
    pair.client
        .ep()
        .postRdmaWrite(data.context(), data.address(), 64, 7, far.rmrContext(), far.address(), 0);
    return isDone(pair, micros);
  }

  private boolean isDone(AdapterPair pair, long micros) {
    if (pair.client.requestEvd().await(micros, 1, event) != DatReturn.SUCCESS) {
      return false;
    }
    assertEquals(DtoStatus.SUCCESS, event.status());
    return true;
  }

  private static RemoteRegion connect(AdapterPair pair) {
    pair.server.share(pair.server.register(4096));
    pair.connect();
    return pair.client.peerRegion();
  }

  private void play(AdapterPair pair, String from, int bytes, boolean waits) throws IOException {
    try (pair) {
      RemoteRegion far = connect(pair);
      assertTrue(writes(pair, far, AdapterPair.LIMIT.toNanos() / 1000));
      InetAddress address = InetAddress.getByName(from);
      for (int i = 0; i < STRANGERS; i++) {
        stranger(pair.listener, pair.serverIa, address, bytes);
      }
      if (waits) {
        // All that may be kept is kept as soon as the strangers are read.
        long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
        while (writes(pair, far, SHORT_MICROS)) {
          assertTrue(System.nanoTime() < deadline, "strangers keep as much as they like");
        }
        closeStrangers();
        assertTrue(isDone(pair, AdapterPair.LIMIT.toNanos() / 1000), "when the strangers are gone");
      }
      assertTrue(writes(pair, far, AdapterPair.LIMIT.toNanos() / 1000));
    } finally {
      closeStrangers();
      ends.forEach(DatConnection::close);
    }
  }

  @Test
  void headersInPiecesKeepNoBuffer() throws IOException {
    play(new AdapterPair("", "memory=1 memory_per_address=1", null), "127.0.0.1", IN_PIECES, false);
  }

  @Test
  void oneAddressKeepsSoMuchAndOthersGoOn() throws IOException {
    play(new AdapterPair("", "memory_per_address=1", null), "127.0.0.2", HALF_WAY, false);
  }

  @Test
  void atTheLimitOthersOfTheAddressWaitAndNothingDies() throws IOException {
    play(new AdapterPair("", "memory_per_address=1", null), "127.0.0.1", HALF_WAY, true);
  }

  @Test
  void theAdapterHasALimitToo() throws IOException {
    play(new AdapterPair("", "memory=1 memory_per_address=2", null), "127.0.0.2", HALF_WAY, true);
  }

  /** Each needs a buffer nearly all the time, and there are four. */
  @Test
  void moreStreamsThanBuffersComeAllToTheirEnd() {
    int streams = 12;
    int messages = 4;
    int size = 1 << 20;
    try (AdapterPair pair = new AdapterPair("memory=1", "memory=1", null)) {
      List<DatConnection> all = new ArrayList<>();
      List<Region> data = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        pair.connectMore(all);
      }
      for (int i = 0; i < streams; i++) {
        DatConnection sender = all.get(2 * i);
        DatConnection receiver = all.get(2 * i + 1);
        Region from = sender.register(size);
        Region to = receiver.register(size);
        AdapterPair.fill(from.buffer(), i);
        data.add(from);
        data.add(to);
        for (int k = 0; k < messages; k++) {
          pair.receive(receiver, to, k);
        }
      }
      for (int k = 0; k < messages; k++) {
        for (int i = 0; i < streams; i++) {
          all.get(2 * i)
              .ep()
              .postSend(
                  data.get(2 * i).context(),
                  data.get(2 * i).address(),
                  size,
                  k,
                  CompletionFlags.DEFAULT);
        }
      }
      for (int i = 0; i < streams; i++) {
        for (int k = 0; k < messages; k++) {
          Dats.awaitDto(all.get(2 * i + 1).recvEvd(), k, AdapterPair.LIMIT, event);
          Dats.awaitDto(all.get(2 * i).requestEvd(), k, AdapterPair.LIMIT, event);
        }
        assertEquals(data.get(2 * i).buffer(), data.get(2 * i + 1).buffer(), "stream " + i);
      }
      all.forEach(DatConnection::close);
    }
  }

  /** A server that has direct memory for few connections only. */
  static final class Small {
    private Small() {}

    public static void main(String[] arguments) {
      try (Ia ia = AdapterPair.registry("", "").openIa("server");
          DatListener listener = Dats.listen(ia)) {
        System.out.println(listener.connQual());
        while (true) {
          DatConnection end = Dats.endpoint(ia);
          end.share(end.register(4096));
          end.accept(listener.awaitRequest(AdapterPair.LIMIT));
          end.awaitConnected(AdapterPair.LIMIT);
          System.out.println("accepted");
        }
      }
    }
  }

  @Test
  void withoutDirectMemoryConnectionsWaitAndNothingDies() throws IOException {
    List<String> little = List.of("-XX:MaxDirectMemorySize=3m");
    try (ChildJvm child = new ChildJvm(List.of(), little, Small.class);
        Ia ia = AdapterPair.registry("", "").openIa("client");
        DatConnection end = Dats.endpoint(ia)) {
      int port = Integer.parseInt(child.line());
      end.startConnect(ia.address(), port, AdapterPair.LIMIT);
      end.awaitConnected(AdapterPair.LIMIT);
      assertEquals("accepted", child.line());
      RemoteRegion far = end.peerRegion();
      Region data = end.register(64);
      for (int i = 0; i < STRANGERS; i++) {
        Socket stranger = new Socket(ia.address(), port);
        strangers.add(stranger);
        stranger.getOutputStream().write(HEX.parseHex(REQUEST));
        stranger.getInputStream().readNBytes(20);
        assertEquals("accepted", child.line());
        byte[] segment = new byte[HALF_WAY];
        segment[0] = (byte) (60_000 >> 8);
        stranger.getOutputStream().write(segment);
      }
      // They may keep all there is for a while, but not longer than they stay.
      end.ep()
          .postRdmaWrite(data.context(), data.address(), 64, 1, far.rmrContext(), far.address(), 0);
      boolean done = end.requestEvd().await(SHORT_MICROS, 1, event) == DatReturn.SUCCESS;
      closeStrangers();
      if (!done) {
        Dats.awaitDto(end.requestEvd(), 1, AdapterPair.LIMIT, event);
      }
      end.ep()
          .postRdmaWrite(data.context(), data.address(), 64, 2, far.rmrContext(), far.address(), 0);
      Dats.awaitDto(end.requestEvd(), 2, AdapterPair.LIMIT, event);
      child.kill();
    } finally {
      closeStrangers();
    }
  }

  /** A program that connects again and again. */
  static final class Reconnecting {
    private Reconnecting() {}

    public static void main(String[] arguments) {
      DatEvent event = new DatEvent();
      try (AdapterPair pair = new AdapterPair("", "", null)) {
        List<DatConnection> both = new ArrayList<>();
        ByteBuffer memory = ByteBuffer.allocateDirect(64);
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
          pair.connectMore(both);
          Region from = both.get(0).register(memory, MemPriv.ALL);
          Region to = both.get(1).register(memory, MemPriv.ALL);
          pair.receive(both.get(1), to, i);
          pair.send(both.get(0), from, 64, i);
          Dats.awaitDto(both.get(1).recvEvd(), i, AdapterPair.LIMIT, event);
          both.forEach(DatConnection::close);
          both.clear();
        }
      }
      System.out.println("done");
    }
  }

  /** Memory that is dropped comes back by a collection, and here there is none. */
  @Test
  void buffersOfEndedConnectionsAreUsedAgain() throws IOException {
    List<String> noCollection =
        List.of("-XX:MaxDirectMemorySize=8m", "-XX:+DisableExplicitGC", "-Xmn200m");
    try (ChildJvm child = new ChildJvm(List.of(), noCollection, Reconnecting.class, "200")) {
      assertEquals("done", child.line());
    }
  }

  @Test
  void aPoolWithoutMemoryAsksAgainAfterAWhile() {
    AtomicInteger tries = new AtomicInteger();
    BufferPool<Object> pool =
        new BufferPool<>(
            () -> {
              if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("Cannot reserve 1 bytes of direct buffer memory");
              }
              return new Object();
            });
    assertNull(pool.acquire());
    assertNull(pool.acquire(), "not at once");
    assertEquals(1, tries.get());
    Object given = new Object();
    pool.release(given);
    assertEquals(given, pool.acquire(), "what is there is given out");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    Object made = pool.acquire();
    while (made == null) {
      assertTrue(System.nanoTime() < deadline, "never again");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      made = pool.acquire();
    }
    assertNotNull(made);
  }

  @Test
  void anAddressIsForgottenWithItsLastConnection() throws IOException {
    BufferQuota loans = new BufferQuota(1 << 20, 1 << 20);
    InetAddress address = InetAddress.getLoopbackAddress();
    BufferQuota.ConnectionShares first = loans.open(address);
    BufferQuota.ConnectionShares second = loans.open(address);
    first.input().setHeld(true);
    first.input().setWaiting(true);
    first.close();
    first.close();
    assertEquals(1, loans.addresses());
    assertTrue(second.input().isContended());
    first.input().close();
    assertTrue(!second.input().isContended());
    second.close();
    assertEquals(0, loans.addresses());
  }
}
