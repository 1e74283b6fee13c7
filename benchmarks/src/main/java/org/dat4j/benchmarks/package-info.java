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
 * <p>One thread does everything. Nothing depends on this package. It depends on its subpackages, on
 * the helpers of commands in {@code dat-tools} and on the reports of the suite.
 */
package org.dat4j.benchmarks;
