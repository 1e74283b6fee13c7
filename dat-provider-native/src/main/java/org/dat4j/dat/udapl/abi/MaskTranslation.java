package org.dat4j.dat.udapl.abi;

/**
 * A translation of DAT 1.2 parameter masks, which name the members of a query or change, to the
 * bits of the uDAPL library's ABI.
 *
 * <p>2.0 inserted members in the middle of some structures and their mask bits with them. The masks
 * of EVDs, SRQs and CRs have the same bits in both.
 */
public final class MaskTranslation {

  // DAT_EP_FIELD_COMM (2.0) took bit 2; the bits of the EP attributes start at 12 in both.
  private static final long EP_BEFORE = 0x3;
  private static final long EP_MOVED = 0x7fc;
  private static final long EP_ATTR = 0x7fff_f000L;

  // Three extension members (2.0) took bits 31 to 33.
  private static final long IA_BEFORE = 0x7fff_ffffL;
  private static final long IA_MOVED = 0x7_8000_0000L;

  // Five members (2.0) took bits 24 to 28.
  private static final long PROVIDER_BEFORE = 0xff_ffffL;
  private static final long PROVIDER_MOVED = 0x300_0000L;

  private MaskTranslation() {}

  /**
   * Translates the mask of {@code dat_ep_query}.
   *
   * @param mask DAT_EP_FIELD bits of 1.2; 2.0 drops others
   * @return the bits of the library
   */
  public static long ep(long mask) {
    return ep(Abi.current(), mask);
  }

  static long ep(Abi abi, long mask) {
    if (abi == Abi.DAT_1_2) {
      return mask;
    }
    return mask & EP_BEFORE | (mask & EP_MOVED) << 1 | mask & EP_ATTR;
  }

  /**
   * Translates the mask of the IA attributes of {@code dat_ia_query}.
   *
   * @param mask DAT_IA_FIELD bits of 1.2; 2.0 drops others
   * @return the bits of the library
   */
  public static long ia(long mask) {
    return ia(Abi.current(), mask);
  }

  static long ia(Abi abi, long mask) {
    if (abi == Abi.DAT_1_2) {
      return mask;
    }
    return mask & IA_BEFORE | (mask & IA_MOVED) << 3;
  }

  /**
   * Translates the mask of the provider attributes of {@code dat_ia_query}.
   *
   * @param mask DAT_PROVIDER_FIELD bits of 1.2; 2.0 drops others
   * @return the bits of the library
   */
  public static long provider(long mask) {
    return provider(Abi.current(), mask);
  }

  static long provider(Abi abi, long mask) {
    if (abi == Abi.DAT_1_2) {
      return mask;
    }
    return mask & PROVIDER_BEFORE | (mask & PROVIDER_MOVED) << 5;
  }
}
