package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The end of a link whose peer is gone. */
@Timeout(120)
class FailedLinkTest {

  private static final long NUMBER = 0x8000_0000_0000_0077L;
  private static final long QUALIFIER = 7;

  @TempDir private Path parent;

  @Test
  void aConnectionThatCannotBeToldKeepsNoLaterStepFromBeingDone() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    IpcFabric fabric = IpcFabric.open("own0", IpcSettings.parse("folder=" + path));
    try {
      SocketChannel peer;
      try (ServerSocketChannel server = folder.listen(NUMBER)) {
        folder.listen(QUALIFIER, NUMBER);
        // A request without an attempt has its slot, and the news that its link failed is a fault.
        assertThrows(
            NullPointerException.class, () -> fabric.connect(null, IpcFabric.ADDRESS, QUALIFIER));
        peer = server.accept();
      }
      peer.close();
      // The last step deletes what the dead peer has left.
      Path left = path.resolve("a-" + Long.toHexString(NUMBER));
      while (Files.exists(left, LinkOption.NOFOLLOW_LINKS)
          && !Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
      assertFalse(Files.exists(left, LinkOption.NOFOLLOW_LINKS));
    } finally {
      fabric.close();
    }
  }
}
