package example.unix;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.Shortage;

/**
 * The transport of one adapter over Unix sockets: listens and connects by connection qualifier, and
 * runs the selector loop.
 */
final class UnixFabric implements Fabric {

  /** The address of every adapter: connection qualifiers are those of the machine. */
  static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

  /** Qualifiers of the provider's choice are above those that programs usually choose. */
  private static final long MIN_CHOSEN = 1L << 32;

  private static final AtomicInteger REQUESTS = new AtomicInteger();

  private final Path directory;
  private final SelectorLoop loop;

  /**
   * Starts the loop.
   *
   * @param directory has the sockets of the service points
   */
  UnixFabric(String iaName, Path directory) throws IOException {
    this.directory = directory;
    this.loop = new SelectorLoop("dat4j-" + iaName + "-loop");
  }

  @Override
  public InetAddress address() {
    return ADDRESS;
  }

  @Override
  public Listener listen(long connQual, Acceptor acceptor) {
    for (; ; ) {
      long qualifier =
          connQual != 0
              ? connQual
              : ThreadLocalRandom.current().nextLong(MIN_CHOSEN, Long.MAX_VALUE);
      try {
        return new UnixListener(loop, file(qualifier), qualifier, acceptor);
      } catch (BindException inUse) {
        if (connQual != 0) {
          throw refusal(DatReturn.CONN_QUAL_IN_USE, connQual, "free the other service point");
        }
      } catch (IOException e) {
        Shortage shortage = Shortage.of(e);
        throw shortage != null
            ? shortage.refusal("Ia.createPsp", e)
            : refusal(DatReturn.CONN_QUAL_UNAVAILABLE, qualifier, file(qualifier) + ": " + e);
      }
    }
  }

  private static DatException refusal(int type, long connQual, String remedy) {
    return Errors.of(type, DatSubtype.NO_SUBTYPE, "Ia.createPsp", "connQual", connQual, remedy);
  }

  private Path file(long connQual) {
    return directory.resolve(Long.toUnsignedString(connQual));
  }

  @Override
  public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
    long port = ProcessHandle.current().pid() << 32 | REQUESTS.incrementAndGet() & 0xffffffffL;
    if (!remote.isLoopbackAddress()) {
      String reason = remote + " is another machine: this adapter reaches " + ADDRESS + " only";
      refuse(attempt, EventNumber.CONNECTION_EVENT_UNREACHABLE, reason);
      return new NoCall(port);
    }
    try {
      SocketChannel channel = UnixSockets.connect(file(connQual));
      try {
        OutgoingRequest request = new OutgoingRequest(loop, channel, attempt, port, connQual);
        request.start();
        return request;
      } catch (IOException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      Shortage shortage = Shortage.of(e);
      if (shortage != null) {
        // Of this process: nothing is said about the peer.
        throw shortage.refusal("Ep.connect", e);
      }
      String reason = "nobody listens on qualifier " + connQual + " of this machine: " + e;
      refuse(attempt, EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, reason);
      return new NoCall(port);
    } catch (RuntimeException | Error e) {
      throw Shortage.thrown("Ep.connect", e);
    }
  }

  private static void refuse(Attempt attempt, EventNumber event, String reason) {
    if (attempt.claim()) {
      attempt.refused(event, reason);
    }
  }

  @Override
  public void close() {
    loop.close();
  }

  /** A request that was refused at once: there is nothing to give up. */
  private record NoCall(long localPort) implements Connecting {
    @Override
    public void abort() {}

    @Override
    public boolean reachedPeer() {
      return true;
    }
  }
}
