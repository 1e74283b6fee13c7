package org.dat4j.dat.util;

import java.time.Duration;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;

/**
 * Where small programs start: endpoints, listeners and waiting for one event.
 *
 * <pre>{@code
 * try (Ia ia = Dat.openIa("loopback0");
 *     DatListener listener = Dats.listen(ia);
 *     DatConnection server = Dats.endpoint(ia);
 *     DatConnection client = Dats.endpoint(ia)) {
 *   Region in = server.register(64);
 *   Region out = client.register(64);
 *   server.ep().postRecv(in.context(), in.address(), 64, 1, CompletionFlags.DEFAULT);
 *   client.startConnect(ia.address(), listener.connQual(), limit);
 *   listener.accept(server, limit);
 *   client.awaitConnected(limit);
 *   out.buffer().putLong(0, 42);
 *   client.ep().postSend(out.context(), out.address(), 8, 2, CompletionFlags.DEFAULT);
 *   Dats.awaitDto(client.requestEvd(), 2, limit, event);
 *   Dats.awaitDto(server.recvEvd(), 1, limit, event);
 * }
 * }</pre>
 */
public final class Dats {

  /** Requests a listener keeps while nobody accepts. */
  private static final int BACKLOG = 16;

  /** The longest time limit the contract can express. */
  private static final long LONGEST_MICROS = DatConstants.TIMEOUT_INFINITE - 1;

  private Dats() {}

  /**
   * Makes an unconnected endpoint with a zone and three dispatchers.
   *
   * @param ia the adapter
   * @return the endpoint, to be closed by the caller
   * @throws DatException as the contract's calls that create
   */
  public static DatConnection endpoint(Ia ia) {
    return endpoint(ia, null);
  }

  /**
   * Makes an unconnected endpoint with a zone and three dispatchers as long as its queues.
   *
   * @param ia the adapter
   * @param attr what it must be able to do, null for {@link EpAttr#DEFAULT}
   * @return the endpoint, to be closed by the caller
   * @throws DatException as the contract's calls that create
   */
  public static DatConnection endpoint(Ia ia, EpAttr attr) {
    return new DatConnection(ia, attr);
  }

  /**
   * Listens on a qualifier of the provider's choice.
   *
   * @param ia the adapter
   * @return the listener, to be closed by the caller
   * @throws DatException as {@link Ia#createPspAny}
   */
  public static DatListener listen(Ia ia) {
    return DatListener.create(ia, null, BACKLOG);
  }

  /**
   * Listens on a qualifier.
   *
   * @param ia the adapter
   * @param connQual the qualifier, not 0
   * @return the listener, to be closed by the caller
   * @throws DatException as {@link Ia#createPsp}
   */
  public static DatListener listen(Ia ia, long connQual) {
    return DatListener.create(ia, connQual, BACKLOG);
  }

  /**
   * Waits for one event of a kind.
   *
   * @param evd where it arrives
   * @param expected its kind
   * @param timeout at most 4294 seconds
   * @param event filled with it
   * @throws DatException DAT_TIMEOUT_EXPIRED, DAT_INTERRUPTED_CALL, DAT_ABORT; {@link
   *     UnexpectedEventException} when another kind arrived, which is taken and in {@code event}
   */
  public static void await(Evd evd, EventNumber expected, Duration timeout, DatEvent event) {
    int outcome = evd.await(micros(timeout), 1, event);
    if (outcome != DatReturn.SUCCESS) {
      throw new DatException(
          outcome,
          DatSubtype.NO_SUBTYPE,
          evd + ".await",
          "time limit",
          timeout.toMillis() + " ms",
          "no " + expected + " so far");
    }
    if (event.number() != expected) {
      throw unexpected(evd, event, "expected " + expected + hint(event.number()));
    }
  }

  /**
   * Waits for the successful completion of one transfer.
   *
   * @param evd where it arrives
   * @param cookie the one given to the post
   * @param timeout at most 4294 seconds
   * @param event filled with the completion
   * @return octets transferred
   * @throws DatException as {@link #await}; {@link UnexpectedEventException} also for a completion
   *     with another cookie or without success
   */
  public static long awaitDto(Evd evd, long cookie, Duration timeout, DatEvent event) {
    await(evd, EventNumber.DTO_COMPLETION_EVENT, timeout, event);
    if (event.status() != DtoStatus.SUCCESS) {
      throw unexpected(evd, event, "expected a transfer that succeeds");
    }
    if (event.cookie() != cookie) {
      throw unexpected(evd, event, "expected the cookie 0x" + Long.toHexString(cookie));
    }
    return event.transferredLength();
  }

  private static UnexpectedEventException unexpected(Evd evd, DatEvent event, String remedy) {
    return new UnexpectedEventException(
        evd + ".await", event.number(), event.status(), event.toString(), remedy);
  }

  private static String hint(EventNumber number) {
    return switch (number) {
      case CONNECTION_EVENT_NON_PEER_REJECTED ->
          ": nobody listens there, or its backlog is full: start the listener first; or no local"
              + " port was free: try again";
      case CONNECTION_EVENT_PEER_REJECTED -> ": the peer's program rejected the request";
      case CONNECTION_EVENT_UNREACHABLE -> ": check address and network of the peer's adapter";
      case CONNECTION_EVENT_TIMED_OUT -> ": the peer did not answer in time";
      case CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR -> ": the requester gave up meanwhile";
      default -> "";
    };
  }

  /** Microseconds of the contract; longer ones are cut to the longest that is not infinite. */
  static long micros(Duration timeout) {
    if (timeout.compareTo(Duration.ofNanos(LONGEST_MICROS * 1000)) >= 0) {
      return LONGEST_MICROS;
    }
    return Math.max(0, (timeout.toNanos() + 999) / 1000);
  }

  /** What is left until a time of {@link System#nanoTime()}, zero when it has passed. */
  static Duration until(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }
}
