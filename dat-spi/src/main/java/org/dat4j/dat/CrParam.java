package org.dat4j.dat;

import java.net.InetAddress;

/**
 * The parameters and state of a {@link Cr}, as its query returns them.
 *
 * @param remoteIaAddress address of the requester
 * @param remotePortQual port qualifier of the requester
 * @param privateData private data of the request, length 0 if none; a copy
 * @param localEp the endpoint the request has already, or null
 */
public record CrParam(
    InetAddress remoteIaAddress, long remotePortQual, byte[] privateData, Ep localEp) {
  /**
   * The number of bytes of private data.
   *
   * @return 0 to max_private_data_size
   */
  public int privateDataSize() {
    return privateData.length;
  }
}
