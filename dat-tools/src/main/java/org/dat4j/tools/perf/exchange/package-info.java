/**
 * The exchange between the two sides of {@code perf}: everything that operations and baselines
 * share.
 *
 * <ul>
 *   <li>What is measured: {@code MeasurementSpec} with its {@code Operation} and {@code Baseline}.
 *   <li>An exchange and its result: {@code Exchange}, {@code LatencyRecorder}.
 *   <li>One side and its connection: {@code PerfSession}, {@code TransferConnection}, {@code
 *       CompletionReader}, {@code StampedPayload}; in one JVM also {@code SharedArea}.
 *   <li>Ends of a run: {@code StopSignal}, {@code SpinDeadline}, {@code StalledException}, {@code
 *       CorruptDataException}.
 * </ul>
 *
 * <p>Each side has one thread. Only {@code StopSignal} and {@code SharedArea} are for several. The
 * other packages of {@code perf} depend on this package; it depends on none of them.
 */
package org.dat4j.tools.perf.exchange;
