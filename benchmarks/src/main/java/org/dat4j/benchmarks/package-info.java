/**
 * The commands {@code benchmarks/compare} and {@code benchmarks/guard}, which measure the backends
 * of dat4j beside other libraries, and beside an older build.
 *
 * <ul>
 *   <li>Commands: {@code Benchmarks}, {@code CompareCommand}, {@code GuardCommand} with its {@code
 *       SpeedVerdict}.
 *   <li>Measuring: {@code Comparison} does the rounds over all peers, {@code OperatingPoints} says
 *       what is measured, {@code Machine} where.
 * </ul>
 *
 * <p>One thread does everything. The package depends on its subpackages and on the command line of
 * {@code dat-tools}.
 */
package org.dat4j.benchmarks;
