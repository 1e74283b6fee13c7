/**
 * The command {@code rsm} and its subcommands: topology, segments, attributes, {@code why} and
 * {@code perf}.
 *
 * <ul>
 *   <li>Commands: {@link org.dat4j.tools.rsm.RsmCommand}, {@link
 *       org.dat4j.tools.rsm.TopologyCommand}, {@link org.dat4j.tools.rsm.SegmentsCommand}, {@link
 *       org.dat4j.tools.rsm.AttrsCommand}, {@link org.dat4j.tools.rsm.ControllerWhyCommand} and
 *       {@link org.dat4j.tools.rsm.RsmPerfCommand}.
 *   <li>Measured by {@code perf}, in turns with a baseline: each {@code TimedOperation} of {@code
 *       LocalTimings}, {@code WakeUpTiming} and {@link org.dat4j.tools.rsm.FlagExchange}. {@code
 *       BareRdmaWrites} is a baseline.
 * </ul>
 *
 * <p>One thread runs a command, without locks. {@code WakeUpTiming} has two more threads: one
 * answers signals, one unparks. {@code FlagExchange} starts a second process.
 *
 * <p>The command line depends on this package, and {@code info} does for {@code why}. It depends on
 * the contract of RSM, and for a baseline on that of DAT.
 */
package org.dat4j.tools.rsm;
