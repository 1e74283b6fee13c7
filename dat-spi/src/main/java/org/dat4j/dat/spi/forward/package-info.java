/**
 * A layer over an open adapter that passes every call on: the base of tracing, recording, chaos and
 * of the mutants a conformance suite is tried with.
 *
 * <p>{@link org.dat4j.dat.spi.forward.Forwarding} gives each object of the provider one wrapper and
 * keeps the provider's objects and the wrappers apart in arguments, results, records, events and
 * agents. There are two ways to change a call. A subclass of a wrapper, such as {@link
 * org.dat4j.dat.spi.forward.ForwardingEp}, overrides its method, and an overridden factory of
 * {@code Forwarding} supplies it. Or one {@link org.dat4j.dat.spi.forward.Interceptor} sees the
 * calls of all objects, for changes that come from a table.
 *
 * <p>{@link org.dat4j.dat.spi.forward.ForwardingProvider} makes a layer one that dat.conf can name.
 *
 * <p>Nothing here checks arguments: the provider's own first layer does. Only here and in that
 * first layer are the interfaces of {@code org.dat4j.dat} implemented directly.
 *
 * <p>Threads and locks: the layer starts no thread, and a call stays in the thread that makes it.
 * Wrappers are as thread-safe as the objects behind them. The look-up of a wrapper takes no lock; a
 * monitor guards the making of a new one.
 *
 * <p>Mutants, honest variants and recorders of the suite depend on this package, and layers of
 * users may. It depends on the contract and on {@code org.dat4j.dat.spi}.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat.spi.forward;
