package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.params.provider.Arguments;

/**
 * An endpoint of an adapter that is connected to a bare socket, with receives posted and memory of
 * every kind, each with a fence around it. It checks the state after the socket has misbehaved.
 */
final class HostileScene implements AutoCloseable {

  /** Role of the adapter when the connection was made. */
  enum Role {
    INITIATOR,
    RESPONDER
  }

  static final int RECEIVES = 4;
  static final int RECEIVE = 64;
  static final int SIZE = 256;

  /** Where {@link #everyWay} is, for tests of other classes. */
  static final String EVERY_WAY = "org.dat4j.dat.tcp.HostileScene#everyWay";

  static final String HELLO = "68656c6c6f";
  private static final HexFormat HEX = HexFormat.of();

  final RawPeer peer;
  final DatConnection end;
  final boolean crc;
  final Region inbox;
  final Region target;
  private final Map<String, ByteBuffer> memory = new LinkedHashMap<>();
  private final Map<String, ByteBuffer> before = new LinkedHashMap<>();
  private final List<Rmr> windows = new ArrayList<>();
  private final DatConnection other;

  HostileScene(Role role, boolean crc) throws IOException {
    this(role, crc, "");
  }

  HostileScene(Role role, boolean crc, String params) throws IOException {
    this.crc = crc;
    peer = new RawPeer("crc=" + (crc ? "on " : "off ") + params);
    end = peer.end();
    other = Dats.endpoint(peer.ia());
    inbox = register(end, "inbox", MemPriv.ALL);
    target = register(end, "target", MemPriv.ALL);
    peer.connect(role, crc);
  }

  /** Arguments of tests in both roles, with CRC and without. */
  static Stream<Arguments> everyWay() {
    return Stream.of(Role.values())
        .flatMap(role -> Stream.of(Arguments.of(role, true), Arguments.of(role, false)));
  }

  /** Memory with a fence on either side, all of it watched. */
  private Region register(DatConnection owner, String name, int privileges) {
    ByteBuffer wide = ByteBuffer.allocateDirect(3 * SIZE);
    AdapterPair.fill(wide, name.hashCode());
    memory.put(name, wide);
    before.put(name, copy(wide));
    return owner.register(wide.slice(SIZE, SIZE), privileges);
  }

  private static ByteBuffer copy(ByteBuffer buffer) {
    return ByteBuffer.allocate(buffer.capacity()).put(buffer.duplicate().clear()).flip();
  }

  /** More memory in the endpoint's PZ. */
  Region memory(int privileges) {
    return register(end, "memory " + memory.size(), privileges);
  }

  /** Memory in another PZ of the same adapter. */
  Region foreign() {
    return register(other, "foreign", MemPriv.ALL);
  }

  /** The context of an RMR of the target before it was bound to the same memory again. */
  int reboundWindow() {
    Rmr window = window();
    int context = window.rmrContext();
    bind(window);
    return context;
  }

  /** An RMR bound to the target. */
  Rmr window() {
    Rmr window = end.pz().createRmr();
    windows.add(window);
    bind(window);
    return window;
  }

  /** Binds an RMR to the target, and waits until that has taken effect. */
  void bind(Rmr window) {
    window.bind(
        target.context(),
        target.address(),
        SIZE,
        MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE,
        end.ep(),
        0,
        CompletionFlags.DEFAULT);
    DatEvent event = next(end.requestEvd());
    assertEquals(EventNumber.RMR_BIND_COMPLETION_EVENT, event.number(), event.toString());
  }

  void postReceives() {
    for (int i = 0; i < RECEIVES; i++) {
      end.ep()
          .postRecv(
              inbox.context(),
              inbox.address() + (long) i * RECEIVE,
              RECEIVE,
              i,
              CompletionFlags.DEFAULT);
    }
  }

  /** A Write that changes each byte of a part of the target, and must not be placed. */
  String change(int stag, int at, int length) {
    return HexFrames.write(stag, target.address() + at, HEX.formatHex(complement(at, length)));
  }

  /** The same that has to be placed: {@link #expectUntouched} demands it from now on. */
  String place(int stag, int at, int length) {
    String write = change(stag, at, length);
    before.get("target").put(SIZE + at, complement(at, length));
    return write;
  }

  String place(int at, int length) {
    return place(target.context(), at, length);
  }

  private byte[] complement(int at, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ~before.get("target").get(SIZE + at + i);
    }
    return bytes;
  }

  /** The adapter reads eight bytes, with cookie 9, from 0x1000 of 0x1234; the sink STag told. */
  int postRead(Region sink) throws IOException {
    end.ep()
        .postRdmaRead(
            sink.context(), sink.address(), 8, 9, 0x1234, 0x1000, CompletionFlags.DEFAULT);
    byte[] request = new byte[52];
    peer.in().readFully(request);
    String bytes = HEX.formatHex(request);
    assertEquals("002e4141", bytes.substring(0, 8));
    return Integer.parseUnsignedInt(bytes.substring(40, 48), 16);
  }

  String fpdu(String ulpdu) {
    return HexFrames.fpdu(ulpdu, crc);
  }

  /** Expects that the stream continues: a Send arrives. */
  void expectAlive(int msn) throws IOException {
    peer.write(fpdu(HexFrames.send(msn, HELLO)));
    assertEquals(5, Dats.awaitDto(end.recvEvd(), msn - 1, AdapterPair.LIMIT, new DatEvent()));
  }

  /** The adapter's stream has these bytes and ends. */
  void expectLast(String hex) throws IOException {
    assertEquals(hex, HEX.formatHex(peer.in().readAllBytes()), "bytes up to the end");
  }

  /**
   * One connection event and nothing behind it; each posted receive completed once: the first with
   * a status, what follows flushed.
   */
  DatEvent expectEnd(EventNumber expected, int receives, DtoStatus first) {
    DatEvent connection = next(end.connectEvd());
    assertEquals(expected, connection.number(), connection.toString());
    assertEquals(EpState.DISCONNECTED, end.ep().getStatus().state());
    for (int i = RECEIVES - receives; i < RECEIVES; i++) {
      DatEvent event = next(end.recvEvd());
      assertEquals(i, event.cookie(), event.toString());
      boolean oldest = i == RECEIVES - receives;
      assertEquals(oldest ? first : DtoStatus.ERR_FLUSHED, event.status(), event.toString());
    }
    expectNothing(end.recvEvd());
    expectNothing(end.requestEvd());
    expectNothing(end.connectEvd());
    peer.ended();
    return connection;
  }

  DatEvent expectEnd(EventNumber expected) {
    return expectEnd(expected, RECEIVES, DtoStatus.ERR_FLUSHED);
  }

  DatEvent next(Evd evd) {
    DatEvent event = new DatEvent();
    assertEquals(
        DatReturn.SUCCESS,
        evd.await(AdapterPair.LIMIT.toMillis() * 1000, 1, event),
        "an event on " + evd);
    return event;
  }

  static void expectNothing(Evd evd) {
    DatEvent event = new DatEvent();
    assertEquals(DatReturn.QUEUE_EMPTY, evd.dequeue(event), event.toString());
  }

  /** No byte of any memory has changed but as it had to, nor of the fences around it. */
  void expectUntouched() {
    memory.forEach(
        (name, now) -> assertTrue(before.get(name).equals(now), () -> name + " has changed"));
  }

  /** The same as soon as what has to be placed is placed: no event tells of a peer's Write. */
  void awaitPlaced() {
    long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
    while (!before.get("target").equals(memory.get("target")) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    expectUntouched();
  }

  /** The same but for what the first receives are posted with. */
  void expectUntouchedButReceives(int count) {
    expectUntouchedBut("inbox", count * RECEIVE);
  }

  /** The same but for the first bytes of one memory. */
  void expectUntouchedBut(String name, int bytes) {
    before.get(name).put(SIZE, memory.get(name), SIZE, bytes);
    expectUntouched();
  }

  /** What changed up to here was in order. */
  void watchFromHere() {
    memory.forEach((name, now) -> before.put(name, copy(now)));
  }

  Ia ia() {
    return peer.ia();
  }

  @Override
  public void close() throws IOException {
    windows.forEach(Rmr::close);
    other.close();
    peer.close();
  }
}
