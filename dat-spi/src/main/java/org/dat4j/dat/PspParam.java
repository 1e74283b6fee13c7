package org.dat4j.dat;

/**
 * The parameters and state of a {@link Psp}, as its query returns them.
 *
 * @param ia the adapter instance
 * @param connQual the qualifier
 * @param evd where requests go
 * @param pspFlags whether the consumer or the provider creates endpoints
 */
public record PspParam(Ia ia, long connQual, Evd evd, PspFlags pspFlags) {}
