package org.dat4j.benchmarks.program;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.Header;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The benchmarks' transport over Aeron: one publication for each connection, over shared memory or
 * UDP. The thread of the measurement does the work of Aeron's driver and conductor, or Aeron has
 * threads for it.
 */
final class AeronTransport implements Transport {

  private static final int TO_SERVER = 10;
  private static final int TO_CLIENT = 11;
  private static final int FRAGMENTS = 256;

  /** Polls between two turns of the conductor, which only looks after what changes rarely. */
  private static final int CONDUCTOR_PERIOD = 64;

  private static final String LONG_TERM = "|term-length=16m";
  private static final String SHORT_TERM = "|term-length=1m";

  /** Connections beyond which the buffers of long terms would be too much memory. */
  private static final int FEW = 4;

  /** Time for which the driver goes on after the last message, which may be sent again. */
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Side side;
  private final MediaDriver driver;
  private final AgentInvoker driverInvoker;
  private final AgentInvoker conductor;
  private final Aeron aeron;
  private final ExclusivePublication[] publications;
  private final Subscription subscription;
  private final UnsafeBuffer message;
  private final BufferClaim claim = new BufferClaim();
  private final Int2IntCounterMap sessions = new Int2IntCounterMap(-1);
  private int polls;
  private TrafficPattern pattern;

  /**
   * Connects.
   *
   * @param channel the channel without an end point, such as {@code aeron:ipc?} or {@code
   *     aeron:udp?mtu=1408}
   * @param ownThreads whether Aeron has threads of its own
   */
  AeronTransport(Side side, String channel, boolean ownThreads) throws IOException {
    this.side = side;
    boolean isIpc = channel.startsWith("aeron:ipc");
    // Over shared memory both sides use the driver of the side that listens.
    // Each point has a folder of its own: the driver of the point before may be ending.
    String folder =
        "/dev/shm/dat4j-aeron-"
            + Integer.toHexString(side.point().toString().hashCode())
            + (isIpc || side.client() ? "" : "-server");
    if (isIpc && side.client()) {
      driver = null;
    } else {
      MediaDriver.Context context =
          new MediaDriver.Context()
              .aeronDirectoryName(folder)
              .dirDeleteOnStart(true)
              .dirDeleteOnShutdown(true)
              .threadingMode(ownThreads ? ThreadingMode.SHARED : ThreadingMode.INVOKER)
              .socketSndbufLength(1 << 21)
              .socketRcvbufLength(1 << 21)
              .initialWindowLength(1 << 20)
              .spiesSimulateConnection(false);
      driver = MediaDriver.launch(context);
    }
    driverInvoker = driver == null ? null : driver.sharedAgentInvoker();
    Aeron.Context context =
        new Aeron.Context()
            .aeronDirectoryName(folder)
            .driverTimeoutMs(TimeUnit.SECONDS.toMillis(20))
            .useConductorAgentInvoker(!ownThreads);
    if (driverInvoker != null) {
      context.driverAgentInvoker(driverInvoker);
    }
    aeron = Retry.until(() -> Aeron.connect(context.clone()));
    conductor = aeron.conductorAgentInvoker();
    int count = side.point().connections();
    String terms = count > FEW ? SHORT_TERM : LONG_TERM;
    subscription =
        aeron.addSubscription(channel(channel, side.client(), terms), stream(side.client()));
    publications = new ExclusivePublication[count];
    for (int i = 0; i < count; i++) {
      publications[i] =
          aeron.addExclusivePublication(
              channel(channel, !side.client(), terms), stream(!side.client()));
    }
    message = new UnsafeBuffer(ByteBuffer.allocateDirect(side.outSize()));
    awaitOtherSide();
  }

  private String channel(String channel, boolean toClient, String terms) {
    String end = "endpoint=127.0.0.1:" + (side.port() + (toClient ? 1 : 0)) + "|";
    return channel.startsWith("aeron:udp")
        ? channel.replace("?", "?" + end) + terms
        : channel + terms.substring(1);
  }

  private static int stream(boolean toClient) {
    return toClient ? TO_CLIENT : TO_SERVER;
  }

  private void awaitOtherSide() throws IOException {
    Retry.until(
        () -> {
          work();
          for (ExclusivePublication publication : publications) {
            if (!publication.isConnected()) {
              throw new IOException("no subscriber");
            }
          }
          if (subscription.imageCount() < publications.length) {
            throw new IOException("no publisher");
          }
          return true;
        });
  }

  private void work() {
    if (driverInvoker != null) {
      driverInvoker.invoke();
    }
    if (conductor != null && ++polls % CONDUCTOR_PERIOD == 0) {
      conductor.invoke();
    }
  }

  @Override
  public boolean send(int connection, long stamp) {
    ExclusivePublication publication = publications[connection];
    if (side.outSize() <= publication.maxPayloadLength()) {
      if (publication.tryClaim(side.outSize(), claim) <= 0) {
        return false;
      }
      claim.buffer().putLong(claim.offset(), stamp);
      claim.commit();
      return true;
    }
    message.putLong(0, stamp);
    return publication.offer(message, 0, side.outSize()) > 0;
  }

  @Override
  public void flush() {
    // A message is on its way when it is committed.
  }

  private void received(DirectBuffer buffer, int offset, int length, Header header) {
    int connection = 0;
    if (publications.length > 1) {
      connection = sessions.get(header.sessionId());
      if (connection < 0) {
        connection = sessions.size();
        sessions.put(header.sessionId(), connection);
      }
    }
    pattern.received(connection, buffer.getLong(offset));
  }

  @Override
  public void run(TrafficPattern of) {
    pattern = of;
    FragmentAssembler assembler = new FragmentAssembler(this::received);
    while (pattern.step()) {
      subscription.poll(assembler, FRAGMENTS);
      work();
    }
    long end = System.nanoTime() + LINGER_NANOS;
    while (!side.client() && System.nanoTime() - end < 0) {
      work();
    }
  }

  @Override
  public void close() {
    aeron.close();
    if (driver != null) {
      driver.close();
    }
  }
}
