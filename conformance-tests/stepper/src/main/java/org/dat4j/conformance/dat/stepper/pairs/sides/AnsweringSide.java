package org.dat4j.conformance.dat.stepper.pairs.sides;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;

/**
 * The side that answers a connection request in the DAT stepper's pairs (two calls at once): a
 * service point, the request and an endpoint, on an adapter of this JVM or of the second JVM. It
 * serves one scene after the other. Used by one thread at a time. Calls of a pair return their
 * code.
 */
public interface AnsweringSide {
  /**
   * The side after the calls.
   *
   * @param arrived connection requests that came during the calls
   * @param state of the endpoint; null if it is freed
   * @param handedOff connection requests that came to the other service point
   * @param events of the endpoint
   */
  record SideView(int arrived, EpState state, int handedOff, List<EventNumber> events) {
    private static final int FIXED = 3;

    public long[] packed() {
      long[] all = new long[FIXED + events.size()];
      all[0] = arrived;
      all[1] = state == null ? -1 : state.ordinal();
      all[2] = handedOff;
      for (int i = 0; i < events.size(); i++) {
        all[FIXED + i] = events.get(i).value();
      }
      return all;
    }

    public static SideView of(long[] all) {
      List<EventNumber> events = new ArrayList<>();
      for (int i = FIXED; i < all.length; i++) {
        events.add(EventNumber.of((int) all[i]));
      }
      EpState state = all[1] < 0 ? null : EpState.values()[(int) all[1]];
      return new SideView((int) all[0], state, (int) all[2], events);
    }
  }

  /** Makes the objects of a scene, with a service point that listens. */
  void make();

  /** Returns the address of the adapter. */
  byte[] address();

  /** Returns the qualifier of the service point. */
  long qualifier();

  /** Waits for the request that comes before the calls. */
  void awaitRequest();

  int freePsp();

  int queryPsp();

  int accept();

  int reject();

  int queryRequest();

  /** Hands the request off to another service point of the same adapter. */
  int handOff();

  /** Frees the endpoint. */
  int free();

  /** Asks for the state of the endpoint; returns the code and the ordinal of the state. */
  long[] status();

  /** Takes the events that have come; returns a packed {@link SideView} of the side. */
  long[] look();

  /** Frees the objects, whatever state they are in. */
  void close();
}
