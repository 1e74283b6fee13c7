package org.dat4j.dat.spi.software;

import java.net.InetAddress;
import org.dat4j.dat.EpAttr;

/**
 * A connection request that has reached the transport of a software backend and waits to be
 * accepted or rejected. Its values can be read by any thread, from {@link Acceptor#request} until
 * it is answered. Exactly one of {@link #accept}, {@link #reject} and {@link #drop} answers it,
 * called by a thread that holds no turn.
 */
public interface Incoming {

  /**
   * The address of the adapter that asks for the connection.
   *
   * @return address of the requester
   */
  InetAddress remoteAddress();

  /**
   * The port qualifier of the endpoint that asks for the connection.
   *
   * @return port qualifier of the requester
   */
  long remotePort();

  /**
   * The private data of the request.
   *
   * @return private data, never null; not to be changed
   */
  byte[] privateData();

  /**
   * The attributes of the requester's endpoint, where the transport tells. Only a provider that
   * makes endpoints for requests has to tell: one that sets {@link
   * org.dat4j.dat.ProviderAttr.Builder#epCreator} to another value than NEVER. Such an endpoint
   * gets these attributes; the layer exchanges the two depths of RDMA Reads.
   *
   * @return all its attributes, or null
   */
  default EpAttr requesterAttr() {
    return null;
  }

  /**
   * Accepts. The outcome comes as exactly one upcall of the attempt, now or later. If the requester
   * has given up, it is {@link Attempt#refused} with CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR.
   *
   * <p>Between processes {@link Attempt#established} comes after the requester's confirmation: this
   * side cannot know before whether it has given up. The layer sets no limit for that wait. The
   * transport ends it, when its connection fails or a time limit of its own is over.
   *
   * <p>Where one thread decides both ends, inside one process, it claims the accepter's attempt
   * first and then the requester's. If the first claim fails, it claims the requester's attempt and
   * refuses it with CONNECTION_EVENT_NON_PEER_REJECTED. If the second one fails, it refuses the
   * accepter's. With both claims it calls {@link Attempt#established} of the accepter first. That
   * program may send at once: its bytes wait until {@code established} of the requester has
   * returned.
   *
   * @param attempt endpoint in state COMPLETION_PENDING and private data to send
   */
  void accept(Attempt attempt);

  /**
   * Rejects by the consumer's will: the requester's attempt is refused with
   * CONNECTION_EVENT_PEER_REJECTED.
   */
  void reject();

  /**
   * Ends the request because nobody can answer it, as when the adapter is closed. The requester's
   * attempt is refused with CONNECTION_EVENT_NON_PEER_REJECTED.
   */
  void drop();
}
