package org.dat4j.dat;

/**
 * The parameters and state of an {@link Evd}, as its query returns them.
 *
 * @param ia the adapter instance
 * @param evdQlen events it can hold
 * @param evdState bits of {@link EvdState}
 * @param cno its CNO, or null
 * @param evdFlags bits of {@link EvdFlags}
 */
public record EvdParam(Ia ia, int evdQlen, int evdState, Cno cno, int evdFlags) {}
