/**
 * The second layer for providers without a queue engine of their own: it does everything but the
 * transport.
 *
 * <p>Classes by role:
 *
 * <ul>
 *   <li>what a backend implements: {@link org.dat4j.dat.spi.software.Fabric}, {@link
 *       org.dat4j.dat.spi.software.Wire}, {@code Listener}, {@code Connecting}, {@code Incoming};
 *   <li>what a backend makes: {@link org.dat4j.dat.spi.software.SoftIa};
 *   <li>what a backend calls: {@link org.dat4j.dat.spi.software.WireUpcalls}, {@code Attempt},
 *       {@code Acceptor}, {@code RequestQueue}, {@code Waiter}; {@link
 *       org.dat4j.dat.spi.software.Shortage} names the resource that a failed call lacks;
 *   <li>the objects of the contract: {@code Soft...}; {@code WatchedEvd}, {@code
 *       NotificationCursor} and {@code CnoEntry} wake threads for events;
 *   <li>one connection: {@code Connection}, {@code EndpointQueues}, {@code CompletionStream},
 *       {@code RequestCompleter}, {@code RnrTimer}, {@code RmrBind};
 *   <li>queues: {@code WorkRequestSlots} and {@code WorkRequestRing} under {@code RequestQueue} and
 *       {@code ReceiveQueue}, {@code Shared...} for shared receive queues, {@code EventQueue} and
 *       {@code EventRing} for events.
 * </ul>
 *
 * <p>Those without a link are not public, or have their description in the list of classes below.
 *
 * <p>Threads and locks: any thread posts and takes events, without a lock. Each direction of a
 * connection has a {@link org.dat4j.dat.spi.software.concurrent.Turn}: under the transmit turn
 * requests are sent and completed, under the receive turn messages are placed. No thread waits for
 * a turn or holds two. Locks guard rare changes only, such as the start and the end of a
 * connection.
 *
 * <p>Ids such as DAT-D11 name a decision in {@code docs/reference/decisions.md}.
 *
 * <p>Backends depend on this package. It depends on its subpackages and on the first layer.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat.spi.software;
