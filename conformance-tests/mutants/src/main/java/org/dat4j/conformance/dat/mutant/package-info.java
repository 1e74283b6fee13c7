/**
 * Known faults in front of a DAT provider, made from tables: refusals that are forgotten, codes
 * that are wrong, states, events, limits and access checks. Each wraps the provider by the
 * forwarding layer of {@code dat-spi}, so that the provider itself is not touched.
 *
 * <ul>
 *   <li>The list: {@link org.dat4j.conformance.dat.mutant.DatMutants}, from {@code
 *       DatReturnMutants}, {@code EpMutants}, {@code EvdMutants}, {@code EventMutants}, {@code
 *       MemoryMutants}, {@code CallMutants} and {@code SituationMutants}.
 *   <li>The faults: {@code DatReturnFault}, {@code StaleStateFault} and {@code DatAccessFault} are
 *       examples. Their base and what they track are in {@code fault}. Those that show in one
 *       situation only are in {@code situation}.
 *   <li>Limits and calls of the tables: {@code DatLimit}, {@code EpCall}, {@code DatPages}.
 *   <li>The way of a call: {@code FaultyIaSource} opens adapters behind a fault, {@code
 *       FaultyDatRegistry} a registry.
 * </ul>
 *
 * <p>It starts no thread. All threads of a test call a mutant, so faults are thread-safe: by
 * concurrent maps and monitors.
 *
 * <p>The service loader finds {@code DatMutants}; nothing depends on this package. It depends on
 * {@code fault}, {@code situation}, {@code occasion}, the base {@code
 * org.dat4j.conformance.mutant}, the suite and the forwarding layer.
 */
package org.dat4j.conformance.dat.mutant;
