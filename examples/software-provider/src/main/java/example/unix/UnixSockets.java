package example.unix;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Connects sockets, whatever interrupts the program's thread meanwhile. */
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
