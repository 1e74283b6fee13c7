package org.dat4j.dat.spi.software;

import java.net.InetAddress;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.software.concurrent.WaitPolicy;

/**
 * The transport under a software backend (loopback, tcp): makes connections and moves their input
 * along. One per open adapter.
 *
 * <p>One-sided operations must progress without any call of the target's program: a fabric that
 * needs input read has a loop of its own for that, which stands back while a caller drives.
 */
public interface Fabric extends AutoCloseable {

  /**
   * The address peers reach this adapter by.
   *
   * @return the address
   */
  InetAddress address();

  /**
   * Listens. Blocks until the listener exists.
   *
   * @param connQual the qualifier, 0 for any
   * @param acceptor gets the requests, on any thread that holds no turn
   * @return the listener
   * @throws org.dat4j.dat.DatException DAT_CONN_QUAL_IN_USE, DAT_CONN_QUAL_UNAVAILABLE,
   *     DAT_INVALID_PARAMETER
   */
  Listener listen(long connQual, Acceptor acceptor);

  /**
   * Starts a connection; the outcome comes as exactly one upcall of the attempt.
   *
   * @param attempt what to connect
   * @param remote address of the remote adapter
   * @param connQual qualifier of the remote service point
   * @return a handle to give up
   * @throws org.dat4j.dat.DatException DAT_INVALID_ADDRESS, DAT_INVALID_PARAMETER; nothing started
   */
  Connecting connect(Attempt attempt, InetAddress remote, long connQual);

  /**
   * Moves input along without blocking; called by threads that poll. Allocates nothing. Where input
   * comes by the calls of other threads, as by default, there is nothing to move.
   *
   * @return how much was done, 0 for nothing
   */
  default int poll() {
    return 0;
  }

  /**
   * How long a thread that waits for events polls before it blocks.
   *
   * @return nanoseconds, 0 or more
   */
  default long spinNanos() {
    return WaitPolicy.SPIN_NANOS;
  }

  /**
   * Whether a thread that waits lets others run before it blocks: by default on a single processor,
   * where the thread it waits for cannot run before.
   *
   * @return whether {@link #yieldAndPoll()} is to be called
   */
  default boolean mayYield() {
    return WaitPolicy.SPIN_NANOS == 0;
  }

  /**
   * Lets other threads of this and other processes have the caller's processor for a moment, then
   * moves input along as {@link #poll()} does.
   *
   * @return how much was done, 0 for nothing
   */
  default int yieldAndPoll() {
    Thread.yield();
    return poll();
  }

  /**
   * Blocks the calling thread until {@link #wakeup(Thread)}, input, time-out, an interrupt, or for
   * no reason; moves input along. Asks the waiter once more from the moment at which no wake-up can
   * be lost. By default the thread parks, which no wake-up can miss.
   *
   * @param waiter who waits
   * @param nanos at most, positive
   */
  default void awaitIo(Waiter waiter, long nanos) {
    LockSupport.parkNanos(waiter, nanos);
  }

  /**
   * Ends a wait of a thread, or its next one. Virtual threads never wait in {@link #awaitIo}, they
   * park: at least an unpark is due.
   *
   * @param thread who waits
   */
  default void wakeup(Thread thread) {
    LockSupport.unpark(thread);
  }

  /** Stops everything; connections were ended before. */
  @Override
  void close();
}
