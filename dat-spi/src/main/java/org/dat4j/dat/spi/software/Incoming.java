package org.dat4j.dat.spi.software;

import java.net.InetAddress;
import org.dat4j.dat.EpAttr;

/** A connection request at a transport, which waits to be accepted or rejected. */
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
   * The attributes of the requester's endpoint, where the transport tells; a provider that makes
   * endpoints for requests (ep_creator) has to tell.
   *
   * @return its attributes, or null
   */
  default EpAttr requesterAttr() {
    return null;
  }

  /**
   * Accepts. The outcome comes as exactly one upcall of the attempt, now or later.
   *
   * @param attempt endpoint in state COMPLETION_PENDING and private data to send
   */
  void accept(Attempt attempt);

  /** Rejects by the consumer's will. */
  void reject();

  /** Ends the request because nobody can answer it; the requester is told so. */
  void drop();
}
