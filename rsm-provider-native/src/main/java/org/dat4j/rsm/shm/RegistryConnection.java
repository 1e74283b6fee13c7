package org.dat4j.rsm.shm;

import com.sun.jna.Pointer;
import java.io.IOException;
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
 * The connection of an RSM import to a segment in shared memory: its slot in the registry of the
 * exporter's node, and its mapping.
 *
 * @param registry registry of the exporter's node
 * @param index index of the slot
 * @param segment index of the segment
 * @param tag distinguishes it from later users of its slot
 * @param segmentTag distinguishes the segment from later users of its slot
 * @param length bytes of the segment
 * @param view the data as first mapped
 */
record RegistryConnection(
    NodeRegistry registry,
    int index,
    int segment,
    int tag,
    int segmentTag,
    long length,
    View view) {

  /**
   * A function that maps the data for one value of the gate. The caller holds the registry's lock.
   */
  @FunctionalInterface
  interface Mapper {
    /** Maps the data. */
    View map(long gate, int perm);
  }

  /** A mapping of the data that is valid while the gate has one value. */
  static final class View {
    final long gate;
    final ByteBuffer bytes;
    final ShortBuffer shorts;
    final IntBuffer ints;
    final LongBuffer longs;
    final GuardPage guard;
    private final long address;
    private final long length;

    View(long gate, long address, long length, GuardPage guard) {
      this.gate = gate;
      this.guard = guard;
      this.address = address;
      this.length = length;
      bytes = SharedObject.buffer(address, length);
      shorts = bytes.asShortBuffer();
      ints = bytes.asIntBuffer();
      longs = bytes.asLongBuffer();
      SharedObject.unmapWhenUnused(bytes, address, length);
    }

    private View(View other) {
      // No gate has this value, so that an access checks the state of the import.
      gate = -1;
      bytes = other.bytes;
      shorts = other.shorts;
      ints = other.ints;
      longs = other.longs;
      guard = other.guard;
      address = other.address;
      length = other.length;
    }

    /** Makes a view of the same mapping that transfers no longer use. */
    View broken() {
      return new View(this);
    }

    /**
     * Replaces this mapping by private pages, so that no access reaches the object. A thread may
     * still be in a transfer: it continues in private pages, and then finds no intact guard page.
     * So the guard page is replaced first.
     *
     * @return whether the system had memory for it
     */
    boolean hide() {
      return guard.hide() && SharedObject.hide(address, length, true);
    }
  }

  /** Connects to a published segment. */
  static RegistryConnection connect(NodeRegistry registry, ShmController by, int id, int perm) {
    String where = by + ".connectImportSegment";
    registry.lockInTime();
    try {
      registry.checkUsable();
      int segment = SegmentSlots.find(registry, id);
      int slot = segment < 0 ? 0 : RegistryLayout.segment(segment);
      boolean local = registry == by.home();
      if (segment < 0 || !local && registry.getInt(slot + RegistryLayout.S_UNIT) != by.unit()) {
        throw ShmFailures.of(
            RsmReturn.SEG_NOT_PUBLISHED,
            where,
            "segmentId",
            "0x" + Integer.toHexString(id),
            "publish it on node " + registry.node() + " through " + by.name());
      }
      check(where, registry, segment, by.home().node(), perm);
      int index = ImportSlots.find(where, registry);
      int entry = RegistryLayout.imported(index);
      int tag = registry.nextTag();
      long gate =
          RegistryLayout.gate(
              RegistryLayout.CONNECTED, registry.getInt(slot + RegistryLayout.S_GENERATION));
      registry.setInt(entry + RegistryLayout.I_OWNER, registry.self());
      registry.setInt(entry + RegistryLayout.I_NODE, by.home().node());
      registry.setLong(entry + RegistryLayout.I_PID, ProcessInfo.PID);
      registry.setInt(entry + RegistryLayout.I_MAPPED, 0);
      registry.setInt(entry + RegistryLayout.I_SEGMENT, segment);
      // A post of another segment that finds the new tag has to find the new segment, too.
      registry.setInt(
          entry + RegistryLayout.I_SEGMENT_TAG, registry.getInt(slot + RegistryLayout.S_TAG));
      registry.setInt(entry + RegistryLayout.I_TAG, tag);
      SharedSignals.reset(registry.memory(), entry + RegistryLayout.I_SIGNALS, tag);
      RegistryConnection made =
          new RegistryConnection(
              registry,
              index,
              segment,
              tag,
              registry.getInt(slot + RegistryLayout.S_TAG),
              registry.getLong(slot + RegistryLayout.S_LENGTH),
              null);
      View view = made.mapData(gate, perm);
      registry.setLong(entry + RegistryLayout.I_GATE, gate);
      ImportSlots.mark(registry, segment, index, true);
      return new RegistryConnection(
          registry, index, segment, tag, made.segmentTag, made.length, view);
    } finally {
      registry.unlock();
    }
  }

  private static void check(String where, NodeRegistry registry, int segment, int node, int perm) {
    int slot = RegistryLayout.segment(segment);
    List<AccessEntry> list = SegmentSlots.list(registry, segment);
    int mode = Access.mode(list, node, registry.getInt(slot + RegistryLayout.S_MODE));
    if (mode == Access.NOT_LISTED) {
      throw ShmFailures.of(
          RsmReturn.SEG_NOT_PUBLISHED_TO_NODE,
          where,
          "node",
          node,
          "the exporter's access list has to name it");
    }
    boolean owner = registry.getInt(slot + RegistryLayout.S_UID) == LibC.getuid();
    boolean member = ProcessInfo.groups().contains(registry.getInt(slot + RegistryLayout.S_GID));
    if (!Access.granted(mode, owner, member, perm)) {
      throw ShmFailures.of(
          RsmReturn.PERM_DENIED,
          where,
          "perm",
          Permission.toString(perm),
          "the exporter grants 0" + Integer.toOctalString(mode));
    }
  }

  /** Frees the slot, which no thread uses. */
  void abandon() {
    registry.lock();
    try {
      ImportSlots.free(registry, index, tag);
    } finally {
      registry.unlock();
    }
  }

  /** Opens the object that holds the data now. The caller holds the registry's lock. */
  private int open(String where, boolean writable, long offset, long bytes) {
    String name = objectName();
    registry.watch(name);
    int fd = LibC.shm_open(name, writable ? LibC.O_RDWR : LibC.O_RDONLY, 0);
    if (fd < 0) {
      throw ShmFailures.system(
          RsmReturn.SEG_NOT_PUBLISHED, where, "shm_open " + name, LibC.errno());
    }
    boolean sound = false;
    try {
      check(where, name, fd, offset, bytes);
      sound = true;
      return fd;
    } finally {
      if (!sound) {
        LibC.close(fd);
      }
    }
  }

  private void check(String where, String name, int fd, long offset, long bytes) {
    boolean shared = registry.domain().shared();
    int owner =
        shared
            ? registry.getInt(RegistryLayout.segment(segment) + RegistryLayout.S_UID)
            : LibC.getuid();
    String fault = SharedObject.status(fd).fault(owner, shared);
    if (fault != null) {
      throw ShmFailures.of(
          RsmReturn.SEG_NOT_PUBLISHED,
          where,
          "object " + name,
          fault,
          "it is not the exporter's: have its owner or root remove it");
    }
    // Data of other processes is not trusted: an access past the end of the object would be a
    // fault.
    long size = GuardPage.offset(fd);
    if (offset < 0
        || bytes <= 0
        || offset % SharedObject.PAGE != 0
        || size % SharedObject.PAGE != 0
        || bytes > Integer.MAX_VALUE
        || offset > size - bytes) {
      throw ShmFailures.of(
          RsmReturn.BAD_LENGTH,
          where,
          "size of object " + name,
          size,
          "it is damaged: its exporter has to destroy and create the segment again");
    }
  }

  /** Returns the name of the object that holds the data now. */
  private String objectName() {
    int slot = RegistryLayout.segment(segment);
    int owner = registry.getInt(slot + RegistryLayout.S_OWNER);
    return registry
        .domain()
        .objectName(
            ProcessSlots.pid(registry, owner),
            ProcessSlots.start(registry, owner),
            registry.getInt(slot + RegistryLayout.S_OBJECT));
  }

  /**
   * Tells whether the object that holds the data now is truncated. The caller holds the registry's
   * lock.
   */
  boolean isTruncated() {
    try {
      long size = Files.size(Path.of(SharedObject.FOLDER + objectName()));
      return size < dataOffset() + length + SharedObject.PAGE;
    } catch (IOException ended) {
      // An object without a name cannot be truncated.
      return false;
    }
  }

  /**
   * Cleans up after the exporter if it has ended, which aborts its imports. The caller holds the
   * registry's lock.
   */
  void reapExporter() {
    ProcessSlots.reapIfDead(
        registry, registry.getInt(RegistryLayout.segment(segment) + RegistryLayout.S_OWNER));
  }

  private long dataOffset() {
    return registry.getLong(RegistryLayout.segment(segment) + RegistryLayout.S_OFFSET);
  }

  /** Maps the data for transfers. The caller holds the registry's lock. */
  View mapData(long gate, int perm) {
    boolean writable = (perm & Permission.WRITE) != 0;
    long offset = dataOffset();
    int fd = open("import", writable, offset, length);
    try {
      GuardPage guard = GuardPage.map("import", fd);
      if (!guard.isIntact(0)) {
        throw ShmFailures.of(
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
   * Maps a part for direct access. The caller holds the registry's lock.
   *
   * @param address where to map, 0 for anywhere
   * @param over whether an existing mapping at the address is replaced
   * @return the address
   */
  long mapWindow(long address, boolean over, int perm, long offset, long bytes) {
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
              bytes,
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
      LibC.munmap(mapped, bytes);
      mapped = LibC.FAILED;
      errno = LibC.EEXIST;
    }
    if (mapped == LibC.FAILED) {
      throw ShmFailures.system(
          RsmReturn.MAP_FAILED, "import.map", "mmap at " + new Pointer(address), errno);
    }
    return mapped;
  }
}
