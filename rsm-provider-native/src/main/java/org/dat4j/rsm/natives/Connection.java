package org.dat4j.rsm.natives;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.Access;

/**
 * A connection in the registry of the exporter's node, and how its data is mapped.
 *
 * @param registry the exporter's node
 * @param index of the slot
 * @param segment index of the segment
 * @param segmentTag tells it apart from who has the segment's slot later
 * @param length octets of the segment
 * @param view the data as first mapped
 */
record Connection(
    NodeRegistry registry, int index, int segment, int segmentTag, long length, View view) {

  /** Maps the data as it is at a gate. In the lock. */
  @FunctionalInterface
  interface Mapper {
    /** Maps. */
    View map(long gate, int perm);
  }

  /** A mapping of the data while the gate has one value. */
  static final class View {
    final long gate;
    final ByteBuffer octets;
    final ShortBuffer shorts;
    final IntBuffer ints;
    final LongBuffer longs;
    final Guard guard;
    private final Cleaner.Cleanable mapping;

    View(long gate, long address, long length, Guard guard) {
      this.gate = gate;
      this.guard = guard;
      octets = SharedObject.buffer(address, length);
      shorts = octets.asShortBuffer();
      ints = octets.asIntBuffer();
      longs = octets.asLongBuffer();
      mapping = SharedObject.unmapWhenUnused(octets, address, length);
    }

    private View(View other) {
      // No gate has this value: an access looks closer.
      gate = -1;
      octets = other.octets;
      shorts = other.shorts;
      ints = other.ints;
      longs = other.longs;
      guard = other.guard;
      mapping = other.mapping;
    }

    /** The same mapping, that no transfer uses any more. */
    View broken() {
      return new View(this);
    }

    /** Unmaps now; nobody may use it any more. */
    void unmap() {
      mapping.clean();
      guard.unmap();
    }
  }

  /** Connects to a published segment. */
  static Connection connect(NodeRegistry registry, ShmController by, int id, int perm) {
    String where = by + ".connectImportSegment";
    registry.lockInTime();
    try {
      int segment = SegmentSlots.find(registry, id);
      int slot = segment < 0 ? 0 : Layout.segment(segment);
      boolean local = registry == by.home();
      if (segment < 0 || !local && registry.getInt(slot + Layout.S_UNIT) != by.unit()) {
        throw Failures.of(
            RsmReturn.SEG_NOT_PUBLISHED,
            where,
            "segmentId",
            "0x" + Integer.toHexString(id),
            "publish it on node " + registry.node() + " through " + by.name());
      }
      check(where, registry, segment, by.home().node(), perm);
      int index = ImportSlots.find(where, registry);
      int entry = Layout.imported(index);
      int tag = registry.nextTag();
      long gate = Layout.gate(Layout.CONNECTED, registry.getInt(slot + Layout.S_GENERATION));
      registry.setInt(entry + Layout.I_OWNER, registry.self());
      registry.setInt(entry + Layout.I_MAPPED, 0);
      registry.setInt(entry + Layout.I_SEGMENT, segment);
      registry.setInt(entry + Layout.I_TAG, tag);
      registry.setInt(entry + Layout.I_SEGMENT_TAG, registry.getInt(slot + Layout.S_TAG));
      Signals.reset(registry.memory(), entry + Layout.I_SIGNALS, tag);
      Connection made =
          new Connection(
              registry,
              index,
              segment,
              registry.getInt(slot + Layout.S_TAG),
              registry.getLong(slot + Layout.S_LENGTH),
              null);
      View view = made.mapData(gate, perm);
      registry.setLong(entry + Layout.I_GATE, gate);
      ImportSlots.mark(registry, segment, index, true);
      return new Connection(registry, index, segment, made.segmentTag, made.length, view);
    } finally {
      registry.unlock();
    }
  }

  private static void check(String where, NodeRegistry registry, int segment, int node, int perm) {
    int slot = Layout.segment(segment);
    List<AccessEntry> list = SegmentSlots.list(registry, segment);
    int mode = Access.mode(list, node, registry.getInt(slot + Layout.S_MODE));
    if (mode == Access.NOT_LISTED) {
      throw Failures.of(
          RsmReturn.SEG_NOT_PUBLISHED_TO_NODE,
          where,
          "node",
          node,
          "the exporter's access list has to name it");
    }
    boolean owner = registry.getInt(slot + Layout.S_UID) == LibC.getuid();
    boolean member = Processes.groups().contains(registry.getInt(slot + Layout.S_GID));
    if (!Access.granted(mode, owner, member, perm)) {
      throw Failures.of(
          RsmReturn.PERM_DENIED,
          where,
          "perm",
          "0" + Integer.toOctalString(perm),
          "the exporter grants 0" + Integer.toOctalString(mode));
    }
  }

  /** Opens the object that has the data now. In the lock. */
  private int open(String where, boolean writable, long offset, long octets) {
    String name = objectName();
    registry.watch(name);
    int fd = LibC.shm_open(name, writable ? LibC.O_RDWR : LibC.O_RDONLY, 0);
    if (fd < 0) {
      throw Failures.system(RsmReturn.SEG_NOT_PUBLISHED, where, "shm_open " + name, LibC.errno());
    }
    // What others wrote is not trusted: an access past the end of the object would be a fault.
    long size = Guard.place(fd);
    if (offset < 0
        || octets <= 0
        || offset % SharedObject.PAGE != 0
        || size % SharedObject.PAGE != 0
        || octets > Integer.MAX_VALUE
        || offset > size - octets) {
      LibC.close(fd);
      throw Failures.of(
          RsmReturn.BAD_LENGTH,
          where,
          "size of object " + name,
          size,
          "it is damaged: its exporter has to destroy and create the segment again");
    }
    return fd;
  }

  /** Name of the object that has the data now. */
  private String objectName() {
    int slot = Layout.segment(segment);
    int owner = registry.getInt(slot + Layout.S_OWNER);
    return registry
        .domain()
        .objectName(
            ProcessSlots.pid(registry, owner),
            ProcessSlots.start(registry, owner),
            registry.getInt(slot + Layout.S_OBJECT));
  }

  /** Whether somebody has cut the object that has the data now. In the lock. */
  boolean isCut() {
    try {
      long size = Files.size(Path.of(SharedObject.FOLDER + objectName()));
      return size < dataOffset() + length + SharedObject.PAGE;
    } catch (IOException ended) {
      // What has no name any more cannot be cut.
      return false;
    }
  }

  /** Cleans up after the exporter if it has ended, which aborts its imports. In the lock. */
  void reapExporter() {
    ProcessSlots.reapIfDead(registry, registry.getInt(Layout.segment(segment) + Layout.S_OWNER));
  }

  private long dataOffset() {
    return registry.getLong(Layout.segment(segment) + Layout.S_OFFSET);
  }

  /** Maps the data for transfers. In the lock. */
  View mapData(long gate, int perm) {
    boolean writable = (perm & Permission.WRITE) != 0;
    long offset = dataOffset();
    int fd = open("import", writable, offset, length);
    try {
      Guard guard = Guard.map("import", fd);
      if (!guard.holds(0)) {
        throw Failures.of(
            RsmReturn.BAD_LENGTH,
            "import",
            "the last page of object " + objectName(),
            "damaged",
            "its exporter has to destroy and create the segment again");
      }
      long data = SharedObject.map("import", fd, offset, length, writable);
      return new View(gate, data, length, guard);
    } finally {
      LibC.close(fd);
    }
  }

  /**
   * Maps a part for direct access. In the lock.
   *
   * @param address where, 0 for anywhere
   * @param over whether a mapping that is there is replaced
   * @return the address
   */
  long mapWindow(long address, boolean over, int perm, long offset, long octets) {
    boolean writable = (perm & Permission.WRITE) != 0;
    long first = dataOffset();
    int fd = open("import.map", writable, first, length);
    int place = address == 0 ? 0 : over ? LibC.MAP_FIXED : LibC.MAP_FIXED_NOREPLACE;
    long mapped;
    int errno;
    try {
      mapped =
          LibC.mmap(
              address,
              octets,
              SharedObject.protection(writable),
              LibC.MAP_SHARED | place,
              fd,
              first + offset);
      errno = LibC.errno();
    } finally {
      LibC.close(fd);
    }
    if (mapped != LibC.FAILED && address != 0 && mapped != address) {
      // A kernel that does not know MAP_FIXED_NOREPLACE takes the address as a hint.
      LibC.munmap(mapped, octets);
      mapped = LibC.FAILED;
      errno = LibC.EEXIST;
    }
    if (mapped == LibC.FAILED) {
      throw Failures.system(
          RsmReturn.MAP_FAILED, "import.map", "mmap at " + new Pointer(address), errno);
    }
    return mapped;
  }
}
