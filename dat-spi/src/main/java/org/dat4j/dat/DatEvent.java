package org.dat4j.dat;

import java.net.InetAddress;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An event of DAT (DAT_EVENT), such as a completion: owned by the caller, and filled by {@link
 * Evd#dequeue(DatEvent)} and {@link Evd#await(long, int, DatEvent)}. Which fields say something
 * depends on {@link #number()}; the others are null or 0. For one thread at a time. The {@code set}
 * methods are for providers and, {@link #setSoftware(Object)}, for {@link Evd#postSe(DatEvent)}.
 */
public final class DatEvent {

  private EventNumber number;
  private Evd evd;
  private Ep ep;
  private long cookie;
  private DtoStatus status;
  private long transferredLength;
  private Rmr rmr;
  private Cr cr;
  private DatObject servicePoint;
  private InetAddress localAddress;
  private long connQual;
  private byte[] privateData;
  private DatObject asyncObject;
  private int asyncReason;
  private Object pointer;
  private Object detail;
  private int more;

  /** Creates an empty event. */
  public DatEvent() {}

  /**
   * The kind of the event: what happened.
   *
   * @return null before the first event
   */
  public EventNumber number() {
    return number;
  }

  /**
   * The EVD the event was taken from.
   *
   * @return the EVD
   */
  public Evd evd() {
    return evd;
  }

  /**
   * The endpoint of a DTO completion or connection event; it may have been freed meanwhile.
   *
   * @return the endpoint or null
   */
  public Ep ep() {
    return ep;
  }

  /**
   * The cookie given to the post of a DTO or bind.
   *
   * @return the cookie
   */
  public long cookie() {
    return cookie;
  }

  /**
   * How a DTO or bind ended.
   *
   * @return the status or null
   */
  public DtoStatus status() {
    return status;
  }

  /**
   * Bytes a successful DTO moved; for a receive the length of the message.
   *
   * @return bytes, defined for {@link DtoStatus#SUCCESS} only
   */
  public long transferredLength() {
    return transferredLength;
  }

  /**
   * The region of a bind completion.
   *
   * @return the region or null
   */
  public Rmr rmr() {
    return rmr;
  }

  /**
   * The request of a connection request event.
   *
   * @return the request or null
   */
  public Cr cr() {
    return cr;
  }

  /**
   * The service point of a connection request event.
   *
   * @return a {@link Psp}, or null where an RSP was consumed by the request
   */
  public DatObject servicePoint() {
    return servicePoint;
  }

  /**
   * The own address a connection request came to.
   *
   * @return the address or null
   */
  public InetAddress localAddress() {
    return localAddress;
  }

  /**
   * The qualifier a connection request came to.
   *
   * @return the qualifier
   */
  public long connQual() {
    return connQual;
  }

  /**
   * Private data of the peer's accept; not copied, do not change it.
   *
   * @return never null for connection events, length 0 when there is none
   */
  public byte[] privateData() {
    return privateData;
  }

  /**
   * The number of bytes of private data.
   *
   * @return 0 when there is none
   */
  public int privateDataSize() {
    return privateData == null ? 0 : privateData.length;
  }

  /**
   * The object an asynchronous error is about.
   *
   * @return the object or null
   */
  public DatObject asyncObject() {
    return asyncObject;
  }

  /**
   * The reason of an asynchronous error, by the reasons of that kind of object.
   *
   * @return the number
   */
  public int asyncReason() {
    return asyncReason;
  }

  /**
   * The object that {@link #setSoftware(Object)} put into a software event.
   *
   * @return any reference
   */
  public Object pointer() {
    return pointer;
  }

  /**
   * The cause the contract has no field for: a Terminate code, an errno, what was refused.
   * Formatted when asked for.
   *
   * @return a text, empty when there is nothing to say
   */
  public String detail() {
    if (detail instanceof Supplier<?> supplier) {
      detail = supplier.get();
    }
    return detail == null ? "" : detail.toString();
  }

  /**
   * Events left on the EVD (nmore of the contract), which can be taken at once.
   *
   * @return filled by {@link Evd#await}, on time-out too
   */
  public int more() {
    return more;
  }

  /**
   * Empties the event.
   *
   * @return this
   */
  public DatEvent clear() {
    return reset(null, null);
  }

  private DatEvent reset(EventNumber newNumber, Evd newEvd) {
    number = newNumber;
    evd = newEvd;
    ep = null;
    cookie = 0;
    status = null;
    transferredLength = 0;
    rmr = null;
    cr = null;
    servicePoint = null;
    localAddress = null;
    connQual = 0;
    privateData = null;
    asyncObject = null;
    asyncReason = 0;
    pointer = null;
    detail = null;
    return this;
  }

  /**
   * Makes this a DTO completion, without a cause. The number of events left stays.
   *
   * @param evd where it is taken from
   * @param ep the endpoint
   * @param cookie of the post
   * @param status how it ended
   * @param length bytes moved
   * @return this
   */
  public DatEvent setDto(Evd evd, Ep ep, long cookie, DtoStatus status, long length) {
    if (number != EventNumber.DTO_COMPLETION_EVENT || detail != null) {
      reset(EventNumber.DTO_COMPLETION_EVENT, evd);
    }
    // A completion after a completion has no other field to clear: the common case of a poll loop.
    // References are stored only when they change: a store costs a collector's barrier.
    if (this.evd != evd) {
      this.evd = evd;
    }
    if (this.ep != ep) {
      this.ep = ep;
    }
    this.cookie = cookie;
    if (this.status != status) {
      this.status = status;
    }
    this.transferredLength = length;
    return this;
  }

  /**
   * Makes this a bind completion.
   *
   * @param evd where it is taken from
   * @param rmr the region
   * @param cookie of the bind
   * @param status how it ended
   * @return this
   */
  public DatEvent setRmrBind(Evd evd, Rmr rmr, long cookie, DtoStatus status) {
    reset(EventNumber.RMR_BIND_COMPLETION_EVENT, evd);
    this.rmr = rmr;
    this.cookie = cookie;
    this.status = status;
    return this;
  }

  /**
   * Makes this a connection request.
   *
   * @param evd where it is taken from
   * @param servicePoint the PSP, or null
   * @param localAddress own address
   * @param connQual own qualifier
   * @param cr the request
   * @return this
   */
  public DatEvent setConnectionRequest(
      Evd evd, DatObject servicePoint, InetAddress localAddress, long connQual, Cr cr) {
    reset(EventNumber.CONNECTION_REQUEST_EVENT, evd);
    this.servicePoint = servicePoint;
    this.localAddress = localAddress;
    this.connQual = connQual;
    this.cr = cr;
    return this;
  }

  /**
   * Makes this a connection event.
   *
   * @param number one of the CONNECTION_EVENT numbers
   * @param evd where it is taken from
   * @param ep the endpoint
   * @param privateData of the peer, null for none
   * @return this
   */
  public DatEvent setConnection(EventNumber number, Evd evd, Ep ep, byte[] privateData) {
    reset(number, evd);
    this.ep = ep;
    this.privateData = privateData == null ? NO_DATA : privateData;
    return this;
  }

  /**
   * Makes this an asynchronous error.
   *
   * @param number one of the ASYNC_ERROR numbers
   * @param evd where it is taken from
   * @param object what it is about
   * @param reason by the reasons of that kind of object
   * @return this
   */
  public DatEvent setAsync(EventNumber number, Evd evd, DatObject object, int reason) {
    reset(number, evd);
    this.asyncObject = object;
    this.asyncReason = reason;
    return this;
  }

  /**
   * Makes this a software event, to be posted.
   *
   * @param pointer any reference
   * @return this
   */
  public DatEvent setSoftware(Object pointer) {
    reset(EventNumber.SOFTWARE_EVENT, null);
    this.pointer = pointer;
    return this;
  }

  /**
   * Sets the EVD of a software event that is being taken.
   *
   * @param evd where it is taken from
   * @return this
   */
  public DatEvent setEvd(Evd evd) {
    this.evd = evd;
    return this;
  }

  /**
   * Sets the cause.
   *
   * @param detail a text, a {@link Supplier} of one that is asked at most once, or null for none
   * @return this
   */
  public DatEvent setDetail(Object detail) {
    this.detail = detail;
    return this;
  }

  /**
   * Sets the number of events left.
   *
   * @param more 0 or more
   * @return this
   */
  public DatEvent setMore(int more) {
    this.more = more;
    return this;
  }

  /**
   * Makes this a copy of another event, its {@link #more()} included. For layers over a provider
   * that keep events back.
   *
   * @param other the event to copy; not changed
   * @return this
   */
  public DatEvent set(DatEvent other) {
    // A supplier of the cause is asked at most once, also when two events hold the cause.
    other.detail();
    number = other.number;
    evd = other.evd;
    ep = other.ep;
    cookie = other.cookie;
    status = other.status;
    transferredLength = other.transferredLength;
    rmr = other.rmr;
    cr = other.cr;
    servicePoint = other.servicePoint;
    localAddress = other.localAddress;
    connQual = other.connQual;
    privateData = other.privateData;
    asyncObject = other.asyncObject;
    asyncReason = other.asyncReason;
    pointer = other.pointer;
    detail = other.detail;
    more = other.more;
    return this;
  }

  /**
   * Replaces every object the event names. For layers over a provider that have objects of their
   * own; {@link #pointer()} belongs to the consumer and stays. Allocates nothing itself.
   *
   * @param replacement asked for each object that is not null; gives one of the same kind
   * @return this
   * @throws ClassCastException if the replacement is of another kind
   */
  public DatEvent replaceObjects(UnaryOperator<DatObject> replacement) {
    evd = (Evd) replaced(evd, replacement);
    ep = (Ep) replaced(ep, replacement);
    rmr = (Rmr) replaced(rmr, replacement);
    cr = (Cr) replaced(cr, replacement);
    servicePoint = replaced(servicePoint, replacement);
    asyncObject = replaced(asyncObject, replacement);
    return this;
  }

  private static DatObject replaced(DatObject object, UnaryOperator<DatObject> replacement) {
    return object == null ? null : replacement.apply(object);
  }

  private static final byte[] NO_DATA = new byte[0];

  @Override
  public String toString() {
    if (number == null) {
      return "no event";
    }
    StringBuilder text = new StringBuilder(number.toString());
    if (status != null) {
      text.append(' ').append(status).append(" cookie 0x").append(Long.toHexString(cookie));
      text.append(" length ").append(transferredLength);
    }
    if (ep != null) {
      text.append(' ').append(ep);
    }
    if (asyncObject != null) {
      text.append(' ').append(asyncObject).append(" reason ").append(asyncReason);
    }
    if (!detail().isEmpty()) {
      text.append(" (").append(detail()).append(')');
    }
    return text.toString();
  }
}
