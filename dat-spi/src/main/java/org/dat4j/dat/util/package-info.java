/**
 * A helper that keeps small programs small: endpoints with what they need, connecting, awaiting one
 * event, exchanging contexts. It adds nothing to the contract and hides nothing of it: every object
 * it makes can be had as the contract's own.
 *
 * <p>{@link org.dat4j.dat.util.Dats} is the entry point. It makes a {@link
 * org.dat4j.dat.util.DatConnection}, which is an endpoint with PZ, EVDs and {@link
 * org.dat4j.dat.util.Region}s, or a {@link org.dat4j.dat.util.DatListener} for its requests. {@link
 * org.dat4j.dat.util.RemoteRegion} names memory of the peer. {@link
 * org.dat4j.dat.util.UnexpectedEventException} reports another event than the one waited for.
 *
 * <p>It starts no thread and takes no lock. A connection belongs to one thread at a time; its
 * endpoint and EVDs allow more.
 *
 * <p>Programs, the commands of {@code dat-tools} and the benchmarks depend on this package. It
 * depends on the contract only.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat.util;
