package org.dat4j.dat.tcp.connection;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
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
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.Opcode;

/**
 * Fuzz target: a whole connection of the provider, from the bytes a peer sends to events and
 * memory, without sockets.
 *
 * <p>The first byte of the input says whether CRC is in use (1), whether the rest is bytes as they
 * are (2) or DDP segments to be framed, each behind a byte with its length, and in what pieces it
 * arrives (4 and more). In segments small numbers stand for the STags there are, so that checks
 * behind the first are reached.
 *
 * <p>Whatever comes: no exception, one end, each posted transfer completes once, nothing outside of
 * the memory given is touched, and what is sent is well-formed with a Terminate only as its last.
 */
public final class StreamTarget {

  private static final int FENCE = 64;
  private static final int MEMORY = 256;
  private static final int RECEIVES = 3;
  private static final int STAG = 2;
  private static final int SINK_IN_REQUEST = Fpdu.SINK_STAG;
  private static final StreamTarget SHARED = new StreamTarget();

  private final ScriptedFabric fabric = new ScriptedFabric();
  private final Ia ia;
  private final Pz pz;
  private final Evd dtos;
  private final Evd connections;
  private final ByteBuffer pattern = patterned();
  private final ByteBuffer wide = patterned();
  private final ByteBuffer mayBeRead = patterned();
  private final ByteBuffer ofOthers = patterned();
  private final Lmr memory;
  private final Lmr readOnly;
  private final Lmr foreign;
  private final DatEvent event = new DatEvent();
  private final ByteBuffer sent = ByteBuffer.allocate(Fpdu.MAX_LENGTH);
  private final FpduParser withCrc = new FpduParser(sent, true);
  private final FpduParser withoutCrc = new FpduParser(sent, false);

  private StreamTarget() {
    ia =
        DatRegistry.builder()
            .provider(new FabricProvider(fabric))
            .build()
            .openIa(FabricProvider.IA);
    pz = ia.createPz();
    dtos = ia.createEvd(64, null, EvdFlags.DTO);
    connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
    memory = ia.createLmr(wide.slice(FENCE, MEMORY), pz, MemPriv.ALL);
    readOnly = ia.createLmr(mayBeRead.slice(FENCE, MEMORY), pz, MemPriv.REMOTE_READ);
    foreign = ia.createLmr(ofOthers.slice(FENCE, MEMORY), ia.createPz(), MemPriv.ALL);
  }

  /** Memory between two fences, in which a change can be seen. */
  private static ByteBuffer patterned() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(FENCE + MEMORY + FENCE);
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) (0x5A ^ i));
    }
    return buffer;
  }

  /** The entry point of the fuzzer. */
  public static void fuzzerTestOneInput(byte[] input) {
    SHARED.run(input);
  }

  private synchronized void run(byte[] input) {
    int flags = input.length == 0 ? 0 : input[0] & 0xFF;
    boolean crc = (flags & 1) != 0;
    fabric.crc(crc);
    Ep ep = ia.createEp(pz, dtos, dtos, connections, null);
    ep.connect(ia.address(), 1, 1_000_000, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
    expectConnection(EventNumber.CONNECTION_EVENT_ESTABLISHED);
    for (int i = 0; i < RECEIVES; i++) {
      ep.postRecv(memory.lmrContext(), memory.registeredAddress(), 64, i, CompletionFlags.DEFAULT);
    }
    ep.postRdmaRead(
        memory.lmrContext(),
        memory.registeredAddress(),
        8,
        RECEIVES,
        1,
        0,
        CompletionFlags.DEFAULT);
    ScriptedChannel channel = fabric.channel();
    int sink = ByteBuffer.wrap(channel.written()).getInt(SINK_IN_REQUEST);
    byte[] stream = (flags & 2) != 0 || input.length == 0 ? input : framed(input, crc, sink);
    int from = (flags & 2) != 0 ? 1 : 0;
    int piece = 1 + (flags >>> 2) * (flags >>> 2);
    for (int at = Math.min(from, stream.length); at < stream.length; at += piece) {
      channel.give(stream, at, Math.min(piece, stream.length - at));
      fabric.wire().poll();
    }
    channel.end();
    fabric.wire().poll();
    if (ep.getStatus().state() == EpState.CONNECTED) {
      // A Send waits for a receive.
      ep.disconnect(CloseFlags.ABRUPT);
    }
    expectEnd(ep);
    expectWellFormed(channel.written(), crc);
    ep.free();
  }

  private byte[] framed(byte[] input, boolean crc, int sink) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int at = 1; at < input.length; ) {
      int length = Math.min(input[at] & 0xFF, input.length - at - 1);
      byte[] ulpdu = new byte[length];
      System.arraycopy(input, at + 1, ulpdu, 0, length);
      resolve(ulpdu, sink);
      String fpdu = HexFrames.fpdu(HexFormat.of().formatHex(ulpdu), crc);
      out.writeBytes(HexFormat.of().parseHex(fpdu));
      at += 1 + length;
    }
    return out.toByteArray();
  }

  /** Replaces small numbers by STags that exist. */
  private void resolve(byte[] ulpdu, int sink) {
    resolve(ulpdu, STAG, STAG + 4, sink);
    int source = Fpdu.SOURCE_STAG - Fpdu.LENGTH_FIELD;
    resolve(ulpdu, source, source + 4, sink);
  }

  private void resolve(byte[] ulpdu, int stagAt, int offsetAt, int sink) {
    if (ulpdu.length < offsetAt + 8) {
      return;
    }
    ByteBuffer view = ByteBuffer.wrap(ulpdu);
    long offset = view.getLong(offsetAt);
    switch (view.getInt(stagAt)) {
      case 2 -> place(view, stagAt, memory, offsetAt, offset);
      case 3 -> place(view, stagAt, readOnly, offsetAt, offset);
      case 4 -> place(view, stagAt, foreign, offsetAt, offset);
      case 5 -> view.putInt(stagAt, sink);
      default -> {
        // As it is.
      }
    }
  }

  private static void place(ByteBuffer view, int stagAt, Lmr lmr, int offsetAt, long offset) {
    view.putInt(stagAt, lmr.lmrContext());
    if ((view.get(0) & Fpdu.TAGGED_BIT) != 0 || stagAt != STAG) {
      view.putLong(offsetAt, lmr.registeredAddress() + offset);
    }
  }

  private void expectConnection(EventNumber expected) {
    check(connections.dequeue(event) == DatReturn.SUCCESS, "no connection event");
    check(expected == null || event.number() == expected, event.toString());
  }

  private void expectEnd(Ep ep) {
    check(ep.getStatus().state() == EpState.DISCONNECTED, "state " + ep.getStatus().state());
    expectConnection(null);
    check(
        event.number() == EventNumber.CONNECTION_EVENT_BROKEN
            || event.number() == EventNumber.CONNECTION_EVENT_DISCONNECTED,
        event.toString());
    check(connections.dequeue(event) == DatReturn.QUEUE_EMPTY, "a second end: " + event);
    int completed = 0;
    while (dtos.dequeue(event) == DatReturn.SUCCESS) {
      int bit = 1 << (int) event.cookie();
      check((completed & bit) == 0, "completed twice: " + event);
      completed |= bit;
    }
    check(completed == (1 << RECEIVES + 1) - 1, "completed: " + completed);
    expectPattern(wide, 0, FENCE, "a fence");
    expectPattern(wide, FENCE + MEMORY, FENCE, "a fence");
    expectPattern(mayBeRead, 0, mayBeRead.capacity(), "memory that may only be read");
    expectPattern(ofOthers, 0, ofOthers.capacity(), "memory of another PZ");
  }

  private void expectPattern(ByteBuffer buffer, int from, int length, String what) {
    int at = pattern.slice(from, length).mismatch(buffer.slice(from, length));
    check(at < 0, what + " has changed at " + (from + at));
  }

  private void expectWellFormed(byte[] bytes, boolean crc) {
    check(bytes.length <= Fpdu.MAX_LENGTH, "sent " + bytes.length + " bytes");
    sent.put(0, bytes);
    FpduParser parser = crc ? withCrc : withoutCrc;
    boolean terminated = false;
    for (int at = 0; at < bytes.length; at = parser.end()) {
      check(!terminated, "something follows a Terminate");
      check(parser.parse(at, bytes.length) == FpduParser.OK, "malformed at " + at);
      terminated = parser.opcode() == Opcode.TERMINATE;
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
