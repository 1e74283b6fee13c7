package example.unix;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.spi.software.RequestQueue;

/**
 * Passes work between the receive and the transmit direction of a connection over Unix sockets,
 * such as the Reads to answer. The receive turn writes all but {@link #requests}; the transmit turn
 * reads them.
 */
final class TurnExchange {

  /** RDMA Reads of a peer that may wait for their data: the depth that the adapter declares. */
  static final int READ_DEPTH = 16;

  /** The number of a request when there was none yet. */
  static final long NONE = -1;

  /** The last request of this side that the peer has placed. */
  volatile long acknowledged = NONE;

  /** The last request of the peer that is placed here. */
  volatile long placed = NONE;

  /** Why a request of the peer is refused; null as long as none is. */
  volatile Refusal refusal;

  /** The requests of this side, known from the first transmit on. */
  volatile RequestQueue requests;

  /** The ring of Reads to answer; the counts below publish its words. */
  private final long[] reads = new long[READ_DEPTH * 4];

  private volatile long readsAsked;
  private volatile long readsTaken;

  /**
   * The refusal of a request of the peer.
   *
   * @param number the peer's number of the request
   * @param status what its completion says
   * @param reason what was wrong, for people
   */
  record Refusal(long number, DtoStatus status, String reason) {}

  /** Receive turn: keeps a Read, which is to be answered. */
  void askRead(FrameReader read) {
    if (readsAsked - readsTaken == READ_DEPTH) {
      throw new IllegalStateException("the peer has more than " + READ_DEPTH + " Reads under way");
    }
    int at = index(readsAsked);
    reads[at] = read.number();
    reads[at + 1] = read.length();
    reads[at + 2] = read.context();
    reads[at + 3] = read.address();
    readsAsked++;
  }

  /** Transmit turn: the index of the next Read's words in {@link #read}, -1 for none. */
  int nextRead() {
    return readsTaken == readsAsked ? -1 : index(readsTaken);
  }

  long read(int index) {
    return reads[index];
  }

  /** Transmit turn: the words of the Read are no longer needed. */
  void takeRead() {
    readsTaken++;
  }

  private static int index(long read) {
    return (int) (read % READ_DEPTH) * 4;
  }
}
