package org.dat4j.dat.udapl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.dat.RegionDescription;

/**
 * Both ends of a connection on one real adapter: private data, Send, RDMA Write, RDMA Read, flush,
 * disconnect, close. For the guest of the soft-RDMA lab; ends with an exception when something is
 * not as it must be. The argument is the adapter's name.
 */
final class NativeSmoke implements AutoCloseable {

  private static final int SIZE = 4096;
  private static final int MESSAGE = 64;
  private static final int LONG_MESSAGE = 3000;
  private static final long LIMIT_MICROS = 10_000_000;
  private static final int ROUNDS = 200;

  private final Ia ia;
  private final DatEvent event = new DatEvent();
  private Side a;
  private Side b;

  private NativeSmoke(Ia ia) {
    this.ia = ia;
  }

  /** One end. */
  private static final class Side {
    final Pz pz;
    final Evd recv;
    final Evd request;
    final Evd connect;
    final Ep ep;
    final ByteBuffer memory = ByteBuffer.allocateDirect(SIZE);
    final Lmr lmr;

    Side(Ia ia) {
      pz = ia.createPz();
      recv = ia.createEvd(32, null, EvdFlags.DTO);
      request = ia.createEvd(32, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
      connect = ia.createEvd(8, null, EvdFlags.CONNECTION);
      ep = ia.createEp(pz, recv, request, connect, null);
      lmr = ia.createLmr(MemType.VIRTUAL, RegionDescription.virtual(memory), SIZE, pz, MemPriv.ALL);
    }

    void receive(int offset, int length, long cookie) {
      int ret =
          ep.postRecv(
              lmr.lmrContext(),
              lmr.registeredAddress() + offset,
              length,
              cookie,
              CompletionFlags.DEFAULT);
      check(ret == DatReturn.SUCCESS, "postRecv", ret);
    }

    void send(int offset, int length, long cookie) {
      int ret =
          ep.postSend(
              lmr.lmrContext(),
              lmr.registeredAddress() + offset,
              length,
              cookie,
              CompletionFlags.DEFAULT);
      check(ret == DatReturn.SUCCESS, "postSend", ret);
    }

    void fill(int offset, int length, int seed) {
      for (int i = 0; i < length; i++) {
        memory.put(offset + i, (byte) (seed + i * 7));
      }
    }

    void verify(int offset, int length, int seed) {
      for (int i = 0; i < length; i++) {
        byte expected = (byte) (seed + i * 7);
        check(memory.get(offset + i) == expected, "byte " + (offset + i), memory.get(offset + i));
      }
    }
  }

  /**
   * Runs the exchange.
   *
   * @param args name of the adapter
   */
  public static void main(String[] args) {
    DatRegistry registry = DatRegistry.builder().build();
    System.out.println(registry.explain(args[0]).text());
    for (int i = 0; i < 2; i++) {
      Ia ia = registry.openIa(args[0]);
      System.out.println(ia.query().iaAttr());
      System.out.println(ia.query().providerAttr());
      try (NativeSmoke smoke = new NativeSmoke(ia)) {
        smoke.exchange();
        smoke.freeGracefully();
      }
      ia = registry.openIa(args[0]);
      try (NativeSmoke smoke = new NativeSmoke(ia)) {
        smoke.exchange();
        smoke.leaveOutstanding();
      }
    }
    System.out.println("ok");
  }

  @Override
  public void close() {
    ia.close();
    System.out.println("closed");
  }

  private static void check(boolean right, String what, Object value) {
    if (!right) {
      throw new AssertionError(what + ": " + value);
    }
  }

  private DatEvent await(Evd evd, EventNumber number) {
    int ret = evd.await(LIMIT_MICROS, 1, event);
    check(ret == DatReturn.SUCCESS, "await " + number, DatReturn.name(ret));
    check(event.number() == number, "expected " + number, event);
    return event;
  }

  private void awaitDone(Evd evd, Ep ep, long cookie, long length) {
    await(evd, EventNumber.DTO_COMPLETION_EVENT);
    check(event.status() == DtoStatus.SUCCESS, "status", event);
    check(event.ep() == ep && event.cookie() == cookie, "cookie " + cookie, event);
    check(event.transferredLength() == length, "length " + length, event);
  }

  private void exchange() {
    a = new Side(ia);
    b = new Side(ia);
    connect();
    a.receive(0, MESSAGE, -1);
    b.fill(0, MESSAGE, 1);
    b.send(0, MESSAGE, 0x8877_6655_4433_2211L);
    awaitDone(b.request, b.ep, 0x8877_6655_4433_2211L, MESSAGE);
    awaitDone(a.recv, a.ep, -1, MESSAGE);
    a.verify(0, MESSAGE, 1);
    System.out.println("send");
    gather();
    rdma();
    pingPong();
    suppressed();
  }

  private void connect() {
    Evd requests = ia.createEvd(8, null, EvdFlags.CR);
    Psp psp = ia.createPspAny(requests, PspFlags.CONSUMER);
    byte[] hello = "hello from the active side".getBytes(StandardCharsets.US_ASCII);
    byte[] welcome = "welcome".getBytes(StandardCharsets.US_ASCII);
    b.ep.connect(
        ia.query().iaAttr().iaAddress(),
        psp.connQual(),
        LIMIT_MICROS,
        hello,
        Qos.BEST_EFFORT,
        ConnectFlags.DEFAULT);
    await(requests, EventNumber.CONNECTION_REQUEST_EVENT);
    check(event.servicePoint() == psp, "service point", event.servicePoint());
    Cr cr = event.cr();
    byte[] arrived = cr.query().privateData();
    check(startsWith(arrived, hello), "private data", Arrays.toString(arrived));
    System.out.println("request " + cr.query() + " with " + arrived.length + " bytes");
    cr.accept(a.ep, welcome);
    await(a.connect, EventNumber.CONNECTION_EVENT_ESTABLISHED);
    await(b.connect, EventNumber.CONNECTION_EVENT_ESTABLISHED);
    check(event.ep() == b.ep, "endpoint", event.ep());
    check(startsWith(event.privateData(), welcome), "answer", event.privateDataSize());
    check(a.ep.getStatus().state() == EpState.CONNECTED, "state", a.ep.getStatus());
    System.out.println("connected " + b.ep.query());
    psp.free();
    requests.free();
  }

  /** The connection managers of InfiniBand pad private data. */
  private static boolean startsWith(byte[] data, byte[] start) {
    return data.length >= start.length && Arrays.equals(Arrays.copyOf(data, start.length), start);
  }

  private void gather() {
    a.receive(0, SIZE, 5);
    b.fill(0, LONG_MESSAGE, 9);
    LmrIov iov = new LmrIov(3);
    iov.add(b.lmr.lmrContext(), b.lmr.registeredAddress(), 1000);
    iov.add(b.lmr.lmrContext(), b.lmr.registeredAddress() + 1000, 0);
    iov.add(b.lmr.lmrContext(), b.lmr.registeredAddress() + 1000, LONG_MESSAGE - 1000);
    check(b.ep.postSend(iov, 6, CompletionFlags.DEFAULT) == 0, "postSend", iov);
    awaitDone(b.request, b.ep, 6, LONG_MESSAGE);
    awaitDone(a.recv, a.ep, 5, LONG_MESSAGE);
    a.verify(0, LONG_MESSAGE, 9);
    System.out.println("gather");
  }

  private void rdma() {
    b.fill(0, MESSAGE, 77);
    int ret =
        b.ep.postRdmaWrite(
            b.lmr.lmrContext(),
            b.lmr.registeredAddress(),
            MESSAGE,
            7,
            a.lmr.rmrContext(),
            a.lmr.registeredAddress() + 512,
            CompletionFlags.DEFAULT);
    check(ret == 0, "postRdmaWrite", ret);
    awaitDone(b.request, b.ep, 7, MESSAGE);
    a.fill(1024, MESSAGE, 55);
    ret =
        b.ep.postRdmaRead(
            b.lmr.lmrContext(),
            b.lmr.registeredAddress() + 2048,
            MESSAGE,
            8,
            a.lmr.rmrContext(),
            a.lmr.registeredAddress() + 1024,
            CompletionFlags.DEFAULT);
    check(ret == 0, "postRdmaRead", ret);
    awaitDone(b.request, b.ep, 8, MESSAGE);
    b.verify(2048, MESSAGE, 55);
    // The read's response says that the write before it has been placed.
    a.verify(512, MESSAGE, 77);
    System.out.println("rdma");
  }

  private void pingPong() {
    long start = System.nanoTime();
    for (int i = 0; i < ROUNDS; i++) {
      a.receive(0, MESSAGE, i);
      b.fill(64, MESSAGE, i);
      b.send(64, MESSAGE, i);
      poll(b.request, i);
      poll(a.recv, i);
      a.verify(0, MESSAGE, i);
    }
    System.out.println(
        "send by polling: " + (System.nanoTime() - start) / ROUNDS / 1000 + " us each");
  }

  private void poll(Evd evd, long cookie) {
    long end = System.nanoTime() + LIMIT_MICROS * 1000;
    while (evd.dequeue(event) == DatReturn.QUEUE_EMPTY) {
      check(System.nanoTime() < end, "time", cookie);
      Thread.onSpinWait();
    }
    check(event.cookie() == cookie && event.status() == DtoStatus.SUCCESS, "event", event);
  }

  private void suppressed() {
    for (int i = 0; i < ROUNDS; i++) {
      a.receive(0, MESSAGE, i);
      int ret;
      long end = System.nanoTime() + LIMIT_MICROS * 1000;
      do {
        ret =
            b.ep.postSend(
                b.lmr.lmrContext(),
                b.lmr.registeredAddress(),
                MESSAGE,
                i,
                CompletionFlags.SUPPRESS);
        check(System.nanoTime() < end, "time", i);
      } while (ret == DatReturn.INSUFFICIENT_RESOURCES);
      check(ret == 0, "postSend", ret);
      awaitDone(a.recv, a.ep, i, MESSAGE);
    }
    check(b.request.dequeue(event) == DatReturn.QUEUE_EMPTY, "suppressed", event);
    System.out.println("suppressed");
  }

  private void freeGracefully() {
    a.receive(0, MESSAGE, 100);
    b.ep.disconnect(CloseFlags.GRACEFUL);
    await(b.connect, EventNumber.CONNECTION_EVENT_DISCONNECTED);
    await(a.connect, EventNumber.CONNECTION_EVENT_DISCONNECTED);
    await(a.recv, EventNumber.DTO_COMPLETION_EVENT);
    check(event.status() == DtoStatus.ERR_FLUSHED && event.cookie() == 100, "flush", event);
    System.out.println("disconnected, flushed");
    postTo(a, true);
    postTo(b, false);
    for (Side side : new Side[] {a, b}) {
      side.ep.free();
      side.recv.free();
      side.request.free();
      side.connect.free();
      side.lmr.free();
      side.pz.free();
    }
    Side idle = new Side(ia);
    idle.receive(0, MESSAGE, 1);
    idle.ep.free();
    idle.recv.free();
    idle.request.free();
    idle.connect.free();
    idle.lmr.free();
    idle.pz.free();
    ia.close(CloseFlags.GRACEFUL);
    System.out.println("freed");
  }

  /** On an endpoint that is no longer connected transfers are flushed at once. */
  private void postTo(Side side, boolean receive) {
    if (receive) {
      side.receive(0, MESSAGE, 200);
    } else {
      side.send(0, MESSAGE, 200);
    }
    await(receive ? side.recv : side.request, EventNumber.DTO_COMPLETION_EVENT);
    check(event.status() == DtoStatus.ERR_FLUSHED && event.cookie() == 200, "flush", event);
  }

  private void leaveOutstanding() {
    for (int i = 0; i < 8; i++) {
      a.receive(0, MESSAGE, i);
      b.receive(0, MESSAGE, i);
    }
    a.send(0, MESSAGE, 1);
    Side idle = new Side(ia);
    idle.receive(0, MESSAGE, 1);
    System.out.println("left outstanding");
  }
}
