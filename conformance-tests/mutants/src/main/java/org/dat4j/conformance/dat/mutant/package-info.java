/**
 * Known faults in front of a provider, made from tables: refusals that are forgotten, codes that
 * are wrong, states, events, limits and access checks. {@link
 * org.dat4j.conformance.dat.mutant.DatMutants} lists them; each wraps the provider by the
 * forwarding layer of {@code dat-spi}, so that the provider itself is not touched.
 */
package org.dat4j.conformance.dat.mutant;
