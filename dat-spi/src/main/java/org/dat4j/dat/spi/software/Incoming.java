package org.dat4j.dat.spi.software;

import java.net.InetAddress;
import org.dat4j.dat.EpAttr;

/** A connection request that waits for its answer. */
public interface Incoming {

  /**
   * Who asks.
   *
   * @return address of the requester
   */
  InetAddress remoteAddress();

  /**
   * Who asks.
   *
   * @return port qualifier of the requester
   */
  long remotePort();

  /**
   * What came with the request.
   *
   * @return private data, never null; not to be changed
   */
  byte[] privateData();

  /**
   * What the requester's endpoint can do, where the transport tells; a provider that makes
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
