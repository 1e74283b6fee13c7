package org.dat4j.dat;

/**
 * The parameters and state of an {@link Lmr}, as its query returns them.
 *
 * @param ia the adapter instance
 * @param memType kind of memory
 * @param regionDesc what was registered
 * @param length bytes asked for
 * @param pz the protection zone
 * @param memPriv bits of {@link MemPriv}
 * @param lmrContext context of local segments
 * @param rmrContext context for peers, 0 without remote privileges
 * @param registeredSize bytes registered
 * @param registeredAddress address of the first byte
 */
public record LmrParam(
    Ia ia,
    MemType memType,
    RegionDescription regionDesc,
    long length,
    Pz pz,
    int memPriv,
    int lmrContext,
    int rmrContext,
    long registeredSize,
    long registeredAddress) {}
