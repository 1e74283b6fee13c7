/**
 * What a provider of RSM extends. The public methods of the abstract classes are final: they check
 * what the contract says about arguments, states and their order, and then call an {@code impl}
 * method with checked arguments.
 */
package org.dat4j.rsm.spi;
