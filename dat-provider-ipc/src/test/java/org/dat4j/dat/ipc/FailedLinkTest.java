package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.dat4j.childjvm.ChildJvm;
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
  void filesOfADeadPeerAreDeletedWhenTheFolderIsUnlocked() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    IpcFabric fabric = IpcFabric.open("own0", IpcSettings.parse("folder=" + path));
    Path left = path.resolve("a-" + Long.toHexString(NUMBER));
    try {
      folder.listen(NUMBER).close();
      folder.listen(QUALIFIER, NUMBER, 1);
      try (ChildJvm keeper = new ChildJvm(LockKeeper.class, path.resolve("lock").toString())) {
        try {
          assertEquals("true", keeper.line());
          DeadAdapterSweep sweep = new DeadAdapterSweep(folder, NUMBER, fabric.loop());
          // One try of its own: it comes back while the folder is locked.
          sweep.run();
          assertTrue(keeper.isAlive());
          assertTrue(Files.exists(left, LinkOption.NOFOLLOW_LINKS));
        } finally {
          keeper.kill();
        }
      }
      awaitDeleted(left);
    } finally {
      fabric.close();
    }
  }

  private static void awaitDeleted(Path left) {
    while (Files.exists(left, LinkOption.NOFOLLOW_LINKS)
        && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
    assertFalse(Files.exists(left, LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void aConnectionThatCannotBeToldKeepsNoLaterStepFromBeingDone() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    IpcFabric fabric = IpcFabric.open("own0", IpcSettings.parse("folder=" + path));
    try {
      SocketChannel peer;
      try (ServerSocketChannel server = folder.listen(NUMBER)) {
        folder.listen(QUALIFIER, NUMBER, 1);
        // A request without an attempt has its slot, and the news that its link failed is a fault.
        assertThrows(
            NullPointerException.class, () -> fabric.connect(null, IpcFabric.ADDRESS, QUALIFIER));
        peer = server.accept();
      }
      peer.close();
      // The last step deletes what the dead peer has left.
      Path left = path.resolve("a-" + Long.toHexString(NUMBER));
      awaitDeleted(left);
    } finally {
      fabric.close();
    }
  }
}
