/**
 * The command {@code rsm} and its subcommands: topology, segments, attributes, {@code why} and
 * {@code perf}. The latter measures the operations of {@code LocalTimings}, {@code WakeUpTiming}
 * and {@code FlagExchange} in turns with a baseline. Only the command line depends on this package.
 */
package org.dat4j.tools.rsm;
