/**
 * The progress of connections: which thread moves input along, and when it polls.
 *
 * <ul>
 *   <li>{@code Driver} is what callers use: they poll, wait, and count their writes.
 *   <li>{@code DriverLease} says which thread makes progress. {@code BackgroundLoop} does while no
 *       caller has the lease; {@code LeaseMonitor} takes it back from a caller that has stopped.
 *   <li>{@code InputPoller} polls, {@code InputWait} blocks. {@code SharedSelector} has the
 *       channels, each with its {@code ReadyHandler}; {@code PolledConnections} has the connections
 *       ({@code Pollable}) that are polled without the selector.
 *   <li>{@code PollPolicy} decides which connection is polled; {@code InputPredictor} expects input
 *       where the last request or Receive was posted (ADR-0007).
 *   <li>{@code DeferredWrites} lists each {@code DeferredWrite} that waits for the next poll. Which
 *       request waits is decided by {@code WriteCoalescer} of {@code connection} (ADR-0004).
 * </ul>
 *
 * <p>Threads: one thread at a time holds the lease of a driver, by compare-and-set: a caller that
 * polls or waits, else the background loop. The lease serves speed; correctness rests on the turns
 * of the connections and on the selector's lock. No call waits for another thread except a wait for
 * input. {@code connection} and {@code setup} may depend on this package.
 */
package org.dat4j.dat.tcp.progress;
