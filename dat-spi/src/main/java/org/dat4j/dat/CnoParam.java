package org.dat4j.dat;

/**
 * The parameters and state of a {@link Cno}, as its query returns them.
 *
 * @param ia the adapter instance
 * @param agent the agent to be called next, or null
 */
public record CnoParam(Ia ia, ProxyAgent agent) {}
