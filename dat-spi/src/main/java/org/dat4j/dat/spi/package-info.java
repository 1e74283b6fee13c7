/**
 * First layer for providers: abstract classes whose final public methods check what the contract
 * says about arguments and handles, then call a protected {@code impl} method. Every provider
 * extends these; none implements an interface of {@code org.dat4j.dat} directly.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat.spi;
