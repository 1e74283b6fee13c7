package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.ipc.ring.Area;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The folder in which adapters find each other: who may use it, and what the dead leave. */
class PrivateFolderTest {

  private static final long ADAPTER = 0x8000_0000_0000_0001L;
  private static final long OTHER = 0x8000_0000_0000_0002L;

  private static final long NOBODY = 0x8000_0000_0000_0003L;
  private static final long FIRST = 0x8000_0000_0000_0004L;

  @TempDir private Path parent;

  private static String refusal(Path path) {
    IOException refused = assertThrows(IOException.class, () -> PrivateFolder.open(path));
    DatException told = assertThrows(DatException.class, () -> AdapterPair.open(path, ""));
    assertEquals(DatReturn.INVALID_PARAMETER, told.type());
    assertTrue(told.getMessage().contains(refused.getMessage()), told.getMessage());
    return refused.getMessage();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void sweep(PrivateFolder folder, long adapter) {
    try {
      folder.sweep(adapter);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void listenAsSoonAsPossible(PrivateFolder folder, AtomicBoolean isOver) {
    for (boolean done = false; !done && !isOver.get(); ) {
      try {
        folder.listen(7, OTHER, 2);
        done = true;
      } catch (BindException e) {
        // The other one is there.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void folderOfAnotherModeIsRefused() throws IOException {
    Path path = parent.resolve("open");
    PrivateFolder.open(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-x---"));
    String text = refusal(path);
    assertTrue(text.contains("rwxr-x---") && text.contains("only its owner"), text);
  }

  @Test
  void linkAndFileAreRefused() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder.open(path);
    Path link = Files.createSymbolicLink(parent.resolve("link"), path);
    assertTrue(refusal(link).contains("is a symbolic link"));
    Path file = Files.createFile(parent.resolve("file"));
    assertTrue(refusal(file).contains("is no folder"));
  }

  @Test
  void folderOfAnotherOwnerIsRefused() throws IOException {
    Path path = parent.resolve("foreign");
    PrivateFolder.open(path);
    try {
      UserPrincipal nobody =
          path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
      Files.setOwner(path, nobody);
    } catch (FileSystemException e) {
      Assumptions.abort("only root can give a folder away");
    }
    assertTrue(refusal(path).contains("belongs to nobody"));
  }

  @Test
  void folderWithTooLongANameIsRefused() {
    assertTrue(refusal(parent.resolve("x".repeat(100))).contains("too long"));
  }

  @Test
  void aLivingServicePointIsKeptAndADeadOneIsReplaced() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("folder"));
    try (ServerSocketChannel server = folder.listen(ADAPTER)) {
      folder.listen(7, ADAPTER, 1);
      assertThrows(BindException.class, () -> folder.listen(7, OTHER, 2));
      assertEquals(new PrivateFolder.ServicePointEntry(ADAPTER, 1), folder.find(7));
      assertTrue(server.isOpen());
    }
    // As after a kill: the socket's file and the service point are still there.
    try (ServerSocketChannel server = folder.listen(OTHER)) {
      assertTrue(server.isOpen());
      folder.listen(7, OTHER, 2);
      assertEquals(new PrivateFolder.ServicePointEntry(OTHER, 2), folder.find(7));
      assertNull(folder.find(8));
    }
  }

  @Test
  void filesOfADeadAdapterAreDeleted() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("folder"));
    try (ServerSocketChannel server = folder.listen(ADAPTER)) {
      folder.listen(7, ADAPTER, 1);
      Files.createFile(folder.area(ADAPTER, 3));
      folder.sweep(ADAPTER);
      assertEquals(4, names(folder.path()).size());
      assertTrue(server.isOpen());
    }
    folder.sweep(ADAPTER);
    assertEquals(List.of("lock"), names(folder.path()));
  }

  @Test
  void anAdapterThatMayBeAliveIsKept() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("folder"));
    // The connect fails with another error than that of a dead adapter: the link names itself.
    Path socket = folder.path().resolve("a-" + Long.toHexString(OTHER));
    Files.createSymbolicLink(socket, socket.getFileName());
    folder.listen(7, OTHER, 2);
    Files.createFile(folder.area(OTHER, 3));
    folder.sweep(OTHER);
    try (ServerSocketChannel server = folder.listen(ADAPTER)) {
      assertTrue(server.isOpen());
      assertThrows(BindException.class, () -> folder.listen(7, ADAPTER, 1));
      assertThrows(IOException.class, () -> PrivateFolder.connect(folder, OTHER));
    }
    assertTrue(Files.exists(socket, LinkOption.NOFOLLOW_LINKS));
    assertTrue(Files.exists(folder.area(OTHER, 3)));
    assertEquals(new PrivateFolder.ServicePointEntry(OTHER, 2), folder.find(7));
  }

  /** A sweep may look at a service point just when another adapter takes the qualifier over. */
  @Test
  @Timeout(120)
  void aServicePointThatFollowsAFreedOneIsKept() throws Exception {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("folder"));
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> sweeping =
        CompletableFuture.runAsync(
            () -> {
              while (!isOver.get()) {
                sweep(folder, NOBODY);
              }
            });
    try (ServerSocketChannel living = folder.listen(OTHER)) {
      long start = System.nanoTime();
      for (long adapter = FIRST;
          System.nanoTime() - start < TimeUnit.SECONDS.toNanos(2);
          adapter++) {
        ServerSocketChannel server = folder.listen(adapter);
        folder.listen(7, adapter, 1);
        CompletableFuture<Void> next =
            CompletableFuture.runAsync(() -> listenAsSoonAsPossible(folder, isOver));
        folder.free(7);
        server.close();
        folder.close(adapter);
        next.join();
        assertEquals(new PrivateFolder.ServicePointEntry(OTHER, 2), folder.find(7));
        folder.free(7);
      }
      assertTrue(living.isOpen());
    } finally {
      isOver.set(true);
      sweeping.join();
    }
  }

  @Test
  @Timeout(120)
  void aSweepWaitsForNoThreadThatWaitsForTheLock() throws Exception {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("folder"));
    PrivateFolder other = PrivateFolder.open(parent.resolve("other"));
    Thread waiting =
        new Thread(
            () -> {
              try (ServerSocketChannel late = folder.listen(ADAPTER)) {
                assertTrue(late.isOpen());
              } catch (IOException e) {
                // It has waited too long, which the assertion below tells.
              }
            });
    try (ChildJvm keeper =
        new ChildJvm(LockKeeper.class, folder.path().resolve("lock").toString())) {
      try {
        assertEquals("true", keeper.line());
        waiting.start();
        while (waiting.isAlive() && waiting.getState() != Thread.State.TIMED_WAITING) {
          Thread.onSpinWait();
        }
        other.sweep(OTHER);
        assertTrue(waiting.isAlive());
      } finally {
        keeper.kill();
        waiting.join();
      }
    }
  }

  /** Makes each kind of file, and prints the modes. */
  static final class FileMaker {
    private FileMaker() {}

    public static void main(String[] args) throws IOException {
      PrivateFolder folder = PrivateFolder.open(Path.of(args[0]));
      ServerSocketChannel channel = folder.listen(ADAPTER);
      try (channel) {
        Area.create(folder.area(ADAPTER, 1), 4096);
        System.out.println(mode(folder.path()));
        for (String name : names(folder.path())) {
          System.out.println(name.charAt(0) + " " + mode(folder.path().resolve(name)));
        }
      }
    }

    private static String mode(Path path) throws IOException {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
  }

  @Test
  @Timeout(60)
  void aUmaskTakesNoRightsOfTheOwner() throws Exception {
    List<String> front = List.of("sh", "-c", "umask 0777; exec \"$@\"", "sh");
    String folder = parent.resolve("umask").toString();
    try (ChildJvm maker = new ChildJvm(front, List.of(), FileMaker.class, folder)) {
      assertEquals("rwx------\na rw-------\nl rw-------\nm rw-------", maker.rest().strip());
      assertEquals(0, maker.awaitEnd());
    }
  }
}
