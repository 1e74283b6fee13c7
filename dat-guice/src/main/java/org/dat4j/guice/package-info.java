/**
 * Guice bindings: the registries, and adapters and controllers by their names.
 *
 * <p>{@link org.dat4j.guice.DatModule} and {@link org.dat4j.guice.RsmModule} are the modules that a
 * program installs. {@link org.dat4j.guice.OpenAdapters} and {@link
 * org.dat4j.guice.OpenControllers} are injected where a program closes what the injector has
 * opened. {@code OpenedByName} is the table behind both: it opens each name once, at its first use.
 *
 * <p>It starts no thread, and any thread may ask an injector. A monitor guards each table and each
 * registry, so an open blocks other opens by that injector.
 *
 * <p>Programs may depend on this package, and the command line {@code org.dat4j.tools} does. It
 * depends on the contracts and on Guice.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.guice;
