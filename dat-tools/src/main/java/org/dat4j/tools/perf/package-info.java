/**
 * The command {@code perf}: moves data between two sides, checks it, and compares the time with a
 * baseline that the same threads or processes measure in turn.
 *
 * <ul>
 *   <li>Command: {@code PerfCommand}, {@code PerfRequest}, {@code CpuPinning}; {@code
 *       PartnerCommand} in the second JVM, which {@code PartnerProcess} starts.
 *   <li>Run: {@code PerfRun} with {@code PerfInitiator} on the measuring side and {@code
 *       PerfResponder} on the other. They agree over {@code ControlChannel} and do the blocks of
 *       {@code MeasuredExchanges}.
 *   <li>Measuring: {@code PerfWarmUp}, {@code BlockSampling}, {@code BlockPart}, {@code
 *       AllocationMeter}, {@code CapacityCheck}.
 *   <li>Result: {@code Measurement}, {@code PerfReport}.
 * </ul>
 *
 * <p>Each side has one thread, in one JVM or in two. {@code StopSignal} is what both may set. The
 * command line depends on this package; it depends on its three subpackages.
 */
package org.dat4j.tools.perf;
