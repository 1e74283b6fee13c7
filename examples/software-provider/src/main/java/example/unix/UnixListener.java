package example.unix;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.Shortage;

/**
 * A service point over a Unix socket: listens on a socket file that is named by the connection
 * qualifier.
 */
final class UnixListener implements Listener, SelectorLoop.Handler {
  private static final System.Logger LOG = System.getLogger(UnixListener.class.getName());

  /** Requests that may wait until the loop takes them; the system may permit fewer. */
  private static final int BACKLOG = 1024;

  /** File that is locked while a socket is bound; the other names in the folder are numbers. */
  private static final String LOCK = "lock";

  /** Nanoseconds that the loop rests when no socket can be accepted, as for want of descriptors. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final SelectorLoop loop;
  private final Path file;
  private final long connQual;
  private final Acceptor acceptor;
  private final ServerSocketChannel channel;

  /** Whether the last accept failed; used by the loop's thread. */
  private boolean isShort;

  /**
   * Listens.
   *
   * @throws BindException if another service point has the file
   */
  UnixListener(SelectorLoop loop, Path file, long connQual, Acceptor acceptor) throws IOException {
    this.loop = loop;
    this.file = file;
    this.connQual = connQual;
    this.acceptor = acceptor;
    this.channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      bind(channel, file);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
    try {
      loop.register(channel, SelectionKey.OP_ACCEPT, this);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /**
   * Binds a socket in the place of one whose process has ended without a free. One thread of all
   * processes does this at a time: a socket of another one that is bound and does not listen yet
   * looks like one whose process has ended.
   */
  private static synchronized void bind(ServerSocketChannel channel, Path file) throws IOException {
    try (FileChannel lock = UnixSockets.lock(file.resolveSibling(LOCK))) {
      if (Files.exists(file) && !isAlive(file)) {
        Files.deleteIfExists(file);
      }
      channel.bind(UnixDomainSocketAddress.of(file), BACKLOG);
    }
  }

  private static boolean isAlive(Path file) throws IOException {
    try (SocketChannel probe = UnixSockets.connect(file)) {
      return probe.isConnected();
    } catch (IOException refused) {
      if (Shortage.of(refused) != null) {
        // Of this process: nothing is said about the other one.
        throw refused;
      }
      return false;
    }
  }

  @Override
  public long connQual() {
    return connQual;
  }

  @Override
  public void ready(SelectionKey key) throws ClosedChannelException {
    for (SocketChannel each = accept(); each != null; each = accept()) {
      take(each);
    }
  }

  /** Accepts the socket of a request; null if there is none, or none can be accepted now. */
  private SocketChannel accept() throws ClosedChannelException {
    try {
      SocketChannel accepted = channel.accept();
      isShort = false;
      return accepted;
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      // The request stays in the system's queue, and the loop comes back to it at once.
      if (!isShort) {
        LOG.log(System.Logger.Level.WARNING, "no request to " + file + " is taken for now", e);
      }
      isShort = true;
      LockSupport.parkNanos(this, PAUSE_NANOS);
      return null;
    }
  }

  /** Begins to read a request. One that fails is closed, and the next ones are taken. */
  void take(SocketChannel accepted) {
    try {
      new IncomingRequest(loop, accepted, acceptor, connQual).start();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "a request to " + file + " was not taken", e);
      loop.close(accepted);
    }
  }

  @Override
  public void failed(Throwable cause) {
    LOG.log(System.Logger.Level.ERROR, "no request comes to " + file + " any longer", cause);
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, file + " was not deleted", e);
    }
    loop.close(channel);
  }

  /** Lets the loop close it: the events of the program wait until this returns. */
  @Override
  public void closeInside(Runnable closed) {
    loop.later(
        () -> {
          close();
          closed.run();
        });
  }
}
