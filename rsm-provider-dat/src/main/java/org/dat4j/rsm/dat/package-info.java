/**
 * RSM between nodes over any DAT interface adapter. A control connection between two processes
 * carries requests and answers; a data connection for each import carries RDMA only.
 *
 * <ul>
 *   <li>Provider and contract objects: {@code DatRsmProvider}, {@code DatController}, {@code
 *       DatExport}, {@code DatImport}, with {@code DatRsmSettings}, {@code NodeTable}, {@code
 *       SharedSecret}, {@code Credentials}.
 *   <li>This process: {@code LocalProcess}, {@code Adapter}, {@code AdapterEvents}, {@code
 *       EndpointHandler}, {@code ProtectionZone}.
 *   <li>Control connections: {@code ControlConnection}, {@code ControlConnections}, {@code
 *       MessageBuffers}, {@code PendingRequests}, {@code SerialExecutor}; their protocol is package
 *       {@code message}.
 *   <li>Exporter: {@code ExportDirectory}, {@code ImporterConnection}, {@code ImporterRmr}, {@code
 *       PeerZone}, {@code RebindOperation}.
 *   <li>Importer: {@code ConnectOperation}, {@code ExporterRequests}, {@code DataPath}, {@code
 *       RdmaRequests}, {@code BounceBuffer}, {@code RegistrationCache}.
 *   <li>Signals: {@code SignalSender} at one end, {@code PendingSignals} at the other.
 * </ul>
 *
 * <p>Threads: each open adapter has one event thread, which handles all events except completions
 * of transfers, and must not wait. Worker threads run rebinds, one at a time for each peer. A
 * program's thread posts its own transfers and waits for them.
 *
 * <p>Locks: a {@code DataPath} has a lock for transfers; objects guard their state by their
 * monitor. No monitor is held during a wait for a peer.
 *
 * <p>Nothing depends on this package: the module exports nothing and provides {@code
 * DatRsmProvider}. It may use the contracts of DAT and RSM and their SPIs.
 */
package org.dat4j.rsm.dat;
