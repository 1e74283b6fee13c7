/**
 * The peers of the comparison: everything that is measured, each behind {@link
 * org.dat4j.benchmarks.peer.Peer}.
 *
 * <ul>
 *   <li>The list: {@code PeerCatalogue}, which is data.
 *   <li>Peers: {@code JavaPeer} for all libraries in Java, {@code InstalledPeer} for libraries in C
 *       that bring a program: {@code UcxPeer} and {@code FabricPeer}.
 *   <li>Processes: {@code ProcessPair}, which starts both sides, {@code ListeningPort}, and {@code
 *       Deadline}, the end of a whole run.
 *   <li>Result: {@code MeasurementOutcome}, with a {@link org.dat4j.benchmarks.program.Sample}.
 * </ul>
 *
 * <p>One thread measures; {@code ProcessPair} reads the output of each process by a thread of its
 * own. No class takes a lock. The commands depend on this package. It depends on {@code
 * org.dat4j.benchmarks.program}, and of dat4j on {@code org.dat4j.dat} only.
 */
package org.dat4j.benchmarks.peer;
