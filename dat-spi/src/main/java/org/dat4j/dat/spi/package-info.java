/**
 * First layer for providers: abstract classes whose final public methods check what the contract
 * says about arguments and handles, then call a protected {@code impl} method. Every provider
 * extends these; none implements an interface of {@code org.dat4j.dat} directly.
 */
package org.dat4j.dat.spi;
