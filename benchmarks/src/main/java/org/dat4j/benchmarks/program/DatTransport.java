package org.dat4j.benchmarks.program;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.Pz;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;

/**
 * The benchmarks' transport over DAT: all connections share one EVD for Receives and one for
 * requests. Of a window of Sends only each sixteenth gives an event. The thread polls for Receives,
 * or it waits for them.
 */
final class DatTransport implements OneSided {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Slots begin at multiples of this, so that no two share a cache line. */
  private static final int ALIGNMENT = 64;

  /** Sends of which one gives an event, at most. */
  private static final int MAX_SUPPRESSED = 16;

  /** How long a wait for a Receive lasts at most: the traffic pattern is asked again then. */
  private static final long WAIT_MICROS = 100_000;

  /** Bits of a cookie that name the slot; the others name the connection. */
  private static final int SLOT_BITS = 32;

  private static final long WRITE = -1;

  private final Ia ia;
  private final Pz pz;
  private final Evd recvEvd;
  private final Evd requestEvd;
  private final DatEvent event = new DatEvent();
  private final Side side;
  private final boolean blocks;
  private final int slotSize;
  private final int outSlots;
  private final int inSlots;
  private final int group;
  private final Channel[] channels;
  private RemoteRegion target;
  private int signalled;
  private long writes;

  /** A connection with its memory. */
  private static final class Channel {
    private final DatConnection connection;
    private final Region out;
    private final Region in;
    private int next;
    private int free;

    Channel(DatConnection connection, Region out, Region in, int slots) {
      this.connection = connection;
      this.out = out;
      this.in = in;
      this.free = slots;
    }
  }

  DatTransport(Side side, String adapter, boolean blocks) {
    this.side = side;
    this.blocks = blocks;
    int size = Math.max(Math.max(side.outSize(), side.inSize()), side.point().size());
    slotSize = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    outSlots = Math.max(side.outWindow(), side.point().window());
    inSlots = side.inWindow();
    group = Math.max(1, Math.min(MAX_SUPPRESSED, side.outWindow() / 4));
    int count = side.point().connections();
    ia = Dat.openIa(adapter);
    pz = ia.createPz();
    recvEvd = ia.createEvd(count * inSlots, null, EvdFlags.DTO);
    requestEvd = ia.createEvd(count * outSlots, null, EvdFlags.DTO);
    channels = new Channel[count];
    if (side.client()) {
      for (int i = 0; i < count; i++) {
        int index = i;
        channels[i] = channel();
        channels[i].connection.connectUntil(
            ia.address(), side.port(), LIMIT, made -> beginTry(index));
      }
      return;
    }
    try (DatListener listener = Dats.listen(ia, side.port())) {
      for (int i = 0; i < count; i++) {
        channels[i] = channel();
        postReceives(i);
        listener.accept(channels[i].connection, LIMIT);
      }
    }
  }

  private Channel channel() {
    IaAttr most = ia.query().iaAttr();
    EpAttr attr =
        EpAttr.DEFAULT.toBuilder()
            .maxMessageSize(Math.min(most.maxMessageSize(), slotSize))
            .maxRdmaSize(Math.min(most.maxRdmaSize(), slotSize))
            .maxRequestDtos(outSlots)
            .maxRecvDtos(inSlots)
            .build();
    DatConnection connection = Dats.endpoint(ia, pz, recvEvd, requestEvd, attr);
    Region out = connection.register(slotSize * outSlots);
    Region in = connection.register(slotSize * inSlots);
    connection.share(in);
    return new Channel(connection, out, in, outSlots);
  }

  /** Prepares a try to connect: the Receives of one that failed have been flushed. */
  private void beginTry(int index) {
    while (recvEvd.dequeue(event) == DatReturn.SUCCESS) {
      event.clear();
    }
    postReceives(index);
  }

  private void postReceives(int index) {
    for (int slot = 0; slot < inSlots; slot++) {
      postReceive(index, slot);
    }
  }

  private void postReceive(int index, int slot) {
    Channel channel = channels[index];
    check(
        channel
            .connection
            .ep()
            .postRecv(
                channel.in.context(),
                channel.in.address() + (long) slot * slotSize,
                side.inSize(),
                (long) index << SLOT_BITS | slot,
                CompletionFlags.DEFAULT));
  }

  @Override
  public boolean send(int connection, long stamp) {
    Channel channel = channels[connection];
    if (channel.free == 0) {
      return false;
    }
    int slot = channel.next;
    channel.out.buffer().putLong(slot * slotSize, stamp);
    channel.free--;
    // The event of the last slot of a group gives back all of the group.
    boolean isLast = (slot + 1) % group == 0 || slot + 1 == outSlots;
    int flags = isLast ? CompletionFlags.DEFAULT : CompletionFlags.SUPPRESS;
    check(
        channel
            .connection
            .ep()
            .postSend(
                channel.out.context(),
                channel.out.address() + (long) slot * slotSize,
                side.outSize(),
                (long) connection << SLOT_BITS | slot,
                flags));
    signalled += isLast ? 1 : 0;
    channel.next = slot + 1 == outSlots ? 0 : slot + 1;
    return true;
  }

  @Override
  public void flush() {
    // A post is on its way at once, or at the next look for events.
  }

  @Override
  public void write(long stamp) {
    Channel channel = channels[0];
    if (target == null) {
      target = channel.connection.peerRegion();
    }
    channel.out.buffer().putLong(0, stamp);
    check(
        channel
            .connection
            .ep()
            .postRdmaWrite(
                channel.out.context(),
                channel.out.address(),
                side.point().size(),
                WRITE,
                target.rmrContext(),
                target.address(),
                CompletionFlags.DEFAULT));
    signalled++;
  }

  @Override
  public long completedWrites() {
    return writes;
  }

  @Override
  public void run(TrafficPattern pattern) {
    while (pattern.step()) {
      if (isReceived()) {
        checkStatus();
        int index = (int) (event.cookie() >>> SLOT_BITS);
        int slot = (int) event.cookie();
        ByteBuffer in = channels[index].in.buffer();
        long stamp = in.getLong(slot * slotSize);
        postReceive(index, slot);
        pattern.received(index, stamp);
      }
      if (signalled > 0) {
        takeRequests();
      }
    }
    // The answer to the client's last message says that it has arrived.
    while (!side.client() && signalled > 0) {
      takeRequests();
    }
  }

  private boolean isReceived() {
    int outcome = blocks ? recvEvd.await(WAIT_MICROS, 1, event) : recvEvd.dequeue(event);
    return outcome == DatReturn.SUCCESS;
  }

  private void takeRequests() {
    while (signalled > 0 && requestEvd.dequeue(event) == DatReturn.SUCCESS) {
      checkStatus();
      signalled--;
      if (event.cookie() == WRITE) {
        writes++;
        continue;
      }
      Channel channel = channels[(int) (event.cookie() >>> SLOT_BITS)];
      int slot = (int) event.cookie();
      channel.free += slot % group + 1;
    }
  }

  private void checkStatus() {
    if (event.status() != DtoStatus.SUCCESS) {
      throw new IllegalStateException("a transfer failed: " + event);
    }
  }

  private static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException("a post was refused: " + DatReturn.name(outcome));
    }
  }

  @Override
  public void close() {
    for (Channel channel : channels) {
      channel.connection.close();
    }
    ia.close();
  }
}
