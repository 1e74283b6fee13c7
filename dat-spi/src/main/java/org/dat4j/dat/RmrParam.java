package org.dat4j.dat;

/**
 * The parameters and state of an {@link Rmr}, as its query returns them. While it is unbound, only
 * ia and pz say something; the rest is zero.
 *
 * @param ia the adapter instance
 * @param pz the protection zone
 * @param lmrContext registration it is bound to
 * @param address first byte of the RMR
 * @param length bytes of the RMR
 * @param memPriv bits of {@link MemPriv}
 * @param rmrContext context for peers
 */
public record RmrParam(
    Ia ia, Pz pz, int lmrContext, long address, long length, int memPriv, int rmrContext) {}
