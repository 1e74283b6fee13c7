package org.dat4j.dat.natives;

import java.nio.ByteBuffer;

/** Private data on its way into the library. */
final class PrivateData {

  private PrivateData() {}

  /**
   * Copies octets to where the library can read them.
   *
   * @param octets not null
   * @return a direct buffer, null for no octets; the caller keeps it reachable during the call
   */
  static ByteBuffer write(byte[] octets) {
    if (octets.length == 0) {
      return null;
    }
    return ByteBuffer.allocateDirect(octets.length).put(octets).flip();
  }
}
