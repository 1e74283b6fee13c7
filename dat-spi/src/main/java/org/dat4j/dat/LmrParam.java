package org.dat4j.dat;

/**
 * Parameters of an {@link Lmr}.
 *
 * @param ia the adapter instance
 * @param memType kind of memory
 * @param regionDesc what was registered
 * @param length octets asked for
 * @param pz the protection zone
 * @param memPriv bits of {@link MemPriv}
 * @param lmrContext context of local segments
 * @param rmrContext context for peers, 0 without remote privileges
 * @param registeredSize octets registered
 * @param registeredAddress address of the first octet
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
