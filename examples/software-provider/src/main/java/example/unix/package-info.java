/**
 * A provider of DAT over Unix domain sockets, on the software layer: the smallest one that reads
 * input, acknowledges and says good-bye.
 *
 * <p>Classes by role:
 *
 * <ul>
 *   <li>the adapter: {@link example.unix.UnixProvider} opens it, {@code UnixFabric} is its
 *       transport, {@code SelectorLoop} its thread;
 *   <li>the start of a connection: {@code UnixListener}, {@code OutgoingRequest}, {@code
 *       IncomingRequest}, {@code UnixSockets};
 *   <li>a connection: {@code UnixWire}, with {@code FrameSender} for its transmit turn, {@code
 *       FrameReceiver} for its receive turn, and {@code TurnExchange} between the two;
 *   <li>the bytes: {@code FrameType}, {@code FrameReader}, {@code FrameWriter}.
 * </ul>
 *
 * <p>A connection is one socket. Every Send, Write and Read is a frame with the number of its
 * request. The peer acknowledges it by that number once it is placed, so a request is complete when
 * its acknowledgement is read. A Read is answered by a frame of data as well.
 *
 * <p>Threads: the loop's thread and the program's. Each direction of a connection has a turn of the
 * software layer, and no lock. A thread that makes a service point holds the lock of the folder
 * while it binds the socket.
 *
 * <p>The service loader finds {@code UnixProvider}; nothing depends on this package. It depends on
 * the layers of the SPI.
 */
package example.unix;
