/**
 * The settings of an adapter, from the ia_params of its registry entry.
 *
 * <p>{@code Setting} is the table of names, defaults and ranges; {@code TcpSettings} holds the
 * parsed values. {@code Ports} maps connection qualifiers to TCP ports, {@code LocalAddresses}
 * resolves names of interfaces.
 *
 * <p>All objects are immutable; any thread. Every other part of the provider except {@code wire}
 * may depend on this package. It depends on {@code wire} alone, for the limits of segments.
 */
package org.dat4j.dat.tcp.config;
