package org.dat4j.dat.spi.software;

import java.net.InetAddress;

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
   * Accepts. The outcome comes as exactly one upcall of the attempt, now or later.
   *
   * @param attempt endpoint in state COMPLETION_PENDING and private data to send
   */
  void accept(Attempt attempt);

  /** Rejects by the consumer's will. */
  void reject();
}
