package org.dat4j.dat.udapl.libdapl;

import java.nio.ByteBuffer;

/**
 * Copies the private data of a connect or accept into off-heap memory, for a call of the uDAPL
 * library.
 */
public final class PrivateData {

  private PrivateData() {}

  /**
   * Copies private data.
   *
   * @param data not null
   * @return a direct buffer, null for no bytes; the caller keeps it reachable during the call
   */
  public static ByteBuffer write(byte[] data) {
    if (data.length == 0) {
      return null;
    }
    return ByteBuffer.allocateDirect(data.length).put(data).flip();
  }
}
