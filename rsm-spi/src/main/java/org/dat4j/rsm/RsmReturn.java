package org.dat4j.rsm;

/**
 * The return codes of the RSM contract. Calls of the data path (transfers, barriers, signals)
 * return one; all other failures are an {@link RsmException} that carries it. 101 to 134, but for
 * 117, belong to the driver interface below the contract and are here for readers of traces only.
 */
public final class RsmReturn {
  /** {@code RSM_SUCCESS}: the call did what was asked. */
  public static final int SUCCESS = 0;

  /** {@code RSMERR_BAD_LIBRARY_VERSION}: the provider was built for another version of the SPI. */
  public static final int BAD_LIBRARY_VERSION = 1;

  /** {@code RSMERR_BAD_TOPOLOGY_PTR}: no place for the topology; not met in Java. */
  public static final int BAD_TOPOLOGY_PTR = 2;

  /** {@code RSMERR_BAD_CTLR_HNDL}: the controller is null, foreign or fully released. */
  public static final int BAD_CTLR_HNDL = 3;

  /** {@code RSMERR_CTLR_NOT_PRESENT}: no such controller, or it cannot reach the node. */
  public static final int CTLR_NOT_PRESENT = 4;

  /** {@code RSMERR_BAD_SEG_HNDL}: the segment is null, foreign, destroyed or disconnected. */
  public static final int BAD_SEG_HNDL = 5;

  /** {@code RSMERR_SEG_ALREADY_PUBLISHED}: the segment is published. */
  public static final int SEG_ALREADY_PUBLISHED = 6;

  /** {@code RSMERR_SEG_NOT_PUBLISHED}: no such segment is published. */
  public static final int SEG_NOT_PUBLISHED = 7;

  /**
   * {@code RSMERR_SEG_NOT_PUBLISHED_TO_NODE}: the access list does not name the importer's node.
   */
  public static final int SEG_NOT_PUBLISHED_TO_NODE = 8;

  /** {@code RSMERR_SEG_ALREADY_MAPPED}: the import is mapped. */
  public static final int SEG_ALREADY_MAPPED = 9;

  /** {@code RSMERR_SEG_STILL_MAPPED}: the import is mapped and has to be unmapped first. */
  public static final int SEG_STILL_MAPPED = 10;

  /** {@code RSMERR_SEG_NOT_MAPPED}: the import is not mapped. */
  public static final int SEG_NOT_MAPPED = 11;

  /** {@code RSMERR_NOT_CREATOR}: another process created the segment; not met in Java. */
  public static final int NOT_CREATOR = 12;

  /** {@code RSMERR_BAD_BARRIER_PTR}: the barrier is null. */
  public static final int BAD_BARRIER_PTR = 13;

  /** {@code RSMERR_BAD_SGIO}: the vector is null, empty, too long or has a bad entry. */
  public static final int BAD_SGIO = 14;

  /** {@code RSMERR_BAD_LOCALMEM_HNDL}: the local memory handle is null, foreign or freed. */
  public static final int BAD_LOCALMEM_HNDL = 15;

  /** {@code RSMERR_BAD_ADDR}: memory is null, not direct where it has to be, or too small. */
  public static final int BAD_ADDR = 16;

  /** {@code RSMERR_BAD_MEM_ALIGNMENT}: an address, offset or length is off its boundary. */
  public static final int BAD_MEM_ALIGNMENT = 17;

  /** {@code RSMERR_BAD_OFFSET}: an offset lies outside the segment or the mapped window. */
  public static final int BAD_OFFSET = 18;

  /** {@code RSMERR_MISALIGNED_OFFSET}: never returned; see {@link #BAD_MEM_ALIGNMENT}. */
  public static final int MISALIGNED_OFFSET = 19;

  /** {@code RSMERR_BAD_LENGTH}: a length is zero, too large or runs past the end. */
  public static final int BAD_LENGTH = 20;

  /** {@code RSMERR_BAD_ACL}: the access list has a bad entry or too many. */
  public static final int BAD_ACL = 21;

  /** {@code RSMERR_BAD_SEGID}: no place for the segment id; not met in Java. */
  public static final int BAD_SEGID = 22;

  /** {@code RSMERR_RESERVED_SEGID}: the segment id is reserved. */
  public static final int RESERVED_SEGID = 23;

  /** {@code RSMERR_SEGID_IN_USE}: the segment id is published on this node. */
  public static final int SEGID_IN_USE = 24;

  /** {@code RSMERR_BAD_MODE}: no such barrier mode. */
  public static final int BAD_MODE = 25;

  /**
   * {@code RSMERR_BAD_PERMS}: permissions are no valid combination or exceed those of the
   * connection.
   */
  public static final int BAD_PERMS = 26;

  /**
   * {@code RSMERR_PERM_DENIED}: the access list, or the rights of the connection, do not allow it.
   */
  public static final int PERM_DENIED = 27;

  /** {@code RSMERR_LOCKS_NOT_SUPPORTED}: never returned: no release has the lock flag. */
  public static final int LOCKS_NOT_SUPPORTED = 28;

  /** {@code RSMERR_LOCKS_NOT_ENABLED}: never returned: no release has the lock flag. */
  public static final int LOCKS_NOT_ENABLED = 29;

  /** {@code RSMERR_REBIND_NOT_ALLOWED}: the segment was created without the flag that allows it. */
  public static final int REBIND_NOT_ALLOWED = 30;

  /**
   * {@code RSMERR_INSUFFICIENT_RESOURCES}: a limited resource of controller or system is used up.
   */
  public static final int INSUFFICIENT_RESOURCES = 31;

  /** {@code RSMERR_INSUFFICIENT_MEM}: memory is used up. */
  public static final int INSUFFICIENT_MEM = 32;

  /** {@code RSMERR_MAP_FAILED}: the controller cannot map, or the system refuses. */
  public static final int MAP_FAILED = 33;

  /** {@code RSMERR_POLLFD_IN_USE}: references from getPollfd have to be released first. */
  public static final int POLLFD_IN_USE = 34;

  /** {@code RSMERR_BARRIER_UNINITIALIZED}: no barrier was initialised, or it was destroyed. */
  public static final int BARRIER_UNINITIALIZED = 35;

  /** {@code RSMERR_BARRIER_OPEN_FAILED}: the controller could not open the barrier. */
  public static final int BARRIER_OPEN_FAILED = 36;

  /** {@code RSMERR_BARRIER_NOT_OPENED}: no span is open. */
  public static final int BARRIER_NOT_OPENED = 37;

  /** {@code RSMERR_BARRIER_FAILURE}: a transfer could not be completed. */
  public static final int BARRIER_FAILURE = 38;

  /** {@code RSMERR_REMOTE_NODE_UNREACHABLE}: no path to the node. */
  public static final int REMOTE_NODE_UNREACHABLE = 39;

  /** {@code RSMERR_CONN_ABORTED}: the exporter withdrew the segment or died. */
  public static final int CONN_ABORTED = 40;

  /** {@code RSMERR_INTERRUPTED}: the thread was interrupted; its flag stays set. */
  public static final int INTERRUPTED = 41;

  /** {@code RSMERR_TIMEOUT}: nothing happened in time. */
  public static final int TIMEOUT = 42;

  /** {@code RSMERR_BAD_APPID}: the file of segment id ranges has no entry for the application. */
  public static final int BAD_APPID = 43;

  /** {@code RSMERR_BAD_CONF}: the file of segment id ranges is missing or malformed. */
  public static final int BAD_CONF = 44;

  /**
   * {@code RSMERR_SEG_NOT_CONNECTED}: never returned; a disconnected import gives {@link
   * #BAD_SEG_HNDL}.
   */
  public static final int SEG_NOT_CONNECTED = 45;

  /** {@code RSMERR_INTERNAL_ERROR}: the provider met an error of its own. */
  public static final int INTERNAL_ERROR = 100;

  /** {@code RSMERR_BAD_DRIVER_VERSION}: of the driver interface. */
  public static final int BAD_DRIVER_VERSION = 101;

  /** {@code RSMERR_UNSUPPORTED_VERSION}: of the driver interface. */
  public static final int UNSUPPORTED_VERSION = 102;

  /** {@code RSMERR_DRIVER_NAME_IN_USE}: of the driver interface. */
  public static final int DRIVER_NAME_IN_USE = 103;

  /** {@code RSMERR_DRIVER_NOT_REGISTERED}: of the driver interface. */
  public static final int DRIVER_NOT_REGISTERED = 104;

  /** {@code RSMERR_DRIVER_THREAD_RUNNING}: of the driver interface. */
  public static final int DRIVER_THREAD_RUNNING = 105;

  /** {@code RSMERR_NEED_THREAD_INIT}: of the driver interface. */
  public static final int NEED_THREAD_INIT = 106;

  /** {@code RSMERR_THREAD_NOT_INITED}: of the driver interface. */
  public static final int THREAD_NOT_INITED = 107;

  /** {@code RSMERR_CTLRS_REGISTERED}: of the driver interface. */
  public static final int CTLRS_REGISTERED = 108;

  /** {@code RSMERR_CTLR_NOT_REGISTERED}: of the driver interface. */
  public static final int CTLR_NOT_REGISTERED = 109;

  /** {@code RSMERR_CTLR_ALREADY_REGISTERED}: of the driver interface. */
  public static final int CTLR_ALREADY_REGISTERED = 110;

  /** {@code RSMERR_CTLR_IN_USE}: of the driver interface. */
  public static final int CTLR_IN_USE = 111;

  /** {@code RSMERR_NAME_TOO_LONG}: of the driver interface. */
  public static final int NAME_TOO_LONG = 112;

  /** {@code RSMERR_SEG_PUBLISHED}: of the driver interface. */
  public static final int SEG_PUBLISHED = 113;

  /** {@code RSMERR_SEG_NOT_PUBLISHED_TO_RSM_ADDR}: of the driver interface. */
  public static final int SEG_NOT_PUBLISHED_TO_RSM_ADDR = 114;

  /** {@code RSMERR_SEG_IN_USE}: of the driver interface. */
  public static final int SEG_IN_USE = 115;

  /** {@code RSMERR_BAD_SENDQ_HNDL}: of the driver interface. */
  public static final int BAD_SENDQ_HNDL = 116;

  /** {@code RSMERR_BAD_ARGS_ERRORS}: an argument of a wait over descriptors is impossible. */
  public static final int BAD_ARGS_ERRORS = 117;

  /** {@code RSMERR_BAD_MSTYPE}: of the driver interface. */
  public static final int BAD_MSTYPE = 118;

  /** {@code RSMERR_NO_BACKING_MEM}: of the driver interface. */
  public static final int NO_BACKING_MEM = 119;

  /** {@code RSMERR_NOT_MEM}: of the driver interface. */
  public static final int NOT_MEM = 120;

  /** {@code RSMERR_MEM_ALREADY_BOUND}: of the driver interface. */
  public static final int MEM_ALREADY_BOUND = 121;

  /** {@code RSMERR_MEM_NOT_BOUND}: of the driver interface. */
  public static final int MEM_NOT_BOUND = 122;

  /** {@code RSMERR_HANDLER_NOT_REGISTERED}: of the driver interface. */
  public static final int HANDLER_NOT_REGISTERED = 123;

  /** {@code RSMERR_NO_HANDLER}: of the driver interface. */
  public static final int NO_HANDLER = 124;

  /** {@code RSMERR_UNBIND_REBIND_NOT_ALLOWED}: of the driver interface. */
  public static final int UNBIND_REBIND_NOT_ALLOWED = 125;

  /** {@code RSMERR_CALLBACKS_NOT_SUPPORTED}: of the driver interface. */
  public static final int CALLBACKS_NOT_SUPPORTED = 126;

  /**
   * {@code RSMERR_UNSUPPORTED_OPERATION}: of the driver interface. Here of the calls beside the
   * contract that a controller does not have.
   */
  public static final int UNSUPPORTED_OPERATION = 127;

  /** {@code RSMERR_RSM_ADDR_UNREACHABLE}: of the driver interface. */
  public static final int RSM_ADDR_UNREACHABLE = 128;

  /** {@code RSMERR_UNKNOWN_RSM_ADDR}: of the driver interface. */
  public static final int UNKNOWN_RSM_ADDR = 129;

  /** {@code RSMERR_BAD_BARRIER_HNDL}: of the driver interface. */
  public static final int BAD_BARRIER_HNDL = 130;

  /** {@code RSMERR_COMM_ERR_MAYBE_DELIVERED}: of the driver interface. */
  public static final int COMM_ERR_MAYBE_DELIVERED = 131;

  /** {@code RSMERR_COMM_ERR_NOT_DELIVERED}: of the driver interface. */
  public static final int COMM_ERR_NOT_DELIVERED = 132;

  /** {@code RSMERR_QUEUE_FENCE_UP}: of the driver interface. */
  public static final int QUEUE_FENCE_UP = 133;

  /** {@code RSMERR_QUEUE_FULL}: of the driver interface. */
  public static final int QUEUE_FULL = 134;

  private RsmReturn() {}

  /**
   * Names a code.
   *
   * @param code any number
   * @return the name in the contract, such as {@code RSMERR_BAD_ADDR}, or the number in words
   */
  public static String name(int code) {
    return switch (code) {
      case SUCCESS -> "RSM_SUCCESS";
      case BAD_LIBRARY_VERSION -> "RSMERR_BAD_LIBRARY_VERSION";
      case BAD_TOPOLOGY_PTR -> "RSMERR_BAD_TOPOLOGY_PTR";
      case BAD_CTLR_HNDL -> "RSMERR_BAD_CTLR_HNDL";
      case CTLR_NOT_PRESENT -> "RSMERR_CTLR_NOT_PRESENT";
      case BAD_SEG_HNDL -> "RSMERR_BAD_SEG_HNDL";
      case SEG_ALREADY_PUBLISHED -> "RSMERR_SEG_ALREADY_PUBLISHED";
      case SEG_NOT_PUBLISHED -> "RSMERR_SEG_NOT_PUBLISHED";
      case SEG_NOT_PUBLISHED_TO_NODE -> "RSMERR_SEG_NOT_PUBLISHED_TO_NODE";
      case SEG_ALREADY_MAPPED -> "RSMERR_SEG_ALREADY_MAPPED";
      case SEG_STILL_MAPPED -> "RSMERR_SEG_STILL_MAPPED";
      case SEG_NOT_MAPPED -> "RSMERR_SEG_NOT_MAPPED";
      case NOT_CREATOR -> "RSMERR_NOT_CREATOR";
      case BAD_BARRIER_PTR -> "RSMERR_BAD_BARRIER_PTR";
      case BAD_SGIO -> "RSMERR_BAD_SGIO";
      case BAD_LOCALMEM_HNDL -> "RSMERR_BAD_LOCALMEM_HNDL";
      case BAD_ADDR -> "RSMERR_BAD_ADDR";
      case BAD_MEM_ALIGNMENT -> "RSMERR_BAD_MEM_ALIGNMENT";
      case BAD_OFFSET -> "RSMERR_BAD_OFFSET";
      case MISALIGNED_OFFSET -> "RSMERR_MISALIGNED_OFFSET";
      case BAD_LENGTH -> "RSMERR_BAD_LENGTH";
      case BAD_ACL -> "RSMERR_BAD_ACL";
      case BAD_SEGID -> "RSMERR_BAD_SEGID";
      case RESERVED_SEGID -> "RSMERR_RESERVED_SEGID";
      case SEGID_IN_USE -> "RSMERR_SEGID_IN_USE";
      case BAD_MODE -> "RSMERR_BAD_MODE";
      case BAD_PERMS -> "RSMERR_BAD_PERMS";
      case PERM_DENIED -> "RSMERR_PERM_DENIED";
      case LOCKS_NOT_SUPPORTED -> "RSMERR_LOCKS_NOT_SUPPORTED";
      case LOCKS_NOT_ENABLED -> "RSMERR_LOCKS_NOT_ENABLED";
      case REBIND_NOT_ALLOWED -> "RSMERR_REBIND_NOT_ALLOWED";
      case INSUFFICIENT_RESOURCES -> "RSMERR_INSUFFICIENT_RESOURCES";
      case INSUFFICIENT_MEM -> "RSMERR_INSUFFICIENT_MEM";
      case MAP_FAILED -> "RSMERR_MAP_FAILED";
      case POLLFD_IN_USE -> "RSMERR_POLLFD_IN_USE";
      case BARRIER_UNINITIALIZED -> "RSMERR_BARRIER_UNINITIALIZED";
      case BARRIER_OPEN_FAILED -> "RSMERR_BARRIER_OPEN_FAILED";
      case BARRIER_NOT_OPENED -> "RSMERR_BARRIER_NOT_OPENED";
      case BARRIER_FAILURE -> "RSMERR_BARRIER_FAILURE";
      case REMOTE_NODE_UNREACHABLE -> "RSMERR_REMOTE_NODE_UNREACHABLE";
      case CONN_ABORTED -> "RSMERR_CONN_ABORTED";
      case INTERRUPTED -> "RSMERR_INTERRUPTED";
      case TIMEOUT -> "RSMERR_TIMEOUT";
      case BAD_APPID -> "RSMERR_BAD_APPID";
      case BAD_CONF -> "RSMERR_BAD_CONF";
      case SEG_NOT_CONNECTED -> "RSMERR_SEG_NOT_CONNECTED";
      case INTERNAL_ERROR -> "RSMERR_INTERNAL_ERROR";
      case BAD_DRIVER_VERSION -> "RSMERR_BAD_DRIVER_VERSION";
      case UNSUPPORTED_VERSION -> "RSMERR_UNSUPPORTED_VERSION";
      case DRIVER_NAME_IN_USE -> "RSMERR_DRIVER_NAME_IN_USE";
      case DRIVER_NOT_REGISTERED -> "RSMERR_DRIVER_NOT_REGISTERED";
      case DRIVER_THREAD_RUNNING -> "RSMERR_DRIVER_THREAD_RUNNING";
      case NEED_THREAD_INIT -> "RSMERR_NEED_THREAD_INIT";
      case THREAD_NOT_INITED -> "RSMERR_THREAD_NOT_INITED";
      case CTLRS_REGISTERED -> "RSMERR_CTLRS_REGISTERED";
      case CTLR_NOT_REGISTERED -> "RSMERR_CTLR_NOT_REGISTERED";
      case CTLR_ALREADY_REGISTERED -> "RSMERR_CTLR_ALREADY_REGISTERED";
      case CTLR_IN_USE -> "RSMERR_CTLR_IN_USE";
      case NAME_TOO_LONG -> "RSMERR_NAME_TOO_LONG";
      case SEG_PUBLISHED -> "RSMERR_SEG_PUBLISHED";
      case SEG_NOT_PUBLISHED_TO_RSM_ADDR -> "RSMERR_SEG_NOT_PUBLISHED_TO_RSM_ADDR";
      case SEG_IN_USE -> "RSMERR_SEG_IN_USE";
      case BAD_SENDQ_HNDL -> "RSMERR_BAD_SENDQ_HNDL";
      case BAD_ARGS_ERRORS -> "RSMERR_BAD_ARGS_ERRORS";
      case BAD_MSTYPE -> "RSMERR_BAD_MSTYPE";
      case NO_BACKING_MEM -> "RSMERR_NO_BACKING_MEM";
      case NOT_MEM -> "RSMERR_NOT_MEM";
      case MEM_ALREADY_BOUND -> "RSMERR_MEM_ALREADY_BOUND";
      case MEM_NOT_BOUND -> "RSMERR_MEM_NOT_BOUND";
      case HANDLER_NOT_REGISTERED -> "RSMERR_HANDLER_NOT_REGISTERED";
      case NO_HANDLER -> "RSMERR_NO_HANDLER";
      case UNBIND_REBIND_NOT_ALLOWED -> "RSMERR_UNBIND_REBIND_NOT_ALLOWED";
      case CALLBACKS_NOT_SUPPORTED -> "RSMERR_CALLBACKS_NOT_SUPPORTED";
      case UNSUPPORTED_OPERATION -> "RSMERR_UNSUPPORTED_OPERATION";
      case RSM_ADDR_UNREACHABLE -> "RSMERR_RSM_ADDR_UNREACHABLE";
      case UNKNOWN_RSM_ADDR -> "RSMERR_UNKNOWN_RSM_ADDR";
      case BAD_BARRIER_HNDL -> "RSMERR_BAD_BARRIER_HNDL";
      case COMM_ERR_MAYBE_DELIVERED -> "RSMERR_COMM_ERR_MAYBE_DELIVERED";
      case COMM_ERR_NOT_DELIVERED -> "RSMERR_COMM_ERR_NOT_DELIVERED";
      case QUEUE_FENCE_UP -> "RSMERR_QUEUE_FENCE_UP";
      case QUEUE_FULL -> "RSMERR_QUEUE_FULL";
      default -> "unknown RSM code " + code;
    };
  }
}
