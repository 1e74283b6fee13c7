/**
 * The classes that an RSM provider extends. The public methods of the abstract classes are final:
 * they check what the contract says about arguments, states and their order, and then call an
 * {@code impl} method with checked arguments.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.rsm.spi;
