package org.dat4j.dat;

/**
 * Counts of the Receives that an endpoint holds, as {@link Ep#recvQuery()} answers them.
 *
 * @param nbufsAllocated receives held by the endpoint, {@link DatConstants#VALUE_UNKNOWN} if not
 *     told
 * @param bufsAllocSpan span from the oldest to the newest of them, {@link
 *     DatConstants#VALUE_UNKNOWN} if not told
 */
public record EpRecvInfo(int nbufsAllocated, int bufsAllocSpan) {}
