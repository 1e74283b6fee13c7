package org.dat4j.dat.util;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
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
import org.dat4j.dat.IaField;
import org.dat4j.dat.Pz;

/**
 * The entry point of the helpers for small DAT programs: makes endpoints and listeners, and waits
 * for one event.
 *
 * <pre>{@code
 * try (Ia ia = Dat.openIa("loopback0");
 *     DatListener listener = Dats.listen(ia);
 *     DatConnection server = Dats.endpoint(ia);
 *     DatConnection client = Dats.endpoint(ia)) {
 *   Region in = server.register(64);
 *   Region out = client.register(64);
 *   server.receive(in, 0, 64, 1); // throws where the post returns a code
 *   client.startConnect(ia.address(), listener.connQual(), limit);
 *   listener.accept(server, limit);
 *   client.awaitConnected(limit);
 *   out.buffer().putLong(0, 42);
 *   client.send(out, 0, 8, 2);
 *   Dats.awaitDto(client.requestEvd(), 2, limit, event);
 *   Dats.awaitDto(server.recvEvd(), 1, limit, event);
 * }
 * }</pre>
 */
public final class Dats {

  /**
   * The number of requests a listener keeps while no thread accepts: all clients of a server that
   * starts again.
   */
  private static final int BACKLOG = 1024;

  private static final String WHY = "; DatConnection.awaitEnd tells why";

  /** The time limit of a wait without end. It ends by an event, an interrupt or a close. */
  public static final Duration NO_LIMIT = ChronoUnit.FOREVER.getDuration();

  /** The longest time limit the contract can express. */
  private static final long MAX_MICROS = DatConstants.TIMEOUT_INFINITE - 1;

  private Dats() {}

  /**
   * Makes an unconnected endpoint with a PZ and three EVDs.
   *
   * @param ia the adapter
   * @return the endpoint, to be closed by the caller
   * @throws DatException as the contract's calls that create
   */
  public static DatConnection endpoint(Ia ia) {
    return endpoint(ia, null);
  }

  /**
   * Makes an unconnected endpoint with a PZ and three EVDs as long as its queues.
   *
   * @param ia the adapter
   * @param attr what it must be able to do, null for {@link EpAttr#DEFAULT}
   * @return the endpoint, to be closed by the caller
   * @throws DatException as the contract's calls that create
   */
  public static DatConnection endpoint(Ia ia, EpAttr attr) {
    return new DatConnection(ia, null, null, null, attr);
  }

  /**
   * Makes an unconnected endpoint over a PZ and EVDs that several endpoints share. Memory that is
   * registered in the PZ then serves all of them, and one thread waits for the completions of all.
   *
   * @param ia the adapter
   * @param pz the PZ, null for one of the endpoint's own
   * @param recvEvd takes completions of Receives; null for one of the endpoint's own
   * @param requestEvd takes completions of Sends, RDMA operations and binds; null for one of the
   *     endpoint's own
   * @param attr what it must be able to do, null for {@link EpAttr#DEFAULT}
   * @return the endpoint, to be closed by the caller; what was given is not closed with it
   * @throws DatException as the contract's calls that create
   */
  public static DatConnection endpoint(Ia ia, Pz pz, Evd recvEvd, Evd requestEvd, EpAttr attr) {
    return new DatConnection(ia, pz, recvEvd, requestEvd, attr);
  }

  /**
   * Listens on a qualifier of the provider's choice. Up to 1024 requests can wait to be accepted.
   *
   * @param ia the adapter
   * @return the listener, to be closed by the caller
   * @throws DatException as {@link Ia#createPspAny}
   */
  public static DatListener listen(Ia ia) {
    return DatListener.create(ia, null, backlog(ia));
  }

  /**
   * Listens on a qualifier. Up to 1024 requests can wait to be accepted.
   *
   * @param ia the adapter
   * @param connQual the qualifier, not 0
   * @return the listener, to be closed by the caller
   * @throws DatException as {@link Ia#createPsp}
   */
  public static DatListener listen(Ia ia, long connQual) {
    return DatListener.create(ia, connQual, backlog(ia));
  }

  /**
   * Listens on a qualifier and says how many requests can wait. A requester that finds no place
   * ends with NON_PEER_REJECTED.
   *
   * @param ia the adapter
   * @param connQual the qualifier, 0 for one of the provider's choice
   * @param backlog requests that can wait to be accepted, 1 to the longest queue of the adapter
   * @return the listener, to be closed by the caller
   * @throws DatException as {@link Ia#createEvd} and {@link Ia#createPsp}
   */
  public static DatListener listen(Ia ia, long connQual, int backlog) {
    given(ia, "Dats.listen", "ia", DatReturn.INVALID_HANDLE);
    return DatListener.create(ia, connQual == 0 ? null : connQual, backlog);
  }

  private static int backlog(Ia ia) {
    given(ia, "Dats.listen", "ia", DatReturn.INVALID_HANDLE);
    return Math.min(BACKLOG, ia.query(IaField.MAX_EVD_QLEN, 0).iaAttr().maxEvdQlen());
  }

  /**
   * Waits for one event of a kind.
   *
   * @param evd where it arrives
   * @param expected its kind
   * @param timeout at most 4294 seconds, or {@link #NO_LIMIT}
   * @param event filled with it
   * @throws DatException DAT_TIMEOUT_EXPIRED, DAT_INTERRUPTED_CALL, DAT_ABORT; {@link
   *     UnexpectedEventException} when another kind arrived, which is taken and in {@code event}
   */
  public static void await(Evd evd, EventNumber expected, Duration timeout, DatEvent event) {
    given(evd, "Dats.await", "evd", DatReturn.INVALID_HANDLE);
    given(expected, "Dats.await", "expected", DatReturn.INVALID_PARAMETER);
    awaitAny(evd, expected, timeout, event);
    if (event.number() != expected) {
      throw unexpected(evd, event, "expected " + expected + hint(event));
    }
  }

  /** Waits for one event of any kind; the one that was expected is named when none comes. */
  static void awaitAny(Evd evd, EventNumber expected, Duration timeout, DatEvent event) {
    given(timeout, "Dats.await", "timeout", DatReturn.INVALID_PARAMETER);
    int outcome = evd.await(micros(timeout), 1, event);
    if (outcome != DatReturn.SUCCESS) {
      throw ended(evd, outcome, expected, timeout);
    }
  }

  private static DatException ended(Evd evd, int outcome, EventNumber expected, Duration timeout) {
    String none = "no " + expected + " came";
    String why =
        switch (DatReturn.type(outcome)) {
          case DatReturn.TIMEOUT_EXPIRED ->
              none
                  + " in time"
                  + switch (expected) {
                    case DTO_COMPLETION_EVENT ->
                        ": the transfer is still outstanding; wait again, or disconnect";
                    case CONNECTION_EVENT_DISCONNECTED ->
                        ": the connection has not ended; wait longer, or disconnect";
                    default -> ": wait again, or see what the peer does";
                  };
          case DatReturn.INTERRUPTED_CALL -> none + ": the waiting thread was interrupted";
          case DatReturn.ABORT -> none + ": the EVD was freed or its adapter closed meanwhile";
          default -> none;
        };
    return new DatException(
        outcome,
        DatSubtype.NO_SUBTYPE,
        evd + ".await",
        "time limit",
        timeout.equals(NO_LIMIT) ? "none" : timeout.toMillis() + " ms",
        why);
  }

  /**
   * Waits for the successful completion of one transfer.
   *
   * @param evd where it arrives
   * @param cookie the one given to the post
   * @param timeout at most 4294 seconds, or {@link #NO_LIMIT}
   * @param event filled with the completion
   * @return bytes transferred
   * @throws DatException as {@link #await}; {@link UnexpectedEventException} also for a completion
   *     with another cookie or without success
   */
  public static long awaitDto(Evd evd, long cookie, Duration timeout, DatEvent event) {
    await(evd, EventNumber.DTO_COMPLETION_EVENT, timeout, event);
    if (event.status() != DtoStatus.SUCCESS) {
      throw unexpected(evd, event, "expected a transfer that succeeds" + hint(event.status()));
    }
    if (event.cookie() != cookie) {
      throw unexpected(
          evd,
          event,
          "expected the cookie 0x"
              + Long.toHexString(cookie)
              + ": await completions in the order of the posts, or tell them apart by"
              + " DatEvent.cookie()");
    }
    return event.transferredLength();
  }

  private static String hint(DtoStatus status) {
    return switch (status) {
      case ERR_FLUSHED, ERR_TRANSPORT, ERR_RECEIVER_NOT_READY ->
          ": the connection ended" + WHY + "; connect again";
      case ERR_LOCAL_LENGTH ->
          ": the message is longer than the Receive that it met, or than a limit of the endpoint"
              + WHY
              + "; post longer Receives, or send less";
      case ERR_LOCAL_PROTECTION ->
          ": a segment of the transfer is not in live memory of the endpoint's PZ with the"
              + " privilege"
              + WHY;
      case ERR_REMOTE_ACCESS ->
          ": check the context, address and length that the peer gave, the privileges of its"
              + " memory, and that it is not freed yet"
              + WHY;
      case ERR_REMOTE_RESPONDER ->
          ": the peer could not take it, for instance as its Receive was too short" + WHY;
      default -> WHY;
    };
  }

  /**
   * Makes a call that throws, and returns what the C function would: for programs that look at
   * codes, and for teardowns that go on after a failure.
   *
   * @param call for example {@code evd::close}
   * @return {@link DatReturn#SUCCESS}, or the type of the exception's code, which compares with the
   *     constants of {@link DatReturn}
   */
  public static int typeOf(Runnable call) {
    given(call, "Dats.typeOf", "call", DatReturn.INVALID_PARAMETER);
    try {
      call.run();
      return DatReturn.SUCCESS;
    } catch (DatException e) {
      return e.type();
    }
  }

  /** Refuses a null that has no meaning, as the calls of the contract do. */
  static void given(Object value, String where, String argument, int type) {
    if (value == null) {
      String remedy =
          type == DatReturn.INVALID_HANDLE ? "give a live object" : "give one; null has no meaning";
      throw new DatException(type, DatSubtype.NO_SUBTYPE, where, argument, null, remedy);
    }
  }

  /** Makes an EVD whose length is an argument of the program, which a refusal names. */
  static Evd evd(Ia ia, int length, String where, String argument, int flags) {
    try {
      return ia.createEvd(length, null, flags);
    } catch (DatException e) {
      if (!"minQlen".equals(e.argument())) {
        throw e;
      }
      throw new DatException(e.type(), e.subtype(), where, argument, length, e.remedy(), e);
    }
  }

  /** Tells whether a connection is not there, or no longer, after an event. */
  static boolean isEnd(EventNumber number) {
    return switch (number) {
      case CONNECTION_EVENT_PEER_REJECTED,
          CONNECTION_EVENT_NON_PEER_REJECTED,
          CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR,
          CONNECTION_EVENT_DISCONNECTED,
          CONNECTION_EVENT_BROKEN,
          CONNECTION_EVENT_TIMED_OUT,
          CONNECTION_EVENT_UNREACHABLE ->
          true;
      default -> false;
    };
  }

  static UnexpectedEventException unexpected(Evd evd, DatEvent event, String remedy) {
    return new UnexpectedEventException(evd + ".await", event, remedy);
  }

  /** A guess at the cause, where the provider gives none. */
  private static String hint(DatEvent event) {
    boolean isSilence = event.number() == EventNumber.CONNECTION_EVENT_TIMED_OUT;
    if (!event.detail().isEmpty() && !isSilence) {
      return "";
    }
    return switch (event.number()) {
      case CONNECTION_EVENT_NON_PEER_REJECTED ->
          ": nobody listens there, or its backlog is full: start the listener first; or no local"
              + " port was free: try again";
      case CONNECTION_EVENT_PEER_REJECTED -> ": the peer's program rejected the request";
      case CONNECTION_EVENT_UNREACHABLE -> ": check address and network of the peer's adapter";
      case CONNECTION_EVENT_TIMED_OUT ->
          ": the peer did not answer in time: check that a program of DAT accepts requests there,"
              + " and see its log";
      case CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR -> ": the requester gave up meanwhile";
      default -> "";
    };
  }

  /** Microseconds of the contract; longer ones are cut to the longest that is not infinite. */
  static long micros(Duration timeout) {
    if (timeout.equals(NO_LIMIT)) {
      return DatConstants.TIMEOUT_INFINITE;
    }
    if (timeout.compareTo(Duration.ofNanos(MAX_MICROS * 1000)) >= 0) {
      return MAX_MICROS;
    }
    return Math.max(0, (timeout.toNanos() + 999) / 1000);
  }

  /** The moment of {@link System#nanoTime()} at which a time limit ends. */
  static long deadline(Duration timeout) {
    boolean isLong = timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) >= 0;
    return System.nanoTime() + (isLong ? Long.MAX_VALUE / 2 : timeout.toNanos());
  }

  /** The time left of a limit that ends at a moment; no limit stays none. */
  static Duration left(Duration timeout, long deadline) {
    return timeout.equals(NO_LIMIT) ? timeout : until(deadline);
  }

  /** The time left until a moment of {@link System#nanoTime()}, zero when it has passed. */
  static Duration until(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }
}
