/**
 * The program that measures one Java library: the peers of the comparison in Java, and dat4j.
 *
 * <ul>
 *   <li>Command line: {@code MeasuringProgram}, {@code OperatingPoint}, {@code Libraries}, {@code
 *       ThreadPinning}.
 *   <li>What both sides do: {@code TrafficPattern} and {@code PingPong}, {@code WindowedStream},
 *       {@code RdmaWrites}, {@code OpenLoop} on the measuring side, with {@code WarmUp}, {@code
 *       Responder} on the other.
 *   <li>Libraries: {@code Transport} and one class for each, such as {@code DatTransport}.
 *   <li>Result: {@code Sample}, {@code ResourceUse}.
 * </ul>
 *
 * <p>Each side is one thread, in a process of its own or both in one; Netty's sides run in its
 * event loop. No class takes a lock. The other packages of the benchmarks depend on this package.
 * The transports depend on their library; nothing else here depends on any, and of dat4j only
 * {@code org.dat4j.dat} and {@code org.dat4j.dat.util} are used, so that the program also measures
 * other builds.
 */
package org.dat4j.benchmarks.program;
