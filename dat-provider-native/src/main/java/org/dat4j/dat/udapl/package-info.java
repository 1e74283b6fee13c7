/**
 * The provider {@code native}: DAT on the machine's uDAPL library, on the first layer of the SPI.
 *
 * <p>{@link org.dat4j.dat.udapl.NativeProvider} is all that other modules see. This package has the
 * objects of the contract:
 *
 * <ul>
 *   <li>Adapter: {@code OpenNativeAdapters}, {@code NativeIa}, {@code NativePz}, {@code NativeLmr}.
 *   <li>Endpoint: {@code NativeEp} with {@code EpQueues}, {@code EpPosts}, {@code EpConnection},
 *       {@code EpStateTracker}, {@code EpTeardown}. {@code DaplEndpoint} is the library's endpoint
 *       behind it, made by {@code DaplEpFactory}. {@code GracefulDisconnect} and {@code
 *       PeerBreakNotifier} are threads that end one.
 *   <li>Events: {@code NativeEvd} with {@code EventPump}, {@code EventConverter}, {@code
 *       SyntheticEvents}, {@code EvdWaiter}, {@code WatchedTransferEvds}; {@code NativeCno} with
 *       {@code CnoNotifier}.
 *   <li>Connection requests: {@code NativeCr}, {@code NativePsp}, {@code NativeRsp}.
 *   <li>Shared receive queues: {@code NativeSrq}, {@code SrqReceiveEvd}.
 * </ul>
 *
 * <p>Below it lie {@code libdapl} (workarounds), {@code queue} (bookkeeping of DTOs), {@code patch}
 * (writes to private structures), {@code machine} (diagnosis) and {@code abi} (the raw binding,
 * which says what the library does and does not survive). None of them refers to this package:
 * nothing depends on it but the module descriptor.
 *
 * <p>Policy:
 *
 * <ul>
 *   <li>Opens and closes happen one at a time in a process; at most 63 adapters are open.
 *   <li>No object is freed while a thread is in a library call for it.
 *   <li>The program's cookies stay in Java. The library gets a number that also names the endpoint.
 *   <li>DTOs outstanding and room in EVDs are counted in Java.
 *   <li>The library is asked to sleep for at most 10 ms at a time.
 *   <li>An endpoint is freed after its DTOs were flushed; one that cannot be flushed is left to the
 *       close of the adapter.
 * </ul>
 *
 * <p>Threads: any thread may call the objects. Those of the provider are one for each CNO with an
 * agent, one for all connect limits, one for each adapter that frees abandoned endpoints, and one
 * for each endpoint while it is being disconnected.
 *
 * <p>Locks, in this order: control of an endpoint, its requests, its Receives, an EVD, the lock of
 * shared Receives. The lock of the CM thread's gate comes after those of an endpoint.
 */
package org.dat4j.dat.udapl;
