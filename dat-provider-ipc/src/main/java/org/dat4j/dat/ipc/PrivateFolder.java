package org.dat4j.dat.ipc;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The folder through which the ipc adapters of one user find each other. Each adapter has a number,
 * and a socket of that name that says by its life whether the adapter lives. A service point is a
 * link with the connection qualifier as name. It points to no file: it holds the name of the
 * adapter's socket and a number, which no other service point of that adapter has. What an adapter
 * has left that was killed is deleted by the next one that comes across it.
 */
final class PrivateFolder {

  private static final System.Logger LOG = System.getLogger(PrivateFolder.class.getName());

  /** Connections to an adapter that wait until it takes them; the system may permit fewer. */
  private static final int BACKLOG = 1024;

  /** Bytes of the longest path of a socket on the systems with the shortest. */
  private static final int MAX_PATH = 103;

  /** Nanoseconds that a call waits for the lock of the folder. */
  private static final long LOCK_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long LOCK_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE_OF_OWNER =
      PosixFilePermissions.fromString("rw-------");

  /** The user of this process; null until it was found out. */
  private static volatile UserPrincipal knownUser;

  private final Path path;

  /** Thrown when the folder itself cannot be used; says what to do. */
  static final class UnusableFolderException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    UnusableFolderException(String message, String remedy) {
      super(message);
      this.remedy = remedy;
    }

    String remedy() {
      return remedy;
    }
  }

  private PrivateFolder(Path path) {
    this.path = path;
  }

  /**
   * Opens the folder, and makes it if it does not exist.
   *
   * @throws UnusableFolderException if it is not a folder of this user alone
   * @throws IOException if it cannot be looked at
   */
  static PrivateFolder open(Path path) throws IOException {
    PrivateFolder folder = new PrivateFolder(path.toAbsolutePath().normalize());
    folder.checkLength();
    Path parent = folder.path.getParent();
    try {
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectory(folder.path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      // A umask may have taken rights of the owner, here and of the files in it.
      Files.setPosixFilePermissions(folder.path, OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      folder.check();
    } catch (FileSystemException e) {
      throw new UnusableFolderException(
          path + " cannot be made: " + e,
          "set folder= to a folder that this user can make, or make it with mode 0700");
    }
    return folder;
  }

  private void checkLength() throws IOException {
    Path longest = socket(Long.MIN_VALUE);
    if (longest.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH) {
      throw new UnusableFolderException(
          path
              + " is too long: the sockets in it would have names of more than "
              + MAX_PATH
              + " bytes",
          "set folder= to a shorter path");
    }
  }

  /** Checks that a folder, if it exists, is one of this user alone. */
  static void check(Path path) throws IOException {
    PrivateFolder folder = new PrivateFolder(path.toAbsolutePath().normalize());
    folder.checkLength();
    if (Files.exists(folder.path, LinkOption.NOFOLLOW_LINKS)) {
      folder.check();
    }
  }

  private void check() throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isSymbolicLink()) {
      throw new UnusableFolderException(
          path + " is a symbolic link", "set folder= to a folder itself");
    }
    if (!attributes.isDirectory()) {
      throw new UnusableFolderException(path + " is no folder", "set folder= to a folder");
    }
    UserPrincipal user = user();
    if (!attributes.owner().equals(user)) {
      throw new UnusableFolderException(
          path + " belongs to " + attributes.owner() + " and not to " + user,
          "set folder= to a folder of this user");
    }
    if (!attributes.permissions().equals(OWNER_ONLY)) {
      throw new UnusableFolderException(
          path
              + " has the mode "
              + PosixFilePermissions.toString(attributes.permissions())
              + ", and only its owner may enter it",
          "chmod 700 " + path + ", or set folder= to another one");
    }
  }

  private static UserPrincipal user() throws IOException {
    UserPrincipal user = knownUser;
    if (user == null) {
      Path probe = Files.createTempFile("dat4j", null);
      try {
        user = Files.getOwner(probe);
      } finally {
        Files.delete(probe);
      }
      knownUser = user;
    }
    return user;
  }

  Path path() {
    return path;
  }

  private Path socket(long adapter) {
    return path.resolve("a-" + Long.toHexString(adapter));
  }

  private Path servicePoint(long connQual) {
    return path.resolve("q-" + Long.toUnsignedString(connQual));
  }

  /** The file of an area of an adapter. */
  Path area(long adapter, long area) {
    return path.resolve("m-" + Long.toHexString(adapter) + "-" + Long.toHexString(area));
  }

  void deleteArea(long adapter, long area) {
    delete(area(adapter, area));
  }

  // --- adapters

  /** Opens the socket of a new adapter, and deletes what dead ones have left. */
  ServerSocketChannel listen(long adapter) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      locked(
          () -> {
            channel.bind(UnixDomainSocketAddress.of(socket(adapter)), BACKLOG);
            Files.setPosixFilePermissions(socket(adapter), FILE_OF_OWNER);
            sweepAll();
          });
      return channel;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      delete(socket(adapter));
      throw e;
    }
  }

  /** Connects to an adapter; null when it is dead. */
  static SocketChannel connect(PrivateFolder folder, long adapter) throws IOException {
    Path socket = folder.socket(adapter);
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    boolean connected = false;
    try {
      channel.configureBlocking(false);
      connected = channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (ConnectException e) {
      return null;
    } catch (IOException e) {
      // Without its socket it is dead. A loaded machine may refuse the connect to a living one.
      if (Files.notExists(socket, LinkOption.NOFOLLOW_LINKS)) {
        return null;
      }
      throw e;
    } finally {
      if (!connected) {
        channel.close();
      }
    }
    if (!connected) {
      throw new IOException("the adapter at the other end takes no connection now");
    }
    return channel;
  }

  /** Deletes the socket of an adapter that is closed. */
  void close(long adapter) {
    delete(socket(adapter));
  }

  /**
   * Deletes what an adapter has left, if it is dead, without waiting for the lock of the folder.
   *
   * @return false if another process has the lock, and nothing was done
   */
  boolean sweep(long adapter) throws IOException {
    return tryLockAndRun(
        () -> {
          if (!isAlive(adapter)) {
            sweepAll();
          }
        });
  }

  private boolean isAlive(long adapter) {
    try (SocketChannel probe = connect(this, adapter)) {
      return probe != null;
    } catch (IOException e) {
      // It cannot be told.
      return true;
    }
  }

  private void sweepAll() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        Long adapter = adapterOf(file);
        // Looked at again: before its end it may have freed a qualifier, which another one has
        // taken.
        if (adapter != null && !isAlive(adapter) && adapter.equals(adapterOf(file))) {
          delete(file);
        }
      }
    }
  }

  /** The adapter that a file belongs to; null when it is none of an adapter. */
  private static Long adapterOf(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (name.startsWith("q-")) {
      ServicePointEntry point = read(file);
      return point == null ? null : (Long) point.adapter();
    }
    return name.startsWith("a-") || name.startsWith("m-") ? number(name.split("-"), 1) : null;
  }

  /** The service point that a link stands for; null when there is none, or it is something else. */
  private static ServicePointEntry read(Path link) throws IOException {
    try {
      String[] parts = Files.readSymbolicLink(link).toString().split("-");
      Long adapter = number(parts, 1);
      Long number = number(parts, 2);
      return adapter == null || number == null ? null : new ServicePointEntry(adapter, number);
    } catch (NoSuchFileException | NotLinkException e) {
      return null;
    }
  }

  /** One part of a name as a number; null when it is none. */
  private static Long number(String[] parts, int index) {
    try {
      return parts.length <= index ? null : Long.parseUnsignedLong(parts[index], 16);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  // --- service points

  /**
   * Makes a service point.
   *
   * @param connQual its name in the folder
   * @param adapter that has it
   * @param number of the service point, above 0
   * @throws BindException if a living adapter has one with this qualifier
   */
  void listen(long connQual, long adapter, long number) throws IOException {
    Path link = servicePoint(connQual);
    Path content = Path.of(socket(adapter).getFileName() + "-" + Long.toHexString(number));
    try {
      Files.createSymbolicLink(link, content);
    } catch (FileAlreadyExistsException e) {
      locked(
          () -> {
            ServicePointEntry there = read(link);
            if (there != null && isAlive(there.adapter())) {
              throw inUse(connQual);
            }
            // Looked at again: the first try of another adapter needs no lock.
            if (Files.exists(link, LinkOption.NOFOLLOW_LINKS)
                && Objects.equals(there, read(link))) {
              Files.deleteIfExists(link);
            }
            try {
              Files.createSymbolicLink(link, content);
            } catch (FileAlreadyExistsException late) {
              throw inUse(connQual);
            }
          });
    }
  }

  private BindException inUse(long connQual) {
    return new BindException("qualifier " + connQual + " is in use in " + path);
  }

  /** Deletes a service point. */
  void free(long connQual) {
    delete(servicePoint(connQual));
  }

  /**
   * The content of the entry of a service point.
   *
   * @param adapter that has it
   * @param number of the service point at that adapter
   */
  record ServicePointEntry(long adapter, long number) {}

  /** Finds a service point; null when there is none. */
  ServicePointEntry find(long connQual) throws IOException {
    return read(servicePoint(connQual));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, file + " was not deleted", e);
    }
  }

  // --- the lock

  /** A step that no other process and no other thread may disturb. */
  private interface Step {
    void run() throws IOException;
  }

  /**
   * Does a step with the folder locked, whatever interrupts the calling thread. While another
   * process has the lock, other threads of this process can go on.
   */
  private void locked(Step step) throws IOException {
    long deadline = System.nanoTime() + LOCK_NANOS;
    boolean interrupted = Thread.interrupted();
    try {
      for (boolean done = false; !done; ) {
        try {
          done = tryLockAndRun(step);
          if (!done) {
            pause(deadline);
          }
        } catch (ClosedByInterruptException | FileLockInterruptionException e) {
          interrupted = true;
        }
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Does a step unless another process has the folder locked; false if one has. */
  private boolean tryLockAndRun(Step step) throws IOException {
    // The system gives the lock to a process, and takes it back when any channel is closed.
    synchronized (PrivateFolder.class) {
      try (FileChannel channel =
              FileChannel.open(
                  lockFile(),
                  Set.of(
                      StandardOpenOption.CREATE,
                      StandardOpenOption.WRITE,
                      LinkOption.NOFOLLOW_LINKS),
                  PosixFilePermissions.asFileAttribute(FILE_OF_OWNER));
          FileLock lock = channel.tryLock()) {
        Files.setPosixFilePermissions(lockFile(), FILE_OF_OWNER);
        if (lock == null) {
          return false;
        }
        step.run();
        return true;
      }
    }
  }

  private Path lockFile() {
    return path.resolve("lock");
  }

  private void pause(long deadline) throws IOException {
    if (System.nanoTime() - deadline > 0) {
      throw new IOException("another process keeps " + lockFile() + " locked: is it stopped?");
    }
    LockSupport.parkNanos(LOCK_PAUSE_NANOS);
  }
}
