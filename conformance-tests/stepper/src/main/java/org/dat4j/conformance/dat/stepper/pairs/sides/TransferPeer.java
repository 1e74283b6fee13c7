package org.dat4j.conformance.dat.stepper.pairs.sides;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.DtoStatus;

/**
 * The peer of an endpoint on which the DAT stepper makes pairs (two calls at once), and its memory:
 * on an adapter of this JVM or of the second JVM. It serves one scene after the other. Used by one
 * thread at a time. Calls of a pair return their code.
 */
public interface TransferPeer {
  /** The place of the memory that the other side writes and reads. */
  int TARGET = 0;

  /** Number of places in the memory, each as long as one transfer. */
  int PLACES = 6;

  /** Number of Receives posted before the connect: one for each place after the target. */
  int RECEIVES = PLACES - 1;

  /** The place from which the peer sends: no transfer of a pair changes it meanwhile. */
  int SOURCE = PLACES - 1;

  /** A completion that was taken. */
  record Done(long cookie, DtoStatus status) {}

  /**
   * The peer after the calls.
   *
   * @param ends events of the end of its connection
   * @param failed whether a Receive did not succeed
   * @param tails the last eight bytes of each place
   * @param requests completions of its own requests
   */
  record PeerView(int ends, boolean failed, List<Long> tails, List<Done> requests) {
    public long[] packed() {
      long[] all = new long[2 + PLACES + 2 * requests.size()];
      all[0] = ends;
      all[1] = failed ? 1 : 0;
      for (int place = 0; place < PLACES; place++) {
        all[2 + place] = tails.get(place);
      }
      for (int i = 0; i < requests.size(); i++) {
        all[2 + PLACES + 2 * i] = requests.get(i).cookie();
        all[3 + PLACES + 2 * i] = requests.get(i).status().value();
      }
      return all;
    }

    public static PeerView of(long[] all) {
      List<Long> tails = new ArrayList<>();
      for (int place = 0; place < PLACES; place++) {
        tails.add(all[2 + place]);
      }
      List<Done> requests = new ArrayList<>();
      for (int i = 2 + PLACES; i < all.length; i += 2) {
        requests.add(new Done(all[i], DtoStatus.of((int) all[i + 1])));
      }
      return new PeerView((int) all[0], all[1] == 1, tails, requests);
    }
  }

  /**
   * Makes the objects of a scene.
   *
   * @param length the bytes of a transfer
   */
  void make(int length);

  /** Returns the address of the adapter. */
  byte[] address();

  /** Posts Receives if asked to, listens for the connection, and returns the qualifier. */
  long listen(boolean receives);

  /** Accepts the request that comes. */
  void accept();

  /** Waits for the connection, and listens no longer. */
  void connected();

  /** Takes the events of the end of the connection before the calls. */
  void settle();

  /** Returns the context of the memory for the other side. */
  int context();

  long base();

  int disconnect(boolean graceful);

  int free();

  /** Frees the registration, and marks its memory once the call has returned. */
  int freeMemory();

  int postSend(long cookie);

  int postRecv(long cookie);

  /** Posts an RDMA Write of one place to memory of the other side. */
  int postWrite(long cookie, int context, long address);

  /** Takes the events that have come; returns a packed {@link PeerView} of the peer. */
  long[] look();

  /** Frees the objects, whatever state they are in. */
  void close();
}
