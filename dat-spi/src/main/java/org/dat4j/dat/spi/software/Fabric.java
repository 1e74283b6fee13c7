package org.dat4j.dat.spi.software;

import java.net.InetAddress;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.software.concurrent.WaitPolicy;

/**
 * The transport under a software backend (loopback, ipc, tcp): makes connections and moves their
 * input along. One per open adapter.
 *
 * <p>One-sided operations must progress without any call of the target's program: a fabric that
 * needs input read has a loop of its own for that, which stands back while a caller drives.
 */
public interface Fabric extends AutoCloseable {

  /**
   * The address peers reach this adapter by. A transport without addresses gives {@link
   * InetAddress#getLoopbackAddress()}. Adapters may share an address: their qualifiers are then
   * those of one table, so that address and qualifier name one service point.
   *
   * @return the same address each time, never null
   */
  InetAddress address();

  /**
   * Listens. Blocks until the listener exists. {@link org.dat4j.dat.spi.Errors#of} makes the
   * exceptions, with {@link org.dat4j.dat.DatSubtype#NO_SUBTYPE} and {@code Ia.createPsp} as the
   * place.
   *
   * @param connQual the qualifier, unsigned; 0 for a free one that the fabric chooses. That one is
   *     above the qualifiers that programs choose and outside of the privileged range of the
   *     transport: of TCP above 1023. The backends in one machine choose from 2^32 on
   * @param acceptor gets the requests, on any thread that holds no turn
   * @return the listener
   * @throws org.dat4j.dat.DatException DAT_CONN_QUAL_IN_USE when another service point listens
   *     there, DAT_CONN_QUAL_UNAVAILABLE when the transport cannot listen there,
   *     DAT_INVALID_PARAMETER for a qualifier that the transport does not have
   */
  Listener listen(long connQual, Acceptor acceptor);

  /**
   * Starts a connection; the outcome comes as exactly one upcall of the attempt, also before this
   * returns. {@link Attempt#refused} lists the events. The layer watches the time that the program
   * gives.
   *
   * <p>The request is for the service point that listens when it arrives, or for none. If that one
   * is freed, a request that is late or sent again must not reach the next one on the qualifier.
   * Where the transport may deliver late or twice, let a request name its service point by a number
   * that is never used again, or let the peer remember those that it has refused.
   *
   * @param attempt what to connect
   * @param remote address of the remote adapter; one that the transport does not reach is refused
   *     by CONNECTION_EVENT_UNREACHABLE or by DAT_INVALID_ADDRESS
   * @param connQual qualifier of the remote service point
   * @return a handle to give up, also when the attempt is decided already
   * @throws org.dat4j.dat.DatException DAT_INVALID_ADDRESS, DAT_INVALID_PARAMETER,
   *     DAT_INSUFFICIENT_RESOURCES; then nothing is started and no upcall is made
   */
  Connecting connect(Attempt attempt, InetAddress remote, long connQual);

  /**
   * Moves input along without blocking; called by threads that poll. The caller holds no turn, so
   * this may run turns by {@link org.dat4j.dat.spi.software.concurrent.Turn#runOrHandOff}.
   * Allocates nothing. Where input comes by the calls of other threads, as by default, there is
   * nothing to move.
   *
   * @return how much was done, 0 for nothing
   */
  default int poll() {
    return 0;
  }

  /**
   * How long a thread that waits for events polls before it blocks: by default 50 microseconds, and
   * 0 on a single processor.
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
   * <p>Several threads may be here at once, each with a waiter of its own: one for each EVD, and
   * any number for a CNO. Each wake-up names its thread. A virtual thread never comes here.
   *
   * @param waiter the waiting thread
   * @param nanos at most, positive
   */
  default void awaitIo(Waiter waiter, long nanos) {
    LockSupport.parkNanos(waiter, nanos);
  }

  /**
   * Ends a wait of a thread, or its next one. By default it unparks the thread. One that overrides
   * {@link #awaitIo} has to unpark, too: virtual threads never wait there, they park.
   *
   * @param thread the waiting thread
   */
  default void wakeup(Thread thread) {
    LockSupport.unpark(thread);
  }

  /**
   * Stops everything. The layer has ended the connections, closed the listeners and dropped the
   * requests before. All memory is freed. The fabric's threads end before this returns or soon
   * after.
   *
   * <p>Returns within a second, whatever the peers do: the program's {@code Ia.close} waits for it.
   * A transport that has to repeat good-byes until they are acknowledged may do so within that
   * second, and then gives up: the peer ends by its own limit of silence. {@code tcp} and {@code
   * ipc} wait for no peer here.
   */
  @Override
  void close();
}
