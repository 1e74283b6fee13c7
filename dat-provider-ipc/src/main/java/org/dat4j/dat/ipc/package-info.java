/**
 * The ipc provider: DAT between processes of one user on one machine, through rings in shared
 * memory.
 *
 * <p>Classes by role:
 *
 * <ul>
 *   <li>the adapter: {@link org.dat4j.dat.ipc.IpcProvider} opens it with its {@code IpcSettings};
 *       {@code IpcFabric} is its transport, {@code InputLoop} its thread, {@code PrivateFolder} the
 *       place where adapters find each other;
 *   <li>two adapters: {@code Link}, with {@code ControlFrame} for what goes through its socket;
 *   <li>the start of a connection: {@code IpcConnection}, {@code OutgoingConnection}, {@code
 *       IncomingConnection}, {@code DropReason};
 *   <li>a connection: {@code IpcWire}, with {@code Sender} and {@code PendingWrites} for its
 *       transmit turn, {@code Receiver} for its receive turn, and {@code TurnHandover} between the
 *       two.
 * </ul>
 *
 * <p>Threads: the program's and the loop's. One thread at a time locks the selector and handles
 * what comes through the sockets. Any thread may poll the rings; each direction of a connection has
 * a turn of the software layer. The lock of a {@code Link} guards its slots and is held for a few
 * instructions, or while an area is made; no turn is taken under it.
 *
 * <p>Nothing but the module descriptor and the service loader refers to this package.
 */
package org.dat4j.dat.ipc;
