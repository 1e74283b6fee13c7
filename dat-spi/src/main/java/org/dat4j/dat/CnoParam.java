package org.dat4j.dat;

/**
 * Parameters of a {@link Cno}.
 *
 * @param ia the adapter instance
 * @param agent the agent to be called next, or null
 */
public record CnoParam(Ia ia, ProxyAgent agent) {}
