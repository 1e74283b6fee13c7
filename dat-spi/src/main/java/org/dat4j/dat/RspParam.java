package org.dat4j.dat;

/**
 * The parameters and state of an {@link Rsp}, as its query returns them.
 *
 * @param ia the adapter instance
 * @param connQual the qualifier
 * @param evd where the request goes
 * @param ep the reserved endpoint
 */
public record RspParam(Ia ia, long connQual, Evd evd, Ep ep) {}
