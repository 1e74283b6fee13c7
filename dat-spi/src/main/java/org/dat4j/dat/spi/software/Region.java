package org.dat4j.dat.spi.software;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.spi.AbstractPz;

/**
 * Registered memory as data movers see it: a direct buffer whose index 0 is the region's first
 * octet, a synthetic base address, rights and zone. Revoked once, for ever. A registration is one
 * region, every bind of a window makes another.
 */
public final class Region {

  /** Instead of memory that was revoked. */
  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final Hazards hazards;
  private final long number;
  private ByteBuffer memory;
  private final long base;
  private final long size;
  private final int privileges;
  private final AbstractPz pz;
  private final AtomicReference<ByteBuffer[]> spareViews = new AtomicReference<>();
  private volatile boolean valid;

  /** What it is entered under; 0 before. */
  private int context;

  /** Null of a registration, and of a window until its bind is posted. */
  private volatile Binding binding;

  /**
   * Makes a valid region.
   *
   * @param hazards of the threads that will touch it
   * @param memory index 0 is the first octet; held strongly
   * @param base synthetic address of the first octet
   * @param size octets
   * @param privileges bits of {@link org.dat4j.dat.MemPriv}
   * @param pz the zone
   */
  public Region(
      Hazards hazards, ByteBuffer memory, long base, long size, int privileges, AbstractPz pz) {
    this(hazards, memory, base, size, privileges, pz, true);
  }

  private Region(
      Hazards hazards,
      ByteBuffer memory,
      long base,
      long size,
      int privileges,
      AbstractPz pz,
      boolean valid) {
    this.hazards = hazards;
    this.number = hazards.nextRegion();
    this.memory = memory;
    this.base = base;
    this.size = size;
    this.privileges = privileges;
    this.pz = pz;
    // Last: who finds it valid finds all of it, however it was led here.
    this.valid = valid;
  }

  /**
   * Whether the region may be touched; look after the hazard was sealed.
   *
   * @return false for ever after the revocation
   */
  boolean isValid() {
    return valid;
  }

  /** Synthetic address of the first octet. */
  long base() {
    return base;
  }

  /** The octets; index 0 is the first. */
  ByteBuffer memory() {
    return memory;
  }

  /** Octets. */
  long size() {
    return size;
  }

  /** What hazards know it by. */
  long number() {
    return number;
  }

  /**
   * The same memory again, with other rights and in another zone.
   *
   * @param otherPrivileges bits of {@link org.dat4j.dat.MemPriv}
   * @param otherPz the zone
   * @return a valid region with a life of its own
   */
  Region again(int otherPrivileges, AbstractPz otherPz) {
    return new Region(hazards, memory, base, size, otherPrivileges, otherPz, true);
  }

  /**
   * A part of this memory for peers, in the same zone; it may be touched after {@link #open()}.
   *
   * @param address first octet, inside this region
   * @param length octets, inside this region
   * @param remotePrivileges bits of {@link org.dat4j.dat.MemPriv}
   * @return a region with a life of its own
   */
  Region window(long address, long length, int remotePrivileges) {
    ByteBuffer whole = memory;
    // When the adapter was closed meanwhile, a window of nothing: its use is a protection error.
    ByteBuffer part =
        whole == NOTHING ? NOTHING : whole.slice((int) (address - base), (int) length);
    return new Region(hazards, part, address, length, remotePrivileges, pz, false);
  }

  /** Says what it is about to be entered under. */
  void enteredAs(int newContext) {
    context = newContext;
  }

  /** Whether a context names it, and it was not revoked. */
  boolean isNamed(int name) {
    return context == name && valid;
  }

  /** Says which bind this window is of; before the bind is posted. */
  void boundBy(Binding newBinding) {
    binding = newBinding;
  }

  /** The bind that this is the window of; null of a registration. */
  Binding binding() {
    return binding;
  }

  /** Makes a window valid; by the one thread that may also revoke it. */
  void open() {
    valid = true;
  }

  /**
   * Marks the region invalid, waits for the threads that touch it and lets the memory go: some who
   * looked at this region last keep it until they look at another.
   */
  void revoke() {
    valid = false;
    hazards.awaitUnused(this);
    memory = NOTHING;
    spareViews.set(null);
  }

  /**
   * Finds a range, publishes the region in the hazard and fills the span. The caller then seals the
   * hazard and asks {@link Span#isValid()} before it touches the memory.
   *
   * @param zone zone the range is wanted for
   * @param right privileges needed
   * @param address first octet
   * @param length octets, 0 or more
   * @param hazard of the calling thread
   * @param slot of the hazard
   * @param out filled on success
   * @return {@link Access#OK} or why not; then nothing is published
   */
  Access locate(
      AbstractPz zone, int right, long address, long length, Hazard hazard, int slot, Span out) {
    if (pz != zone) {
      return Access.OTHER_ZONE;
    }
    if ((privileges & right) != right) {
      return Access.NO_RIGHT;
    }
    if (Long.compareUnsigned(address + length, address) < 0) {
      return Access.WRAPS;
    }
    long offset = address - base;
    if (Long.compareUnsigned(offset, size) > 0 || Long.compareUnsigned(length, size - offset) > 0) {
      return Access.OUT_OF_BOUNDS;
    }
    hazard.publish(slot, this);
    out.set(this, (int) offset, (int) length);
    return Access.OK;
  }

  /**
   * Lends a view of a piece, with a position and a limit of its own: for calls that take a buffer
   * instead of an index. Views are kept, so a steady program makes no more of them.
   *
   * @param index first octet of the piece
   * @param length octets
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
   * Takes a view back. Dropped when another thread has the spare views just then.
   *
   * @param view from {@link #lendView}
   */
  void returnView(ByteBuffer view) {
    ByteBuffer[] spare = spareViews.getAndSet(null);
    if (spare == null) {
      spare = new ByteBuffer[Span.VIEWS];
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
