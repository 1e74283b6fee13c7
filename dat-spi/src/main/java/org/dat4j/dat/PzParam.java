package org.dat4j.dat;

/**
 * Parameters of a {@link Pz}.
 *
 * @param ia the adapter instance
 */
public record PzParam(Ia ia) {}
