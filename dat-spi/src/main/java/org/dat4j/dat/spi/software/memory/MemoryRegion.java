package org.dat4j.dat.spi.software.memory;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.spi.AbstractPz;

/**
 * Registered memory of a software backend, as the code that moves data uses it: a direct buffer, a
 * synthetic base address, privileges and PZ. Index 0 of the buffer is the region's first byte. It
 * is revoked once and for good. Each registration is a region, and each bind of a window makes
 * another.
 */
public final class MemoryRegion {

  /** Stands for memory that was revoked. */
  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final HazardDomain hazards;
  private final boolean fileMapped;
  private final long number;
  private ByteBuffer memory;
  private final long base;
  private final long size;
  private final int privileges;
  private final AbstractPz pz;
  private final AtomicReference<ByteBuffer[]> spareViews = new AtomicReference<>();
  private volatile boolean valid;

  /** Its context; 0 before it is entered into the table. */
  private int context;

  /**
   * The bind that made this window; null for a registration, and for a window until its bind is
   * posted.
   */
  private volatile WindowBind binding;

  /**
   * Makes a valid region.
   *
   * @param hazards the hazard pointers of the threads that will touch it
   * @param memory index 0 is the first byte; held strongly
   * @param base synthetic address of the first byte
   * @param size bytes
   * @param privileges bits of {@link org.dat4j.dat.MemPriv}
   * @param pz the PZ
   */
  public MemoryRegion(
      HazardDomain hazards,
      ByteBuffer memory,
      long base,
      long size,
      int privileges,
      AbstractPz pz) {
    this(hazards, memory, base, size, privileges, pz, true);
  }

  private MemoryRegion(
      HazardDomain hazards,
      ByteBuffer memory,
      long base,
      long size,
      int privileges,
      AbstractPz pz,
      boolean valid) {
    this.hazards = hazards;
    this.number = hazards.nextRegion();
    this.memory = memory;
    this.fileMapped = GuardedCopy.isFileMapped(memory);
    this.base = base;
    this.size = size;
    this.privileges = privileges;
    this.pz = pz;
    // Last: a thread that finds it valid finds all of it.
    this.valid = valid;
  }

  /**
   * Whether the region may be touched; asked after {@link HazardPointers#publishFence()}.
   *
   * @return false for ever after the revocation
   */
  boolean isValid() {
    return valid;
  }

  /**
   * Returns the synthetic address of the first byte.
   *
   * @return what a transfer names as address
   */
  public long base() {
    return base;
  }

  /** Returns the memory; index 0 is the first byte. */
  ByteBuffer memory() {
    return memory;
  }

  /** Whether the memory is a mapped file, which may be cut short at any moment. */
  boolean isFileMapped() {
    return fileMapped;
  }

  /**
   * Returns the size.
   *
   * @return bytes
   */
  public long size() {
    return size;
  }

  /** Returns the number that hazard pointers publish for it. */
  long number() {
    return number;
  }

  /**
   * Registers the same memory again, with other privileges and in another PZ.
   *
   * @param otherPrivileges bits of {@link org.dat4j.dat.MemPriv}
   * @param otherPz the PZ
   * @return a valid region with a life of its own; null after the revocation
   */
  public MemoryRegion again(int otherPrivileges, AbstractPz otherPz) {
    ByteBuffer whole = memory;
    return whole == NOTHING
        ? null
        : new MemoryRegion(hazards, whole, base, size, otherPrivileges, otherPz, true);
  }

  /**
   * Makes a window over a part of this memory, in the same PZ; to be opened by {@link #open()}.
   *
   * @param address first byte, inside this region
   * @param length bytes, inside this region
   * @param remotePrivileges bits of {@link org.dat4j.dat.MemPriv}
   * @return a region with a life of its own
   */
  public MemoryRegion window(long address, long length, int remotePrivileges) {
    ByteBuffer whole = memory;
    // An adapter that is closed meanwhile leaves an empty window: its use is a protection error.
    ByteBuffer part =
        whole == NOTHING ? NOTHING : whole.slice((int) (address - base), (int) length);
    return new MemoryRegion(hazards, part, address, length, remotePrivileges, pz, false);
  }

  /**
   * Sets the context, just before the region is entered into the table.
   *
   * @param newContext the context
   */
  public void enteredAs(int newContext) {
    context = newContext;
  }

  /**
   * Whether a context names this region, and it was not revoked.
   *
   * @param name the context
   * @return whether it may be looked at under this context
   */
  public boolean isNamed(int name) {
    return context == name && valid;
  }

  /**
   * Sets the bind that made this window; before the bind is posted.
   *
   * @param newBinding the bind
   */
  public void boundBy(WindowBind newBinding) {
    binding = newBinding;
  }

  /**
   * Returns the bind that made this window.
   *
   * @return null for a registration
   */
  public WindowBind binding() {
    return binding;
  }

  /** Makes a window valid; by the one thread that may also revoke it. */
  public void open() {
    valid = true;
  }

  /**
   * Marks the region invalid, waits for the threads that touch it, and drops the memory. Without
   * the drop it would stay reachable: caches of the last region keep this object for a while.
   */
  public void revoke() {
    valid = false;
    hazards.awaitUnused(this);
    memory = NOTHING;
    spareViews.set(null);
  }

  /**
   * Finds a range, publishes the region in a hazard pointer and fills the slice. The caller then
   * calls {@link HazardPointers#publishFence()} and asks {@link RegionSlice#isValid()} before it
   * touches the memory.
   *
   * @param zone PZ the range is wanted for
   * @param right privileges needed
   * @param address first byte
   * @param length bytes, 0 or more
   * @param hazard the calling thread's hazard pointers
   * @param slot which of them
   * @param out filled on success
   * @return {@link AccessResult#OK} or why not; then nothing is published
   */
  public AccessResult locate(
      AbstractPz zone,
      int right,
      long address,
      long length,
      HazardPointers hazard,
      int slot,
      RegionSlice out) {
    if (pz != zone) {
      return AccessResult.OTHER_ZONE;
    }
    if ((privileges & right) != right) {
      return AccessResult.NO_RIGHT;
    }
    if (Long.compareUnsigned(address + length, address) < 0) {
      return AccessResult.WRAPS;
    }
    long offset = address - base;
    if (Long.compareUnsigned(offset, size) > 0 || Long.compareUnsigned(length, size - offset) > 0) {
      return AccessResult.OUT_OF_BOUNDS;
    }
    hazard.publish(slot, this);
    out.set(this, (int) offset, (int) length);
    return AccessResult.OK;
  }

  /**
   * Lends a view of a slice, with a position and a limit of its own: for calls that take a buffer
   * instead of an index. Views are kept for reuse.
   *
   * @param index first byte of the slice
   * @param length bytes
   * @return a duplicate of the memory; to be given back
   */
  ByteBuffer lendView(int index, int length) {
    ByteBuffer view = null;
    ByteBuffer[] spare = spareViews.getAndSet(null);
    if (spare != null) {
      for (int i = spare.length - 1; i >= 0 && view == null; i--) {
        view = spare[i];
        spare[i] = null;
      }
      spareViews.set(spare);
    }
    if (view == null) {
      view = memory.duplicate();
    }
    return view.limit(index + length).position(index);
  }

  /**
   * Takes a view back, or drops it when another thread has the spare views just then.
   *
   * @param view from {@link #lendView}
   */
  void returnView(ByteBuffer view) {
    ByteBuffer[] spare = spareViews.getAndSet(null);
    if (spare == null) {
      spare = new ByteBuffer[RegionSlice.VIEWS];
    }
    for (int i = 0; i < spare.length; i++) {
      if (spare[i] == null) {
        spare[i] = view;
        break;
      }
    }
    spareViews.set(spare);
  }
}
