/**
 * The command {@code soak}: what connections cost, and what remains after everything was closed.
 * Classes by role:
 *
 * <ul>
 *   <li>the command and its run: {@code SoakCommand}, {@code ConnectionSoak};
 *   <li>the connections: {@code LoopedAdapter} has both ends, {@code PairTraffic} sends over them;
 *   <li>the baseline: {@code BareSocketTraffic};
 *   <li>what is measured: {@code Footprint}, {@code ThreadCpuTime}.
 * </ul>
 *
 * <p>One thread; only the command line depends on this package.
 */
package org.dat4j.tools.soak;
