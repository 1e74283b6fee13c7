package org.dat4j.dat;

/**
 * The parameters and state of a {@link Pz}, as its query returns them.
 *
 * @param ia the adapter instance
 */
public record PzParam(Ia ia) {}
