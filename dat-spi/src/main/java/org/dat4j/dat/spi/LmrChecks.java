package org.dat4j.dat.spi;

import java.nio.ByteBuffer;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.RegionDescription;

/**
 * Checks of the arguments of a memory registration and of the sync calls, the same for all DAT
 * providers.
 */
final class LmrChecks {

  private LmrChecks() {}

  static LmrSpec check(
      AbstractIa ia,
      String where,
      MemType memType,
      RegionDescription region,
      long length,
      AbstractPz pz,
      int privileges) {
    if (memType == null) {
      throw Errors.parameter(where, 2, "memType", null, "give a MemType");
    }
    if (region == null) {
      throw Errors.parameter(where, 3, "region", null, "give a RegionDescription");
    }
    int defined = MemPriv.ALL | MemPriv.RO_DISABLE;
    if ((privileges & ~defined) != 0) {
      throw Errors.parameter(
          where, 6, "privileges", "0x" + Integer.toHexString(privileges), "use bits of MemPriv");
    }
    int kept = privileges & MemPriv.ALL;
    int supported = ia.providerAttr().lmrMemTypesSupported();
    if (memType == MemType.LMR) {
      AbstractDatObject.own(
          ia, region.lmr(), AbstractLmr.class, where, "region", DatSubtype.INVALID_HANDLE_LMR);
      checkSupported(where, memType, supported);
      return new LmrSpec(memType, region, ((AbstractLmr) region.lmr()).registeredSize(), pz, kept);
    }
    checkSupported(where, memType, supported);
    checkMemory(ia, where, memType, region, length);
    return new LmrSpec(memType, region, length, pz, kept);
  }

  /**
   * VIRTUAL is implied and SO_VIRTUAL has no bit: that one is the provider's to refuse (DAT-D07 in
   * docs/reference/decisions.md).
   */
  private static void checkSupported(String where, MemType memType, int supported) {
    boolean hasBit = memType == MemType.LMR || memType == MemType.SHARED_VIRTUAL;
    if (hasBit && (supported & memType.value()) == 0) {
      throw Errors.model(
          where,
          "memType",
          memType,
          "lmr_mem_types_supported is " + supported + ": use MemType.VIRTUAL");
    }
  }

  /** The segments of a sync call: any LMRs of the adapter, in any PZs; empty ones name none. */
  static void segments(AbstractIa ia, String where, LmrIov segments) {
    for (int i = 0; i < segments.count(); i++) {
      if (segments.length(i) == 0) {
        continue;
      }
      AbstractLmr lmr = ia.lmrs().get(segments.lmrContext(i));
      if (lmr == null
          || segments.length(i) < 0
          || !lmr.covers(segments.address(i), segments.length(i))) {
        throw Errors.parameter(
            where, 2, "segment " + i, "outside a live LMR", "name registered memory");
      }
    }
  }

  private static void checkMemory(
      AbstractIa ia, String where, MemType memType, RegionDescription region, long length) {
    ByteBuffer buffer = region.buffer();
    if (buffer == null && region.address() == 0) {
      throw Errors.parameter(where, 3, "region", region, "give a direct buffer or an address");
    }
    if (buffer != null && !buffer.isDirect()) {
      throw Errors.parameter(
          where, 3, "region", buffer, "heap memory moves: use ByteBuffer.allocateDirect");
    }
    if (buffer != null && buffer.isReadOnly()) {
      throw Errors.parameter(
          where,
          3,
          "region",
          buffer,
          "a read-only buffer cannot be registered: give a writable one");
    }
    if (memType == MemType.SHARED_VIRTUAL
        && (region.cookie() == null
            || region.cookie().length != org.dat4j.dat.DatConstants.LMR_COOKIE_SIZE)) {
      throw Errors.parameter(
          where, 3, "cookie", region, "give RegionDescription.sharedVirtual with 40 bytes");
    }
    if (length <= 0) {
      throw Errors.parameter(where, 4, "length", length, "give at least 1 byte");
    }
    if (length > region.length()) {
      throw Errors.parameter(
          where, 4, "length", length, "the region has " + region.length() + " bytes");
    }
    if (length > ia.iaAttr().maxLmrBlockSize()) {
      throw Errors.parameter(
          where, 4, "length", length, "max_lmr_block_size is " + ia.iaAttr().maxLmrBlockSize());
    }
  }
}
