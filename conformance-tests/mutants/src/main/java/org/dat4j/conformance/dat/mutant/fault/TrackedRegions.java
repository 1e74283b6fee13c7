package org.dat4j.conformance.dat.mutant.fault;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.spi.forward.Call;

/**
 * Tracks all memory that the suite has registered or bound, so that a DAT mutant can reach memory
 * that a correct provider protects. It remembers regions that were freed, and endpoints. It makes
 * second registrations of the same memory that permit everything. Thread-safe.
 */
public final class TrackedRegions {

  /** A region of memory that was registered, or bound to an RMR. */
  public static final class TrackedRegion {
    private final Ia ia;
    private final Lmr lmr;
    private final ByteBuffer buffer;
    private final int bufferStart;
    private final Pz pz;
    private final int privileges;
    private final int local;
    private final int remote;
    private final long base;
    private final long size;
    private final Rmr window;
    private final TrackedRegion under;
    private volatile boolean freed;
    private volatile boolean revoked;

    private TrackedRegion(Ia ia, Lmr lmr, ByteBuffer buffer, Pz pz, int privileges) {
      this.ia = ia;
      this.lmr = lmr;
      this.buffer = buffer;
      this.bufferStart = buffer.position();
      this.pz = pz;
      this.privileges = privileges;
      this.local = lmr.lmrContext();
      this.remote = lmr.rmrContext();
      this.base = lmr.registeredAddress();
      this.size = lmr.registeredSize();
      this.window = null;
      this.under = this;
    }

    private TrackedRegion(
        TrackedRegion under, Rmr window, Pz pz, int privileges, long address, long length) {
      this.ia = under.ia;
      this.lmr = under.lmr;
      this.buffer = under.buffer;
      this.bufferStart = under.bufferStart;
      this.pz = pz;
      this.privileges = privileges;
      this.local = 0;
      this.remote = window.rmrContext();
      this.base = address;
      this.size = length;
      this.window = window;
      this.under = under;
    }

    /**
     * Tells whether the region is one of an RMR.
     *
     * @return false for that of an LMR
     */
    public boolean isWindow() {
      return window != null;
    }

    /**
     * Tells whether its LMR or RMR was freed.
     *
     * @return true after the free
     */
    public boolean freed() {
      return freed || under.freed;
    }

    /**
     * Tells whether its RMR was bound again.
     *
     * @return true after the bind
     */
    public boolean revoked() {
      return revoked;
    }

    /**
     * Returns the PZ.
     *
     * @return that of the registration or bind
     */
    public Pz pz() {
      return pz;
    }

    /**
     * Returns the privileges.
     *
     * @return bits of {@link MemPriv}
     */
    public int privileges() {
      return privileges;
    }

    /**
     * Returns the address of the first byte.
     *
     * @return the address
     */
    public long base() {
      return base;
    }

    /**
     * Returns the size.
     *
     * @return bytes
     */
    public long size() {
      return size;
    }

    /**
     * Tells whether an address range is inside; lengths and ends that overflow are not.
     *
     * @param address of the first byte
     * @param length in bytes
     * @return true if it is
     */
    public boolean holds(long address, long length) {
      return address >= base && length >= 0 && address - base <= size - length;
    }

    /**
     * Tells whether another region is of the same memory.
     *
     * @param other the other region
     * @return true if both have one buffer
     */
    public boolean sharesMemory(TrackedRegion other) {
      return buffer == other.buffer;
    }

    /**
     * Returns the LMR.
     *
     * @return the LMR of the region, or that under its RMR
     */
    public Lmr lmr() {
      return lmr;
    }

    /**
     * Returns the context for local use.
     *
     * @return LMR context, 0 for an RMR
     */
    public int localContext() {
      return local;
    }

    /**
     * Returns the context for peers.
     *
     * @return RMR context
     */
    public int remoteContext() {
      return remote;
    }

    private int at(long address) {
      return bufferStart + (int) (address - under.base);
    }

    /**
     * Copies a range of the memory, which has to be inside.
     *
     * @param address of the first byte
     * @param length in bytes
     * @return a copy
     */
    public byte[] content(long address, int length) {
      byte[] copy = new byte[length];
      buffer.get(at(address), copy);
      return copy;
    }

    /**
     * Stores bytes into the memory; the range has to be inside.
     *
     * @param address of the first byte
     * @param bytes what to store
     */
    public void store(long address, byte[] bytes) {
      buffer.put(at(address), bytes);
    }

    /**
     * Changes a byte of the memory, if the address is inside.
     *
     * @param address of the byte
     */
    public void corrupt(long address) {
      if (holds(address, 1)) {
        buffer.put(at(address), (byte) (buffer.get(at(address)) + 1));
      }
    }
  }

  private record Permit(TrackedRegion region, Pz pz, int privileges, Lmr lmr) {}

  /** How many regions are remembered after their free, at most: tests use the last ones only. */
  private static final int REMEMBERED = 500;

  /** How many bytes of memory are kept by that, about. */
  private static final long REMEMBERED_BYTES = 1 << 27;

  /** The newest first. */
  private final List<TrackedRegion> regions = new ArrayList<>();

  private final List<Permit> permits = new ArrayList<>();
  private final List<Ep> eps = new ArrayList<>();

  /** Makes a tracker of no regions. */
  public TrackedRegions() {}

  /**
   * Makes a second registration of memory before a call frees the first.
   *
   * @param call any call that begins
   */
  public synchronized void before(Call call) {
    if (call.object() instanceof Lmr lmr && "dat_lmr_free".equals(call.manPage())) {
      for (TrackedRegion region : regions) {
        if (region.lmr == lmr && !region.freed) {
          permit(region, region.pz);
        }
      }
    }
  }

  /**
   * Notes the regions and endpoints that a call has created or freed.
   *
   * @param call any call that has ended
   * @param answer its answer, null for none
   */
  public synchronized void after(Call call, Object answer) {
    if (answer instanceof Lmr lmr && call.object() instanceof Ia ia) {
      registered(ia, lmr, call.arguments());
    } else if (answer instanceof Ep ep && call.object() instanceof Ia) {
      eps.add(ep);
    } else if (call.object() instanceof Lmr lmr && "dat_lmr_free".equals(call.manPage())) {
      regions.stream().filter(region -> region.lmr == lmr).forEach(region -> region.freed = true);
    } else if (call.object() instanceof Rmr rmr && "dat_rmr_free".equals(call.manPage())) {
      regions.stream()
          .filter(region -> region.window == rmr)
          .forEach(region -> region.freed = true);
    } else if (call.object() instanceof Rmr rmr
        && call.name().equals("Rmr.bind")
        && answer.equals(DatReturn.SUCCESS)) {
      bound(rmr, call.arguments());
    }
  }

  private void registered(Ia ia, Lmr lmr, Object[] arguments) {
    ByteBuffer buffer = null;
    if (arguments[0] instanceof ByteBuffer given) {
      buffer = given;
    } else if (arguments[0] != MemType.LMR) {
      buffer = ((RegionDescription) arguments[1]).buffer();
    } else {
      Lmr first = ((RegionDescription) arguments[1]).lmr();
      buffer =
          regions.stream().filter(a -> a.lmr == first).map(a -> a.buffer).findFirst().orElse(null);
    }
    if (buffer != null) {
      forgetOldest();
      Pz pz = (Pz) arguments[arguments.length - 2];
      regions.add(0, new TrackedRegion(ia, lmr, buffer, pz, (int) arguments[arguments.length - 1]));
    }
  }

  /** Forgets regions that were freed, the oldest first, if there are too many. */
  private void forgetOldest() {
    long bytes = regions.stream().mapToLong(region -> region.size).sum();
    for (int i = regions.size() - 1; i >= 0; i--) {
      if (regions.size() <= REMEMBERED && bytes <= REMEMBERED_BYTES) {
        return;
      }
      if (regions.get(i).freed()) {
        bytes -= regions.remove(i).size;
      }
    }
  }

  private void bound(Rmr rmr, Object[] arguments) {
    regions.stream()
        .filter(region -> region.window == rmr)
        .forEach(region -> region.revoked = true);
    long length = (long) arguments[2];
    int context = (int) arguments[0];
    Optional<TrackedRegion> under = local(context);
    if (length > 0 && under.isPresent()) {
      Pz pz = rmr.query(RmrField.ALL).pz();
      regions.add(
          0,
          new TrackedRegion(under.get(), rmr, pz, (int) arguments[3], (long) arguments[1], length));
    }
  }

  private synchronized Optional<TrackedRegion> find(Predicate<TrackedRegion> wanted) {
    return regions.stream().filter(wanted).findFirst();
  }

  /**
   * Finds the registration that a local context names or named.
   *
   * @param context the LMR context
   * @return its region, if it is known
   */
  public Optional<TrackedRegion> local(int context) {
    return find(region -> region.local == context && !region.isWindow());
  }

  /**
   * Finds the registration of an LMR.
   *
   * @param lmr the LMR
   * @return its region, if it is known
   */
  public Optional<TrackedRegion> of(Lmr lmr) {
    return find(region -> region.lmr == lmr && !region.isWindow());
  }

  /**
   * Lists the live registrations of the same memory as a region, the newest first.
   *
   * @param region the region
   * @return the others
   */
  public synchronized List<TrackedRegion> others(TrackedRegion region) {
    return regions.stream()
        .filter(other -> other != region && !other.isWindow() && !other.freed())
        .filter(region::sharesMemory)
        .toList();
  }

  /**
   * Finds the region that a remote context names or named.
   *
   * @param context the RMR context
   * @return its region, if it is known
   */
  public Optional<TrackedRegion> remote(int context) {
    return context == 0 ? Optional.empty() : find(region -> region.remote == context);
  }

  /**
   * Finds a live registration of an adapter with at least a number of bytes.
   *
   * @param adapter which adapters count
   * @param length the least size, in bytes
   * @return the newest, if there is any
   */
  public Optional<TrackedRegion> any(Predicate<Ia> adapter, long length) {
    return find(
        region ->
            adapter.test(region.ia)
                && !region.freed()
                && !region.isWindow()
                && region.size >= length);
  }

  /**
   * Finds the PZ of a connected endpoint on the region's adapter that is not the region's PZ.
   *
   * @param region the region
   * @return the PZ, if there is any
   */
  public synchronized Optional<Pz> zoneOfTarget(TrackedRegion region) {
    for (Ep ep : eps) {
      try {
        if (ep.getStatus().state() == EpState.CONNECTED
            && ep.query().ia() == region.ia
            && ep.query().pz() != region.pz) {
          return Optional.of(ep.query().pz());
        }
      } catch (DatException freed) {
        // It is no longer a target.
      }
    }
    return Optional.empty();
  }

  /**
   * Makes, once, a second registration of the memory under a region, with all privileges.
   *
   * @param region the region
   * @param pz the PZ of the registration
   * @return the registration
   */
  public Lmr permit(TrackedRegion region, Pz pz) {
    return permit(region, pz, MemPriv.ALL);
  }

  /**
   * Makes, once, a second registration of the memory under a region.
   *
   * @param region the region
   * @param pz the PZ of the registration
   * @param privileges bits of {@link MemPriv}
   * @return the registration
   */
  public synchronized Lmr permit(TrackedRegion region, Pz pz, int privileges) {
    for (Permit permit : permits) {
      if (permit.region() == region.under
          && permit.pz() == pz
          && permit.privileges() == privileges) {
        return permit.lmr();
      }
    }
    ByteBuffer whole = region.buffer.duplicate();
    whole.limit(region.bufferStart + (int) region.under.size).position(region.bufferStart);
    Lmr lmr = region.ia.createLmr(whole, pz, privileges);
    permits.add(new Permit(region.under, pz, privileges, lmr));
    return lmr;
  }

  /**
   * Converts an address of a region to that of the same byte in a second registration.
   *
   * @param region the region
   * @param address of a byte of it
   * @param permit the second registration
   * @return the address there
   */
  public static long moved(TrackedRegion region, long address, Lmr permit) {
    return permit.registeredAddress() + (address - region.under.base);
  }
}
