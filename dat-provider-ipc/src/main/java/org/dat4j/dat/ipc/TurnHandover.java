package org.dat4j.dat.ipc;

import java.util.List;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.ipc.ring.RingFaultException;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.memory.AccessResult;

/**
 * The handover between the receive and the transmit direction of an ipc connection: Reads to
 * answer, own Reads under way, a refused request.
 */
final class TurnHandover {

  /** RDMA Reads of one side that may wait for their data: the depth that the adapter declares. */
  static final int READ_DEPTH = 128;

  /** Why a request of the peer is refused; null as long as none is. Set by the receive turn. */
  volatile Refusal refusal;

  /** The requests of this side, known from the first transmit on. */
  volatile RequestQueue requests;

  /** The ring of the peer's Reads to answer; the counts below publish its words. */
  private final long[] reads = new long[READ_DEPTH * 4];

  private volatile long readsAsked;
  private volatile long readsTaken;

  /** The ring of the own Reads whose data has not come: number and length of each. */
  private final long[] own = new long[READ_DEPTH * 2];

  private volatile long ownSent;

  /** Used by the receive turn. */
  private long ownDone;

  /**
   * The refusal of a request of the peer.
   *
   * @param number the peer's number of the request
   * @param status what its completion says
   * @param access what was wrong with the memory, or OK
   */
  record Refusal(long number, DtoStatus status, AccessResult access) {

    /** The causes of a refusal by their number in a frame or record. Append only. */
    private static final List<AccessResult> CAUSES =
        List.of(
            AccessResult.OK,
            AccessResult.UNKNOWN,
            AccessResult.OTHER_ZONE,
            AccessResult.NO_RIGHT,
            AccessResult.OUT_OF_BOUNDS,
            AccessResult.WRAPS,
            AccessResult.TOO_LONG,
            AccessResult.REVOKED,
            AccessResult.FREED);

    /** Reads the number of the cause; 0, or a number unknown here, is OK. */
    static Refusal of(long number, DtoStatus status, long cause) {
      boolean isKnown = cause > 0 && cause < CAUSES.size();
      return new Refusal(number, status, isKnown ? CAUSES.get((int) cause) : AccessResult.OK);
    }

    /** {@return the number of {@link #access} in a frame or record, 0 if it has none} */
    int causeNumber() {
      return Math.max(0, CAUSES.indexOf(access));
    }

    /** The cause, for the side that refuses. */
    String reason() {
      return "the peer's request was refused: " + cause();
    }

    /** The cause, for the side whose request was refused. */
    String toldReason() {
      return "the peer has refused a request: " + status + ": " + cause();
    }

    private String cause() {
      if (status == DtoStatus.ERR_RECEIVER_NOT_READY) {
        return "no Receive was posted in time";
      }
      return access == AccessResult.OK ? "it does not say why" : access.text();
    }
  }

  /** Receive turn: keeps a Read, which is to be answered. */
  void askRead(long number, long length, int context, long address) {
    if (readsAsked - readsTaken == READ_DEPTH) {
      throw new RingFaultException("the peer has more than " + READ_DEPTH + " Reads under way");
    }
    int at = index(readsAsked) * 4;
    reads[at] = number;
    reads[at + 1] = length;
    reads[at + 2] = context;
    reads[at + 3] = address;
    readsAsked++;
  }

  /** Transmit turn: the index of the next Read's words in {@link #read}, -1 for none. */
  int nextRead() {
    return readsTaken == readsAsked ? -1 : index(readsTaken) * 4;
  }

  long read(int index) {
    return reads[index];
  }

  /** Transmit turn: the words of the Read are no longer needed. */
  void takeRead() {
    readsTaken++;
  }

  /** Transmit turn: an own Read goes out; its data comes in the order of the Reads. */
  void readSent(long number, long length) {
    int at = index(ownSent) * 2;
    own[at] = number;
    own[at + 1] = length;
    ownSent++;
  }

  /** Receive turn: whether the data of the oldest own Read has this number and length. */
  boolean isOldestRead(long number, long length) {
    int at = index(ownDone) * 2;
    return ownDone != ownSent && own[at] == number && own[at + 1] == length;
  }

  /** Receive turn: the data of the oldest own Read is placed. */
  void readDone() {
    ownDone++;
  }

  private static int index(long read) {
    return (int) (read % READ_DEPTH);
  }
}
