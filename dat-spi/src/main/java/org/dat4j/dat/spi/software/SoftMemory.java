package org.dat4j.dat.spi.software;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.MemType;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.spi.software.memory.HazardDomain;
import org.dat4j.dat.spi.software.memory.MemoryRegion;

/**
 * The registered memory of one adapter of a software backend: LMRs and RMR windows in one table,
 * under random contexts. A peer that guesses a context of 32 bits meets PZ, rights and bounds next.
 */
final class SoftMemory {

  private static final long PAGE_MASK = 0x0000_7FFF_FFFF_F000L;

  private final ContextTable<MemoryRegion> regions = new ContextTable<>();
  private final SecureRandom random = new SecureRandom();
  private final HazardDomain hazards;

  SoftMemory(HazardDomain hazards) {
    this.hazards = hazards;
  }

  ContextTable<MemoryRegion> regions() {
    return regions;
  }

  HazardDomain hazards() {
    return hazards;
  }

  /** Registers what the specification says. */
  SoftLmr register(SoftIa ia, LmrSpec spec) {
    String where = ia.where("createLmr");
    MemoryRegion region =
        spec.memType() == MemType.LMR ? derived(where, spec) : described(where, spec);
    return new SoftLmr(this, spec, enter(region), region);
  }

  private MemoryRegion derived(String where, LmrSpec spec) {
    SoftLmr source = (SoftLmr) spec.region().lmr();
    MemoryRegion region = source.region().again(spec.privileges(), spec.pz());
    if (region == null) {
      // Its free came between the check of the handle and this.
      throw Errors.handle(
          where, DatSubtype.INVALID_HANDLE_LMR, "region", source, "it was freed; register memory");
    }
    return region;
  }

  /**
   * Memory of a buffer. All memory of a process is shared among its consumers, so shared memory
   * needs nothing more: each consumer's own buffer is the segment that the cookie names, and two
   * cookies never lead to one registration.
   */
  private MemoryRegion described(String where, LmrSpec spec) {
    ByteBuffer buffer = spec.region().buffer();
    if (buffer == null) {
      throw Errors.parameter(
          where, 3, "region", spec.region(), "this provider registers direct buffers");
    }
    ByteBuffer memory = buffer.slice(0, (int) spec.length());
    long base = random.nextLong() & PAGE_MASK;
    return new MemoryRegion(hazards, memory, base, spec.length(), spec.privileges(), spec.pz());
  }

  /** Gives a region a context, never 0. */
  int enter(MemoryRegion region) {
    int stag;
    do {
      stag = random.nextInt();
      region.enteredAs(stag);
    } while (stag == 0 || !regions.putIfAbsent(stag, region));
    return stag;
  }

  /**
   * Ends the use of memory: from now on nobody finds it, and nobody touches it when this returns.
   */
  void revoke(int stag, MemoryRegion region) {
    regions.remove(stag);
    region.revoke();
  }
}
