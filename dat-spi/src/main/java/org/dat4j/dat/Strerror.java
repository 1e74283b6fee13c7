package org.dat4j.dat;

import java.util.Locale;

/**
 * The table of the texts of DAT return codes and subtypes, from which {@code dat_strerror} answers.
 */
public final class Strerror {
  /** The texts of the subtypes, by number. */
  private static final String[] MINOR = {
    "",
    "the wait was interrupted",
    "no memory left",
    "no resources of the device left",
    "no transport endpoints left",
    "no transport event queues left",
    "no transport protection domains left",
    "no transport memory regions left",
    "no error handlers left",
    "no credits left",
    "no shared receive queues left",
    "the IA is not a usable object",
    "the endpoint is not a usable object",
    "the LMR is not a usable object",
    "the RMR is not a usable object",
    "the protection zone is not a usable object",
    "the public service point is not a usable object",
    "the reserved service point is not a usable object",
    "the connection request is not a usable object",
    "the CNO is not a usable object",
    "the EVD for connection requests is not a usable object",
    "the EVD for request completions is not a usable object",
    "the EVD for Receive completions is not a usable object",
    "the EVD for connection events is not a usable object",
    "the EVD for asynchronous errors is not a usable object",
    "the shared receive queue is not a usable object",
    "argument 1 is not a usable object",
    "argument 2 is not a usable object",
    "argument 3 is not a usable object",
    "argument 4 is not a usable object",
    "argument 5 is not a usable object",
    "argument 6 is not a usable object",
    "argument 7 is not a usable object",
    "argument 8 is not a usable object",
    "argument 9 is not a usable object",
    "argument 10 is not a usable object",
    "argument 1 is out of its range",
    "argument 2 is out of its range",
    "argument 3 is out of its range",
    "argument 4 is out of its range",
    "argument 5 is out of its range",
    "argument 6 is out of its range",
    "argument 7 is out of its range",
    "argument 8 is out of its range",
    "argument 9 is out of its range",
    "argument 10 is out of its range",
    "the endpoint is unconnected",
    "the endpoint waits for the answer to its connection request",
    "the endpoint holds an unanswered connection request",
    "the endpoint was made by the provider for an unanswered request",
    "the endpoint is connected",
    "the endpoint is disconnected",
    "the endpoint is reserved for a service point",
    "the endpoint waits for the accepted connection to complete",
    "the endpoint is disconnecting",
    "the endpoint is under the control of the provider",
    "the endpoint lacks something it needs for the call",
    "the endpoint has a Receive watermark in the way",
    "the endpoint has an unsuitable protection zone",
    "the endpoint has an unsuitable EVD for request completions",
    "the endpoint has an unsuitable EVD for Receive completions",
    "the endpoint has an unsuitable EVD for connection events",
    "the endpoint is not configured",
    "the endpoint is reserved and not configured",
    "the endpoint holds an unanswered request and is not configured",
    "the endpoint was made for an unanswered request and is not configured",
    "the CNO is in use by an EVD or a waiter",
    "the CNO was freed",
    "the EVD is open",
    "the EVD is enabled",
    "the EVD is disabled",
    "the EVD is waitable",
    "the EVD is unwaitable",
    "the EVD is fed by another object",
    "the EVD is configured to notify by event",
    "the EVD is configured for solicited events",
    "the EVD is configured for a threshold",
    "a thread waits on the EVD",
    "the EVD takes asynchronous errors",
    "the IA has objects",
    "an RMR is bound to the LMR",
    "the LMR was freed",
    "an object refers to the protection zone",
    "the protection zone was freed",
    "the shared receive queue is operational",
    "the shared receive queue failed",
    "an endpoint refers to the shared receive queue",
    "the privilege for local read is missing",
    "the privilege for local write is missing",
    "the privilege for remote read is missing",
    "the privilege for remote write is missing",
    "the protection zone forbids local read",
    "the protection zone forbids local write",
    "the protection zone forbids remote read",
    "the protection zone forbids remote write",
    "the kind of address is not supported",
    "the address cannot be reached",
    "the address is malformed",
    "no provider has the name",
    "no provider of the name has the major version",
    "no provider of the name has the minor version",
    "no provider of the name has the thread safety",
    "the platform insists on relaxed ordering and the name does not allow it",
  };

  private Strerror() {}

  /**
   * Returns the texts of a code. Any thread; the same code always gives the same texts.
   *
   * @param code a bare type or a whole code. Class bits are ignored, and the subtype need not
   *     belong to the type.
   * @return the texts
   * @throws DatException {@link DatReturn#INVALID_PARAMETER} if the type or the subtype is
   *     undefined
   */
  public static DatMessage of(int code) {
    String major = major(DatReturn.type(code));
    int subtype = DatReturn.subtype(code);
    if (major == null) {
      throw undefined(code, "its type (bits 29-16) is undefined, use one of DatReturn");
    }
    if (subtype >= MINOR.length) {
      throw undefined(code, "its subtype (bits 15-0) is undefined, use one of DatSubtype");
    }
    return new DatMessage(major, MINOR[subtype]);
  }

  private static String major(int type) {
    return switch (type) {
      case DatReturn.SUCCESS -> "success";
      case DatReturn.ABORT -> "the wait ended because its object was destroyed";
      case DatReturn.CONN_QUAL_IN_USE -> "the connection qualifier is in use";
      case DatReturn.INSUFFICIENT_RESOURCES -> "not enough resources";
      case DatReturn.INTERNAL_ERROR -> "internal error";
      case DatReturn.INVALID_HANDLE -> "not a usable object";
      case DatReturn.INVALID_PARAMETER -> "argument out of its range";
      case DatReturn.INVALID_STATE -> "the object is in a state that forbids the call";
      case DatReturn.LENGTH_ERROR -> "lengths do not fit";
      case DatReturn.MODEL_NOT_SUPPORTED -> "not supported by the provider";
      case DatReturn.PROVIDER_NOT_FOUND -> "no such provider";
      case DatReturn.PRIVILEGES_VIOLATION -> "memory privilege missing";
      case DatReturn.PROTECTION_VIOLATION -> "protection zones do not match";
      case DatReturn.QUEUE_EMPTY -> "the queue is empty";
      case DatReturn.QUEUE_FULL -> "the queue is full";
      case DatReturn.TIMEOUT_EXPIRED -> "the time limit passed";
      case DatReturn.PROVIDER_ALREADY_REGISTERED -> "the provider is registered already";
      case DatReturn.PROVIDER_IN_USE -> "the provider is in use";
      case DatReturn.INVALID_ADDRESS -> "not a usable address";
      case DatReturn.INTERRUPTED_CALL -> "the waiting thread was interrupted";
      case DatReturn.CONN_QUAL_UNAVAILABLE -> "no connection qualifier is available";
      case DatReturn.NOT_IMPLEMENTED -> "not implemented";
      default -> null;
    };
  }

  private static DatException undefined(int code, String remedy) {
    return new DatException(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG1,
        "Dat.strerror",
        "code",
        String.format(Locale.ROOT, "0x%08X", code),
        remedy);
  }
}
