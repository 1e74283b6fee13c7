/**
 * Workarounds for faults of libdapl, and the library's own objects and types.
 *
 * <ul>
 *   <li>The CM thread: {@link org.dat4j.dat.udapl.libdapl.CmThreadGate}, {@link
 *       org.dat4j.dat.udapl.libdapl.CmThreadTracker}.
 *   <li>Connections: {@link org.dat4j.dat.udapl.libdapl.AbandonedConnects}, {@link
 *       org.dat4j.dat.udapl.libdapl.ConnectTimeouts}, {@link
 *       org.dat4j.dat.udapl.libdapl.EndedConnectionScanner}, {@link
 *       org.dat4j.dat.udapl.libdapl.CrReply}, {@link
 *       org.dat4j.dat.udapl.libdapl.NativeListenerTable}.
 *   <li>Resources: {@link org.dat4j.dat.udapl.libdapl.DaplEvdFactory}, {@link
 *       org.dat4j.dat.udapl.libdapl.DeferredFrees}, {@link
 *       org.dat4j.dat.udapl.libdapl.SiwPageReservation}, {@link
 *       org.dat4j.dat.udapl.libdapl.SrqCapability}, {@link org.dat4j.dat.udapl.libdapl.LmrSync}.
 *   <li>Conversions: {@link org.dat4j.dat.udapl.libdapl.DaplAttributes}, {@link
 *       org.dat4j.dat.udapl.libdapl.NativeErrors}, {@link org.dat4j.dat.udapl.libdapl.OutParams},
 *       {@link org.dat4j.dat.udapl.libdapl.SocketAddresses}, {@link
 *       org.dat4j.dat.udapl.libdapl.PrivateData}.
 * </ul>
 *
 * <p>Threads: the reaper of abandoned connects, one thread for each such connect on iWARP, one for
 * a close that waits for them, and the clock of connect timeouts. Each class says what guards it.
 * The gate's lock is one for the process, and is taken after the locks of an endpoint.
 *
 * <p>The package sees an adapter as {@link org.dat4j.dat.udapl.libdapl.DaplAdapter}. It depends on
 * {@code abi}, {@code machine} and {@code patch}; only the objects of the contract depend on it.
 */
package org.dat4j.dat.udapl.libdapl;
