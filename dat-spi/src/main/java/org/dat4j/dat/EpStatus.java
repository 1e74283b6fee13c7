package org.dat4j.dat;

/**
 * What {@link Ep#getStatus()} answers.
 *
 * @param state the state
 * @param recvIdle no receive is outstanding
 * @param requestIdle no request is outstanding
 */
public record EpStatus(EpState state, boolean recvIdle, boolean requestIdle) {}
