package org.dat4j.dat;

/**
 * The state of an endpoint and whether anything is outstanding on it, as {@link Ep#getStatus()}
 * answers.
 *
 * @param state the state
 * @param recvIdle no receive is outstanding: all are complete and their completions are taken
 * @param requestIdle no request or bind is outstanding, in the same sense
 */
public record EpStatus(EpState state, boolean recvIdle, boolean requestIdle) {}
