package org.dat4j.dat;

/**
 * Parameters of an {@link Rsp}.
 *
 * @param ia the adapter instance
 * @param connQual the qualifier
 * @param evd where the request goes
 * @param ep the reserved endpoint
 */
public record RspParam(Ia ia, long connQual, Evd evd, Ep ep) {}
