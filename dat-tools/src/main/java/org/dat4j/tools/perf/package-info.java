/**
 * The perf command: moves data between two sides, checks it, and compares what it took with what
 * the machine could do at best, measured in turns by the same threads or processes.
 */
package org.dat4j.tools.perf;
