package org.dat4j.dat.ipc.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A mapped file of the backend ipc, with the rings of some connections between two adapters, and
 * their doorbells. The adapter that connects makes it; the other one opens it, and then the file is
 * deleted.
 *
 * <p>The first bytes are for the {@link Doorbells}. A {@link Slot} for each connection follows.
 */
public final class Area {

  /** Connections that have a place in an area. */
  public static final int SLOTS = 8;

  /** Bytes before the first slot. */
  private static final int HEAD = 4096;

  private static final int PIECE = 1 << 16;

  /** Nanoseconds that the collector is given to unmap areas that nobody uses. */
  private static final long COLLECTOR_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final ByteBuffer memory;
  private final int ringBytes;

  private Area(ByteBuffer memory, int ringBytes) {
    this.memory = memory;
    this.ringBytes = ringBytes;
  }

  /** An exception for a file system that has no room for an area. */
  public static final class NoSpaceException extends IOException {
    private static final long serialVersionUID = 1L;

    NoSpaceException(Path file, int bytes, IOException cause) {
      super(bytes + " bytes for " + file + " were not to be had: " + cause.getMessage(), cause);
    }
  }

  private static int bytes(int ringBytes) {
    return HEAD + SLOTS * Slot.bytes(ringBytes);
  }

  /**
   * Makes an area. Its space is reserved by writing it: a file system that is full is noticed here,
   * and not by a signal at a later access.
   *
   * @param file is made
   * @param ringBytes of each ring, a power of two
   * @return the area, empty
   * @throws NoSpaceException if the file system is full; the file is deleted
   * @throws IOException if the file cannot be made for another reason
   */
  public static Area create(Path file, int ringBytes) throws IOException {
    try {
      return tryCreate(file, ringBytes);
    } catch (NoSpaceException e) {
      // Areas that nobody uses keep their space until the collector finds them.
      System.gc();
      LockSupport.parkNanos(COLLECTOR_NANOS);
      return tryCreate(file, ringBytes);
    }
  }

  private static Area tryCreate(Path file, int ringBytes) throws IOException {
    int size = bytes(ringBytes);
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean made = false;
    try {
      Area area =
          uninterrupted(
              () -> {
                Files.deleteIfExists(file);
                try (FileChannel channel =
                    FileChannel.open(
                        file, options, PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
                  // A umask may have taken rights of the owner.
                  Files.setPosixFilePermissions(file, OWNER_ONLY);
                  reserve(channel, file, size);
                  return map(channel, size, ringBytes);
                }
              });
      made = true;
      return area;
    } finally {
      if (!made) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void reserve(FileChannel channel, Path file, int size) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(PIECE);
    try {
      for (int left = size; left > 0; ) {
        zeros.position(0).limit(Math.min(left, PIECE));
        left -= channel.write(zeros);
      }
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      throw new NoSpaceException(file, size, e);
    }
  }

  /**
   * Opens an area of a peer.
   *
   * @param file must be no link, and have the size of such an area
   * @param ringBytes of each ring, a power of two
   * @return the area
   * @throws IOException if the file cannot be opened or has another size
   */
  public static Area open(Path file, int ringBytes) throws IOException {
    int size = bytes(ringBytes);
    Set<OpenOption> options =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    return uninterrupted(
        () -> {
          try (FileChannel channel = FileChannel.open(file, options)) {
            if (channel.size() != size) {
              throw new IOException(
                  file + " has " + channel.size() + " bytes, and must have " + size);
            }
            return map(channel, size, ringBytes);
          }
        });
  }

  private static Area map(FileChannel channel, int size, int ringBytes) throws IOException {
    return new Area(channel.map(FileChannel.MapMode.READ_WRITE, 0, size), ringBytes);
  }

  /** A step that an interrupt of the calling thread would cut off. */
  private interface Step {
    Area run() throws IOException;
  }

  private static Area uninterrupted(Step step) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      for (; ; ) {
        try {
          return step.run();
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
   * Returns the doorbells of one end.
   *
   * @param initiator whether it is the end that connects
   * @return the doorbells
   */
  public Doorbells doorbells(boolean initiator) {
    return new Doorbells(memory, initiator);
  }

  /**
   * Returns the place of a connection.
   *
   * @param index 0 to {@link #SLOTS} - 1
   * @param initiator whether it is for the end that connects
   * @return the slot
   */
  public Slot slot(int index, boolean initiator) {
    return new Slot(memory, HEAD + index * Slot.bytes(ringBytes), ringBytes, initiator);
  }
}
