/**
 * The baselines that {@code perf} compares operations with: flags and copies inside one JVM, bare
 * TCP sockets between two.
 *
 * <ul>
 *   <li>Inside one JVM: {@link org.dat4j.tools.perf.baseline.FlagPingPong}, {@link
 *       org.dat4j.tools.perf.baseline.MemoryCopy} and {@link
 *       org.dat4j.tools.perf.baseline.CheckedCopy}.
 *   <li>Between two: {@link org.dat4j.tools.perf.baseline.NioPingPong}, {@link
 *       org.dat4j.tools.perf.baseline.NioStream} and {@link
 *       org.dat4j.tools.perf.baseline.NioCoalescedStream} on their base {@code NioExchange}; {@link
 *       org.dat4j.tools.perf.baseline.BaselineSockets} connects them.
 * </ul>
 *
 * <p>A baseline belongs to the thread of its side and has no locks. Only {@code perf} depends on
 * this package. It depends on the package {@code exchange}.
 */
package org.dat4j.tools.perf.baseline;
