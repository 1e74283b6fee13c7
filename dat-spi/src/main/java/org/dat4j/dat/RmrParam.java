package org.dat4j.dat;

/**
 * Parameters of an {@link Rmr}; of an unbound one only ia and pz say something, the rest is zero.
 *
 * @param ia the adapter instance
 * @param pz the protection zone
 * @param lmrContext registration it is bound to
 * @param address first octet of the window
 * @param length octets of the window
 * @param memPriv bits of {@link MemPriv}
 * @param rmrContext context for peers
 */
public record RmrParam(
    Ia ia, Pz pz, int lmrContext, long address, long length, int memPriv, int rmrContext) {}
