/**
 * Bookkeeping of posted DTOs and their completions, which libdapl loses count of.
 *
 * <ul>
 *   <li>Outstanding DTOs: {@link org.dat4j.dat.udapl.queue.PostedQueue}, with {@link
 *       org.dat4j.dat.udapl.queue.PostedMemory} and {@link
 *       org.dat4j.dat.udapl.queue.PreConnectReceives}.
 *   <li>Room for completions: {@link org.dat4j.dat.udapl.queue.CompletionCredits}, {@link
 *       org.dat4j.dat.udapl.queue.CompletionSlots}.
 *   <li>Events for the program: {@link org.dat4j.dat.udapl.queue.PendingEvents}.
 *   <li>Locks: {@link org.dat4j.dat.udapl.queue.SpinLock}, {@link
 *       org.dat4j.dat.udapl.queue.EvdLock}.
 * </ul>
 *
 * <p>It has no threads. Each class says which lock of an endpoint or EVD guards it. It depends on
 * the binding {@code abi}; the objects of the contract depend on it.
 */
package org.dat4j.dat.udapl.queue;
