package org.dat4j.rsm;

/**
 * A description of one import of an RSM export segment that its exporter gets: node, process and
 * number. Immutable.
 *
 * @param nodeId node of the importing process
 * @param pid the importing process, as that node counts processes
 * @param number tells the imports of one segment apart; a process may have several
 */
public record ImporterInfo(int nodeId, long pid, long number) {}
