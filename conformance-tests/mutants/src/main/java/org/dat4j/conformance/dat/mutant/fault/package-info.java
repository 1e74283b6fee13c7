/**
 * The base of the faults of DAT mutants, and what they track of the calls of a test.
 *
 * <ul>
 *   <li>{@link org.dat4j.conformance.dat.mutant.fault.DatFault} is the interface of all faults, and
 *       {@link org.dat4j.conformance.dat.mutant.fault.EventFilter} the base of those that see each
 *       event, and {@code ObservingFault} of those that see each call. {@code OpenCall} has the
 *       arguments of an open.
 *   <li>{@code ObjectTracker}, {@code PeerTracker} and {@code TrackedRegions} track EVDs,
 *       endpoints, their connections, and memory.
 * </ul>
 *
 * <p>It starts no thread. All classes are thread-safe, as all threads of a test call a mutant.
 *
 * <p>{@code org.dat4j.conformance.dat.mutant} and its package {@code situation} depend on this
 * package. It depends on {@code occasion}, the suite and the forwarding layer.
 */
package org.dat4j.conformance.dat.mutant.fault;
