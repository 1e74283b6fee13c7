package org.dat4j.dat;

/**
 * Subtypes of return codes ({@code DAT_RETURN_SUBTYPE}, bits 15 to 0): what exactly a {@link
 * DatReturn} type is about.
 *
 * <p>Each subtype belongs to one type, see {@link #belongsTo(int, int)}.
 */
public final class DatSubtype {
  /** {@code DAT_NO_SUBTYPE}: nothing more is known. */
  public static final int NO_SUBTYPE = 0;

  /** {@code DAT_SUB_INTERRUPTED}: the wait was interrupted. */
  public static final int SUB_INTERRUPTED = 1;

  /** {@code DAT_RESOURCE_MEMORY}: no memory left. */
  public static final int RESOURCE_MEMORY = 2;

  /** {@code DAT_RESOURCE_DEVICE}: no resources of the device left. */
  public static final int RESOURCE_DEVICE = 3;

  /** {@code DAT_RESOURCE_TEP}: no transport endpoints left. */
  public static final int RESOURCE_TEP = 4;

  /** {@code DAT_RESOURCE_TEVD}: no transport event queues left. */
  public static final int RESOURCE_TEVD = 5;

  /** {@code DAT_RESOURCE_PROTECTION_DOMAIN}: no transport protection domains left. */
  public static final int RESOURCE_PROTECTION_DOMAIN = 6;

  /** {@code DAT_RESOURCE_MEMORY_REGION}: no transport memory regions left. */
  public static final int RESOURCE_MEMORY_REGION = 7;

  /** {@code DAT_RESOURCE_ERROR_HANDLER}: no error handlers left. */
  public static final int RESOURCE_ERROR_HANDLER = 8;

  /** {@code DAT_RESOURCE_CREDITS}: no credits left. */
  public static final int RESOURCE_CREDITS = 9;

  /** {@code DAT_RESOURCE_SRQ}: no shared receive queues left. */
  public static final int RESOURCE_SRQ = 10;

  /** {@code DAT_INVALID_HANDLE_IA}: the IA is not a usable object. */
  public static final int INVALID_HANDLE_IA = 11;

  /** {@code DAT_INVALID_HANDLE_EP}: the endpoint is not a usable object. */
  public static final int INVALID_HANDLE_EP = 12;

  /** {@code DAT_INVALID_HANDLE_LMR}: the LMR is not a usable object. */
  public static final int INVALID_HANDLE_LMR = 13;

  /** {@code DAT_INVALID_HANDLE_RMR}: the RMR is not a usable object. */
  public static final int INVALID_HANDLE_RMR = 14;

  /** {@code DAT_INVALID_HANDLE_PZ}: the protection zone is not a usable object. */
  public static final int INVALID_HANDLE_PZ = 15;

  /** {@code DAT_INVALID_HANDLE_PSP}: the public service point is not a usable object. */
  public static final int INVALID_HANDLE_PSP = 16;

  /** {@code DAT_INVALID_HANDLE_RSP}: the reserved service point is not a usable object. */
  public static final int INVALID_HANDLE_RSP = 17;

  /** {@code DAT_INVALID_HANDLE_CR}: the connection request is not a usable object. */
  public static final int INVALID_HANDLE_CR = 18;

  /** {@code DAT_INVALID_HANDLE_CNO}: the CNO is not a usable object. */
  public static final int INVALID_HANDLE_CNO = 19;

  /** {@code DAT_INVALID_HANDLE_EVD_CR}: the EVD for connection requests is not a usable object. */
  public static final int INVALID_HANDLE_EVD_CR = 20;

  /**
   * {@code DAT_INVALID_HANDLE_EVD_REQUEST}: the EVD for request completions is not a usable object.
   */
  public static final int INVALID_HANDLE_EVD_REQUEST = 21;

  /**
   * {@code DAT_INVALID_HANDLE_EVD_RECV}: the EVD for Receive completions is not a usable object.
   */
  public static final int INVALID_HANDLE_EVD_RECV = 22;

  /** {@code DAT_INVALID_HANDLE_EVD_CONN}: the EVD for connection events is not a usable object. */
  public static final int INVALID_HANDLE_EVD_CONN = 23;

  /**
   * {@code DAT_INVALID_HANDLE_EVD_ASYNC}: the EVD for asynchronous errors is not a usable object.
   */
  public static final int INVALID_HANDLE_EVD_ASYNC = 24;

  /** {@code DAT_INVALID_HANDLE_SRQ}: the shared receive queue is not a usable object. */
  public static final int INVALID_HANDLE_SRQ = 25;

  /** {@code DAT_INVALID_HANDLE1}: argument 1 is not a usable object. */
  public static final int INVALID_HANDLE1 = 26;

  /** {@code DAT_INVALID_HANDLE2}: argument 2 is not a usable object. */
  public static final int INVALID_HANDLE2 = 27;

  /** {@code DAT_INVALID_HANDLE3}: argument 3 is not a usable object. */
  public static final int INVALID_HANDLE3 = 28;

  /** {@code DAT_INVALID_HANDLE4}: argument 4 is not a usable object. */
  public static final int INVALID_HANDLE4 = 29;

  /** {@code DAT_INVALID_HANDLE5}: argument 5 is not a usable object. */
  public static final int INVALID_HANDLE5 = 30;

  /** {@code DAT_INVALID_HANDLE6}: argument 6 is not a usable object. */
  public static final int INVALID_HANDLE6 = 31;

  /** {@code DAT_INVALID_HANDLE7}: argument 7 is not a usable object. */
  public static final int INVALID_HANDLE7 = 32;

  /** {@code DAT_INVALID_HANDLE8}: argument 8 is not a usable object. */
  public static final int INVALID_HANDLE8 = 33;

  /** {@code DAT_INVALID_HANDLE9}: argument 9 is not a usable object. */
  public static final int INVALID_HANDLE9 = 34;

  /** {@code DAT_INVALID_HANDLE10}: argument 10 is not a usable object. */
  public static final int INVALID_HANDLE10 = 35;

  /** {@code DAT_INVALID_ARG1}: argument 1 is out of its range. */
  public static final int INVALID_ARG1 = 36;

  /** {@code DAT_INVALID_ARG2}: argument 2 is out of its range. */
  public static final int INVALID_ARG2 = 37;

  /** {@code DAT_INVALID_ARG3}: argument 3 is out of its range. */
  public static final int INVALID_ARG3 = 38;

  /** {@code DAT_INVALID_ARG4}: argument 4 is out of its range. */
  public static final int INVALID_ARG4 = 39;

  /** {@code DAT_INVALID_ARG5}: argument 5 is out of its range. */
  public static final int INVALID_ARG5 = 40;

  /** {@code DAT_INVALID_ARG6}: argument 6 is out of its range. */
  public static final int INVALID_ARG6 = 41;

  /** {@code DAT_INVALID_ARG7}: argument 7 is out of its range. */
  public static final int INVALID_ARG7 = 42;

  /** {@code DAT_INVALID_ARG8}: argument 8 is out of its range. */
  public static final int INVALID_ARG8 = 43;

  /** {@code DAT_INVALID_ARG9}: argument 9 is out of its range. */
  public static final int INVALID_ARG9 = 44;

  /** {@code DAT_INVALID_ARG10}: argument 10 is out of its range. */
  public static final int INVALID_ARG10 = 45;

  /** {@code DAT_INVALID_STATE_EP_UNCONNECTED}: the endpoint is unconnected. */
  public static final int INVALID_STATE_EP_UNCONNECTED = 46;

  /**
   * {@code DAT_INVALID_STATE_EP_ACTCONNPENDING}: the endpoint waits for the answer to its
   * connection request.
   */
  public static final int INVALID_STATE_EP_ACTCONNPENDING = 47;

  /**
   * {@code DAT_INVALID_STATE_EP_PASSCONNPENDING}: the endpoint holds an unanswered connection
   * request.
   */
  public static final int INVALID_STATE_EP_PASSCONNPENDING = 48;

  /**
   * {@code DAT_INVALID_STATE_EP_TENTCONNPENDING}: the endpoint was made by the provider for an
   * unanswered request.
   */
  public static final int INVALID_STATE_EP_TENTCONNPENDING = 49;

  /** {@code DAT_INVALID_STATE_EP_CONNECTED}: the endpoint is connected. */
  public static final int INVALID_STATE_EP_CONNECTED = 50;

  /** {@code DAT_INVALID_STATE_EP_DISCONNECTED}: the endpoint is disconnected. */
  public static final int INVALID_STATE_EP_DISCONNECTED = 51;

  /** {@code DAT_INVALID_STATE_EP_RESERVED}: the endpoint is reserved for a service point. */
  public static final int INVALID_STATE_EP_RESERVED = 52;

  /**
   * {@code DAT_INVALID_STATE_EP_COMPLPENDING}: the endpoint waits for the accepted connection to
   * complete.
   */
  public static final int INVALID_STATE_EP_COMPLPENDING = 53;

  /** {@code DAT_INVALID_STATE_EP_DISCPENDING}: the endpoint is disconnecting. */
  public static final int INVALID_STATE_EP_DISCPENDING = 54;

  /**
   * {@code DAT_INVALID_STATE_EP_PROVIDERCONTROL}: the endpoint is under the control of the
   * provider.
   */
  public static final int INVALID_STATE_EP_PROVIDERCONTROL = 55;

  /** {@code DAT_INVALID_STATE_EP_NOTREADY}: the endpoint lacks something it needs for the call. */
  public static final int INVALID_STATE_EP_NOTREADY = 56;

  /**
   * {@code DAT_INVALID_STATE_EP_RECV_WATERMARK}: the endpoint has a Receive watermark in the way.
   */
  public static final int INVALID_STATE_EP_RECV_WATERMARK = 57;

  /** {@code DAT_INVALID_STATE_EP_PZ}: the endpoint has an unsuitable protection zone. */
  public static final int INVALID_STATE_EP_PZ = 58;

  /**
   * {@code DAT_INVALID_STATE_EP_EVD_REQUEST}: the endpoint has an unsuitable EVD for request
   * completions.
   */
  public static final int INVALID_STATE_EP_EVD_REQUEST = 59;

  /**
   * {@code DAT_INVALID_STATE_EP_EVD_RECV}: the endpoint has an unsuitable EVD for Receive
   * completions.
   */
  public static final int INVALID_STATE_EP_EVD_RECV = 60;

  /**
   * {@code DAT_INVALID_STATE_EP_EVD_CONNECT}: the endpoint has an unsuitable EVD for connection
   * events.
   */
  public static final int INVALID_STATE_EP_EVD_CONNECT = 61;

  /** {@code DAT_INVALID_STATE_EP_UNCONFIGURED}: the endpoint is not configured. */
  public static final int INVALID_STATE_EP_UNCONFIGURED = 62;

  /** {@code DAT_INVALID_STATE_EP_UNCONFRESERVED}: the endpoint is reserved and not configured. */
  public static final int INVALID_STATE_EP_UNCONFRESERVED = 63;

  /**
   * {@code DAT_INVALID_STATE_EP_UNCONFPASSIVE}: the endpoint holds an unanswered request and is not
   * configured.
   */
  public static final int INVALID_STATE_EP_UNCONFPASSIVE = 64;

  /**
   * {@code DAT_INVALID_STATE_EP_UNCONFTENTATIVE}: the endpoint was made for an unanswered request
   * and is not configured.
   */
  public static final int INVALID_STATE_EP_UNCONFTENTATIVE = 65;

  /** {@code DAT_INVALID_STATE_CNO_IN_USE}: the CNO is in use by an EVD or a waiter. */
  public static final int INVALID_STATE_CNO_IN_USE = 66;

  /** {@code DAT_INVALID_STATE_CNO_DEAD}: the CNO was freed. */
  public static final int INVALID_STATE_CNO_DEAD = 67;

  /** {@code DAT_INVALID_STATE_EVD_OPEN}: the EVD is open. */
  public static final int INVALID_STATE_EVD_OPEN = 68;

  /** {@code DAT_INVALID_STATE_EVD_ENABLED}: the EVD is enabled. */
  public static final int INVALID_STATE_EVD_ENABLED = 69;

  /** {@code DAT_INVALID_STATE_EVD_DISABLED}: the EVD is disabled. */
  public static final int INVALID_STATE_EVD_DISABLED = 70;

  /** {@code DAT_INVALID_STATE_EVD_WAITABLE}: the EVD is waitable. */
  public static final int INVALID_STATE_EVD_WAITABLE = 71;

  /** {@code DAT_INVALID_STATE_EVD_UNWAITABLE}: the EVD is unwaitable. */
  public static final int INVALID_STATE_EVD_UNWAITABLE = 72;

  /** {@code DAT_INVALID_STATE_EVD_IN_USE}: the EVD is fed by another object. */
  public static final int INVALID_STATE_EVD_IN_USE = 73;

  /** {@code DAT_INVALID_STATE_EVD_CONFIG_NOTIFY}: the EVD is configured to notify by event. */
  public static final int INVALID_STATE_EVD_CONFIG_NOTIFY = 74;

  /** {@code DAT_INVALID_STATE_EVD_CONFIG_SOLICITED}: the EVD is configured for solicited events. */
  public static final int INVALID_STATE_EVD_CONFIG_SOLICITED = 75;

  /** {@code DAT_INVALID_STATE_EVD_CONFIG_THRESHOLD}: the EVD is configured for a threshold. */
  public static final int INVALID_STATE_EVD_CONFIG_THRESHOLD = 76;

  /** {@code DAT_INVALID_STATE_EVD_WAITER}: a thread waits on the EVD. */
  public static final int INVALID_STATE_EVD_WAITER = 77;

  /** {@code DAT_INVALID_STATE_EVD_ASYNC}: the EVD takes asynchronous errors. */
  public static final int INVALID_STATE_EVD_ASYNC = 78;

  /** {@code DAT_INVALID_STATE_IA_IN_USE}: the IA has objects. */
  public static final int INVALID_STATE_IA_IN_USE = 79;

  /** {@code DAT_INVALID_STATE_LMR_IN_USE}: an RMR is bound to the LMR. */
  public static final int INVALID_STATE_LMR_IN_USE = 80;

  /** {@code DAT_INVALID_STATE_LMR_FREE}: the LMR was freed. */
  public static final int INVALID_STATE_LMR_FREE = 81;

  /** {@code DAT_INVALID_STATE_PZ_IN_USE}: an object refers to the protection zone. */
  public static final int INVALID_STATE_PZ_IN_USE = 82;

  /** {@code DAT_INVALID_STATE_PZ_FREE}: the protection zone was freed. */
  public static final int INVALID_STATE_PZ_FREE = 83;

  /** {@code DAT_INVALID_STATE_SRQ_OPERATIONAL}: the shared receive queue is operational. */
  public static final int INVALID_STATE_SRQ_OPERATIONAL = 84;

  /** {@code DAT_INVALID_STATE_SRQ_ERROR}: the shared receive queue failed. */
  public static final int INVALID_STATE_SRQ_ERROR = 85;

  /** {@code DAT_INVALID_STATE_SRQ_IN_USE}: an endpoint refers to the shared receive queue. */
  public static final int INVALID_STATE_SRQ_IN_USE = 86;

  /** {@code DAT_PRIVILEGES_READ}: the privilege for local read is missing. */
  public static final int PRIVILEGES_READ = 87;

  /** {@code DAT_PRIVILEGES_WRITE}: the privilege for local write is missing. */
  public static final int PRIVILEGES_WRITE = 88;

  /** {@code DAT_PRIVILEGES_RDMA_READ}: the privilege for remote read is missing. */
  public static final int PRIVILEGES_RDMA_READ = 89;

  /** {@code DAT_PRIVILEGES_RDMA_WRITE}: the privilege for remote write is missing. */
  public static final int PRIVILEGES_RDMA_WRITE = 90;

  /** {@code DAT_PROTECTION_READ}: the protection zone forbids local read. */
  public static final int PROTECTION_READ = 91;

  /** {@code DAT_PROTECTION_WRITE}: the protection zone forbids local write. */
  public static final int PROTECTION_WRITE = 92;

  /** {@code DAT_PROTECTION_RDMA_READ}: the protection zone forbids remote read. */
  public static final int PROTECTION_RDMA_READ = 93;

  /** {@code DAT_PROTECTION_RDMA_WRITE}: the protection zone forbids remote write. */
  public static final int PROTECTION_RDMA_WRITE = 94;

  /** {@code DAT_INVALID_ADDRESS_UNSUPPORTED}: the kind of address is not supported. */
  public static final int INVALID_ADDRESS_UNSUPPORTED = 95;

  /** {@code DAT_INVALID_ADDRESS_UNREACHABLE}: the address cannot be reached. */
  public static final int INVALID_ADDRESS_UNREACHABLE = 96;

  /** {@code DAT_INVALID_ADDRESS_MALFORMED}: the address is malformed. */
  public static final int INVALID_ADDRESS_MALFORMED = 97;

  /** {@code DAT_NAME_NOT_REGISTERED}: no provider has the name. */
  public static final int NAME_NOT_REGISTERED = 98;

  /** {@code DAT_MAJOR_NOT_FOUND}: no provider of the name has the major version. */
  public static final int MAJOR_NOT_FOUND = 99;

  /** {@code DAT_MINOR_NOT_FOUND}: no provider of the name has the minor version. */
  public static final int MINOR_NOT_FOUND = 100;

  /** {@code DAT_THREAD_SAFETY_NOT_FOUND}: no provider of the name has the thread safety. */
  public static final int THREAD_SAFETY_NOT_FOUND = 101;

  /**
   * {@code DAT_INVALID_RO_COOKIE}: the platform insists on relaxed ordering and the name does not
   * allow it.
   */
  public static final int INVALID_RO_COOKIE = 102;

  private static final String[] NAMES = {
    "DAT_NO_SUBTYPE",
    "DAT_SUB_INTERRUPTED",
    "DAT_RESOURCE_MEMORY",
    "DAT_RESOURCE_DEVICE",
    "DAT_RESOURCE_TEP",
    "DAT_RESOURCE_TEVD",
    "DAT_RESOURCE_PROTECTION_DOMAIN",
    "DAT_RESOURCE_MEMORY_REGION",
    "DAT_RESOURCE_ERROR_HANDLER",
    "DAT_RESOURCE_CREDITS",
    "DAT_RESOURCE_SRQ",
    "DAT_INVALID_HANDLE_IA",
    "DAT_INVALID_HANDLE_EP",
    "DAT_INVALID_HANDLE_LMR",
    "DAT_INVALID_HANDLE_RMR",
    "DAT_INVALID_HANDLE_PZ",
    "DAT_INVALID_HANDLE_PSP",
    "DAT_INVALID_HANDLE_RSP",
    "DAT_INVALID_HANDLE_CR",
    "DAT_INVALID_HANDLE_CNO",
    "DAT_INVALID_HANDLE_EVD_CR",
    "DAT_INVALID_HANDLE_EVD_REQUEST",
    "DAT_INVALID_HANDLE_EVD_RECV",
    "DAT_INVALID_HANDLE_EVD_CONN",
    "DAT_INVALID_HANDLE_EVD_ASYNC",
    "DAT_INVALID_HANDLE_SRQ",
    "DAT_INVALID_HANDLE1",
    "DAT_INVALID_HANDLE2",
    "DAT_INVALID_HANDLE3",
    "DAT_INVALID_HANDLE4",
    "DAT_INVALID_HANDLE5",
    "DAT_INVALID_HANDLE6",
    "DAT_INVALID_HANDLE7",
    "DAT_INVALID_HANDLE8",
    "DAT_INVALID_HANDLE9",
    "DAT_INVALID_HANDLE10",
    "DAT_INVALID_ARG1",
    "DAT_INVALID_ARG2",
    "DAT_INVALID_ARG3",
    "DAT_INVALID_ARG4",
    "DAT_INVALID_ARG5",
    "DAT_INVALID_ARG6",
    "DAT_INVALID_ARG7",
    "DAT_INVALID_ARG8",
    "DAT_INVALID_ARG9",
    "DAT_INVALID_ARG10",
    "DAT_INVALID_STATE_EP_UNCONNECTED",
    "DAT_INVALID_STATE_EP_ACTCONNPENDING",
    "DAT_INVALID_STATE_EP_PASSCONNPENDING",
    "DAT_INVALID_STATE_EP_TENTCONNPENDING",
    "DAT_INVALID_STATE_EP_CONNECTED",
    "DAT_INVALID_STATE_EP_DISCONNECTED",
    "DAT_INVALID_STATE_EP_RESERVED",
    "DAT_INVALID_STATE_EP_COMPLPENDING",
    "DAT_INVALID_STATE_EP_DISCPENDING",
    "DAT_INVALID_STATE_EP_PROVIDERCONTROL",
    "DAT_INVALID_STATE_EP_NOTREADY",
    "DAT_INVALID_STATE_EP_RECV_WATERMARK",
    "DAT_INVALID_STATE_EP_PZ",
    "DAT_INVALID_STATE_EP_EVD_REQUEST",
    "DAT_INVALID_STATE_EP_EVD_RECV",
    "DAT_INVALID_STATE_EP_EVD_CONNECT",
    "DAT_INVALID_STATE_EP_UNCONFIGURED",
    "DAT_INVALID_STATE_EP_UNCONFRESERVED",
    "DAT_INVALID_STATE_EP_UNCONFPASSIVE",
    "DAT_INVALID_STATE_EP_UNCONFTENTATIVE",
    "DAT_INVALID_STATE_CNO_IN_USE",
    "DAT_INVALID_STATE_CNO_DEAD",
    "DAT_INVALID_STATE_EVD_OPEN",
    "DAT_INVALID_STATE_EVD_ENABLED",
    "DAT_INVALID_STATE_EVD_DISABLED",
    "DAT_INVALID_STATE_EVD_WAITABLE",
    "DAT_INVALID_STATE_EVD_UNWAITABLE",
    "DAT_INVALID_STATE_EVD_IN_USE",
    "DAT_INVALID_STATE_EVD_CONFIG_NOTIFY",
    "DAT_INVALID_STATE_EVD_CONFIG_SOLICITED",
    "DAT_INVALID_STATE_EVD_CONFIG_THRESHOLD",
    "DAT_INVALID_STATE_EVD_WAITER",
    "DAT_INVALID_STATE_EVD_ASYNC",
    "DAT_INVALID_STATE_IA_IN_USE",
    "DAT_INVALID_STATE_LMR_IN_USE",
    "DAT_INVALID_STATE_LMR_FREE",
    "DAT_INVALID_STATE_PZ_IN_USE",
    "DAT_INVALID_STATE_PZ_FREE",
    "DAT_INVALID_STATE_SRQ_OPERATIONAL",
    "DAT_INVALID_STATE_SRQ_ERROR",
    "DAT_INVALID_STATE_SRQ_IN_USE",
    "DAT_PRIVILEGES_READ",
    "DAT_PRIVILEGES_WRITE",
    "DAT_PRIVILEGES_RDMA_READ",
    "DAT_PRIVILEGES_RDMA_WRITE",
    "DAT_PROTECTION_READ",
    "DAT_PROTECTION_WRITE",
    "DAT_PROTECTION_RDMA_READ",
    "DAT_PROTECTION_RDMA_WRITE",
    "DAT_INVALID_ADDRESS_UNSUPPORTED",
    "DAT_INVALID_ADDRESS_UNREACHABLE",
    "DAT_INVALID_ADDRESS_MALFORMED",
    "DAT_NAME_NOT_REGISTERED",
    "DAT_MAJOR_NOT_FOUND",
    "DAT_MINOR_NOT_FOUND",
    "DAT_THREAD_SAFETY_NOT_FOUND",
    "DAT_INVALID_RO_COOKIE",
  };

  private DatSubtype() {}

  /**
   * Returns the C name of the subtype of a code.
   *
   * @param code a subtype or a whole code; class and type are ignored
   * @return the name, for example {@code DAT_INVALID_STATE_EP_CONNECTED}; for an undefined subtype
   *     {@code DAT_RETURN_SUBTYPE} and the number
   */
  public static String name(int code) {
    int subtype = DatReturn.subtype(code);
    return subtype < NAMES.length ? NAMES[subtype] : "DAT_RETURN_SUBTYPE " + subtype;
  }

  /**
   * Tells whether a subtype goes with a type. {@link #NO_SUBTYPE} goes with every defined type.
   *
   * @param type a type or a whole code; only the bits of the type count
   * @param subtype a subtype or a whole code; only the bits of the subtype count
   * @return whether the contract files the subtype under the type; false if either is undefined
   */
  public static boolean belongsTo(int type, int subtype) {
    int number = DatReturn.subtype(subtype);
    return switch (DatReturn.type(type)) {
      case DatReturn.ABORT -> number <= SUB_INTERRUPTED;
      case DatReturn.INSUFFICIENT_RESOURCES -> family(number, RESOURCE_MEMORY, RESOURCE_SRQ);
      case DatReturn.INVALID_HANDLE -> family(number, INVALID_HANDLE_IA, INVALID_HANDLE10);
      case DatReturn.INVALID_PARAMETER ->
          family(number, INVALID_ARG1, INVALID_ARG10) || number == INVALID_RO_COOKIE;
      case DatReturn.INVALID_STATE ->
          family(number, INVALID_STATE_EP_UNCONNECTED, INVALID_STATE_SRQ_IN_USE);
      case DatReturn.PRIVILEGES_VIOLATION -> family(number, PRIVILEGES_READ, PRIVILEGES_RDMA_WRITE);
      case DatReturn.PROTECTION_VIOLATION -> family(number, PROTECTION_READ, PROTECTION_RDMA_WRITE);
      case DatReturn.INVALID_ADDRESS ->
          family(number, INVALID_ADDRESS_UNSUPPORTED, INVALID_ADDRESS_MALFORMED);
      case DatReturn.PROVIDER_NOT_FOUND ->
          family(number, NAME_NOT_REGISTERED, THREAD_SAFETY_NOT_FOUND);
      case DatReturn.SUCCESS,
          DatReturn.CONN_QUAL_IN_USE,
          DatReturn.INTERNAL_ERROR,
          DatReturn.LENGTH_ERROR,
          DatReturn.MODEL_NOT_SUPPORTED,
          DatReturn.QUEUE_EMPTY,
          DatReturn.QUEUE_FULL,
          DatReturn.TIMEOUT_EXPIRED,
          DatReturn.PROVIDER_ALREADY_REGISTERED,
          DatReturn.PROVIDER_IN_USE,
          DatReturn.INTERRUPTED_CALL,
          DatReturn.CONN_QUAL_UNAVAILABLE,
          DatReturn.NOT_IMPLEMENTED ->
          number == NO_SUBTYPE;
      default -> false;
    };
  }

  private static boolean family(int subtype, int first, int last) {
    return subtype == NO_SUBTYPE || (subtype >= first && subtype <= last);
  }
}
