package example.unix;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Connects sockets and locks files, whatever interrupts the program's thread meanwhile. */
final class UnixSockets {

  private UnixSockets() {}

  /**
   * Connects to a listening socket. A socket that blocks is closed by an interrupt of its thread:
   * so the interrupt is cleared before and set again afterwards. A socket that an interrupt has
   * closed in between has sent nothing, and a new one is connected.
   *
   * @param file that of the listening socket
   * @return a connected socket that does not block
   */
  static SocketChannel connect(Path file) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      for (; ; ) {
        try {
          return nonBlocking(SocketChannel.open(UnixDomainSocketAddress.of(file)));
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Locks a file against other processes, after a wait for its end if one has it. An interrupt is
   * kept for later, as in {@link #connect}.
   *
   * @param file made if it does not exist
   * @return a channel whose close gives the lock back
   */
  static FileChannel lock(Path file) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      for (; ; ) {
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
          channel.lock();
          return channel;
        } catch (ClosedByInterruptException | FileLockInterruptionException e) {
          channel.close();
          interrupted |= Thread.interrupted();
        } catch (IOException | RuntimeException | Error e) {
          channel.close();
          throw e;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static SocketChannel nonBlocking(SocketChannel connected) throws IOException {
    try {
      connected.configureBlocking(false);
      return connected;
    } catch (IOException | RuntimeException | Error e) {
      connected.close();
      throw e;
    }
  }
}
