/**
 * A layer over a controller that passes every call on: the base of tracing, recording, chaos and of
 * the mutants a conformance suite is tried with.
 *
 * <p>{@link org.dat4j.rsm.spi.forward.Forwarding} gives each object of the provider one wrapper and
 * keeps the provider's objects and the wrappers apart in arguments, results and vectors. There are
 * two ways to change a call. A subclass of a wrapper, such as {@link
 * org.dat4j.rsm.spi.forward.ForwardingImport}, overrides its method, and an overridden factory of
 * {@code Forwarding} supplies it. Or one {@link org.dat4j.rsm.spi.forward.Interceptor} sees the
 * calls of all objects, for changes that come from a table.
 *
 * <p>Nothing here checks arguments: the abstract classes of {@code org.dat4j.rsm.spi}, which the
 * provider extends, do. Only they and the wrappers here implement the interfaces of {@code
 * org.dat4j.rsm} directly.
 *
 * <p>Threads and locks: the layer starts no thread, and a call stays in the thread that makes it.
 * Wrappers are as thread-safe as the objects behind them. A monitor guards the table of wrappers;
 * no call is made under it.
 *
 * <p>Mutants, honest variants and recorders of the suite depend on this package, and layers of
 * users may. It depends on the contract only.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.rsm.spi.forward;
