package org.dat4j.dat.ipc;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.ipc.ring.RecordType;
import org.dat4j.dat.ipc.ring.RingFaultException;
import org.dat4j.dat.ipc.ring.RingReader;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * The receive direction of an ipc connection: places messages and data from the peer's ring in
 * registered memory. Used under the receive turn, but for {@link #hasInput()}.
 */
final class Receiver {

  private static final int SLOT = 0;

  /** Statuses that a completion may have; 0 is success. */
  private static final int STATUSES = DtoStatus.values().length;

  private final RingReader reader;
  private final WireUpcalls upcalls;
  private final TurnHandover exchange;
  private final Runnable told;
  private final RegionSlice slice = new RegionSlice();

  /** Set between the header of a record and its last byte. */
  private boolean inRecord;

  /** Bytes of the record that are placed. */
  private int done;

  /** Set between the first record of a message and its last byte. */
  private boolean inMessage;

  /** The message: what its first record says. */
  private RecordType type = RecordType.NONE;

  private int flags;
  private long number;
  private long length;
  private int context;
  private long address;

  /** Bytes of the message that are placed. */
  private long at;

  /** The Receive that a Send is placed in; negative until one is claimed. */
  private long receive;

  private volatile boolean isStalled;
  private volatile boolean isOver;

  /**
   * Makes the direction.
   *
   * @param told rings the peer, if it waits for the space that was freed
   */
  Receiver(RingReader reader, WireUpcalls upcalls, TurnHandover exchange, Runnable told) {
    this.reader = reader;
    this.upcalls = upcalls;
    this.exchange = exchange;
    this.told = told;
  }

  /** Whether a record is there that can be taken; any thread. */
  boolean hasInput() {
    return reader.hasRecord() && !isStalled && !isOver;
  }

  /** Whether the next message waits for a Receive: until then no record is taken. */
  boolean isStalled() {
    return isStalled;
  }

  /** Whether the peer waits for the space that was freed last, and has not been rung for that. */
  boolean isWantedByPeer() {
    return reader.isWantedByPeer();
  }

  /** Whether nothing is taken any longer, because the connection ends. */
  boolean isOver() {
    return isOver;
  }

  /**
   * Takes the records that are there.
   *
   * @param budget records that are taken at most
   * @return whether the budget is used up, and more may be there
   */
  boolean receive(int budget) {
    if (isStalled) {
      isStalled = false;
    }
    int left = budget;
    while (left > 0 && !isOver && (inRecord || beginRecord())) {
      if (type == RecordType.SEND && receive < 0 && !claimReceive()) {
        break;
      }
      if (done < reader.payload()) {
        AccessResult access = place();
        if (access != AccessResult.OK) {
          refusePlacement(access);
        }
      } else {
        endRecord();
        left--;
      }
    }
    publishPosition();
    return left == 0;
  }

  private void publishPosition() {
    if (reader.publishPosition()) {
      told.run();
    }
  }

  /** Begins the next record; false when there is none, or it is refused. */
  private boolean beginRecord() {
    if (!reader.next()) {
      return false;
    }
    inRecord = true;
    done = 0;
    boolean goesOn = reader.type() == RecordType.CONTINUATION;
    if (goesOn != inMessage) {
      throw unexpected();
    }
    if (!goesOn) {
      inMessage = true;
      type = reader.type();
      flags = reader.flags();
      number = reader.number();
      length = reader.total();
      context = reader.context();
      address = reader.address();
      at = 0;
      receive = WireUpcalls.NOT_READY;
    }
    if (type.hasPayload() && reader.payload() > length - at
        || type == RecordType.DATA && !exchange.isOldestRead(number, length)) {
      throw unexpected();
    }
    AccessResult access = goesOn ? AccessResult.OK : accessOfWhole();
    if (access != AccessResult.OK) {
      refuse(DtoStatus.ERR_REMOTE_ACCESS, access);
      return false;
    }
    return true;
  }

  /**
   * Whether the peer may read or write the memory that an RDMA names, as a whole. A Write in one
   * record is checked when it is placed.
   */
  private AccessResult accessOfWhole() {
    boolean read = type == RecordType.READ;
    boolean write = type == RecordType.WRITE && reader.payload() < length;
    if (!read && !write || length == 0) {
      return AccessResult.OK;
    }
    HazardPointers hazard = upcalls.hazard();
    try {
      int right = read ? MemPriv.REMOTE_READ : MemPriv.REMOTE_WRITE;
      return locateRemote(0, length, right, hazard);
    } finally {
      hazard.clear(SLOT);
    }
  }

  private boolean claimReceive() {
    receive = upcalls.claimReceive();
    isStalled = receive == WireUpcalls.NOT_READY;
    if (receive == WireUpcalls.NEVER_READY) {
      refuse(DtoStatus.ERR_RECEIVER_NOT_READY, AccessResult.OK);
    }
    return receive >= 0;
  }

  /** Places what is left of a record, as far as it goes to one piece of memory. */
  private AccessResult place() {
    HazardPointers hazard = upcalls.hazard();
    try {
      AccessResult access = locate(reader.payload() - done, hazard);
      if (access != AccessResult.OK) {
        return access;
      }
      hazard.publishFence();
      int from = reader.payloadIndex() + done;
      // A program may poll the memory of a Write: its bytes become visible in order.
      boolean placed =
          slice.isValid()
              && (type == RecordType.WRITE
                  ? slice.copyInOrder(reader.memory(), from)
                  : slice.copyFrom(reader.memory(), from, slice.length()));
      if (!placed) {
        return AccessResult.REVOKED;
      }
    } finally {
      hazard.clear(SLOT);
    }
    done += slice.length();
    at += slice.length();
    return AccessResult.OK;
  }

  private AccessResult locate(int count, HazardPointers hazard) {
    return switch (type) {
      case SEND -> upcalls.locateReceive(receive, at, count, hazard, SLOT, slice);
      case WRITE -> locateRemote(at, count, MemPriv.REMOTE_WRITE, hazard);
      case DATA -> requests().locate(number, at, count, hazard, SLOT, slice);
      default -> throw unexpected();
    };
  }

  private AccessResult locateRemote(long offset, long count, int right, HazardPointers hazard) {
    return upcalls.locateRemote(context, address + offset, count, right, hazard, SLOT, slice);
  }

  /** Leaves a record that is placed, and ends its message if it was the last one. */
  private void endRecord() {
    reader.take();
    inRecord = false;
    if (at == length || !type.hasPayload()) {
      inMessage = false;
      end();
    }
    if (reader.hasMuchToTell()) {
      publishPosition();
    }
  }

  /** Does what a message says, once its payload is placed. */
  private void end() {
    switch (type) {
      case SEND -> {
        boolean solicited = (flags & CompletionFlags.SOLICITED_WAIT) != 0;
        upcalls.received(receive, length, DtoStatus.SUCCESS, solicited);
      }
      case WRITE -> {
        // The peer sees by the position of the ring that it is placed.
      }
      case READ -> {
        exchange.askRead(number, length, context, address);
        upcalls.moreToTransmit();
      }
      case DATA -> {
        exchange.readDone();
        upcalls.readDone();
      }
      case REFUSAL -> {
        if (flags == 0 || flags >= STATUSES) {
          throw new RingFaultException("the peer refuses a request with status " + flags);
        }
        DtoStatus status = DtoStatus.of(flags);
        broken(number, status, TurnHandover.Refusal.of(number, status, length).toldReason());
      }
      case BYE -> {
        isOver = true;
        upcalls.ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
      }
      default -> throw unexpected();
    }
  }

  private void refusePlacement(AccessResult access) {
    switch (type) {
      case SEND -> {
        boolean tooLong = access == AccessResult.TOO_LONG;
        upcalls.received(
            receive,
            length,
            tooLong ? DtoStatus.ERR_LOCAL_LENGTH : DtoStatus.ERR_LOCAL_PROTECTION,
            false);
        refuse(DtoStatus.ERR_REMOTE_RESPONDER, access);
      }
      case WRITE -> refuse(DtoStatus.ERR_REMOTE_ACCESS, access);
      default -> broken(number, DtoStatus.ERR_LOCAL_PROTECTION, access.text());
    }
  }

  /** Has the transmit turn tell the peer why its request is refused; then the connection ends. */
  private void refuse(DtoStatus status, AccessResult access) {
    isOver = true;
    exchange.refusal = new TurnHandover.Refusal(number, status, access);
    upcalls.moreToTransmit();
  }

  private void broken(long request, DtoStatus status, String reason) {
    isOver = true;
    upcalls.failed(request, status);
    upcalls.ended(EventNumber.CONNECTION_EVENT_BROKEN, reason);
  }

  private RequestQueue requests() {
    RequestQueue requests = exchange.requests;
    if (requests == null) {
      throw unexpected();
    }
    return requests;
  }

  private RingFaultException unexpected() {
    return new RingFaultException("the peer's ring has " + reader.type() + " at a wrong time");
  }
}
