package org.dat4j.dat.udapl.libdapl;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.dat4j.dat.udapl.abi.ForeignMemory;

/**
 * A converter between socket addresses in the C memory of the uDAPL library (DAT_IA_ADDRESS_PTR)
 * and Java's InetAddress.
 */
public final class SocketAddresses {

  private static final int AF_INET = 2;
  private static final int AF_INET6 = System.getProperty("os.name").startsWith("SunOS") ? 26 : 10;
  private static final int FAMILY_SIZE = 2;
  private static final int ADDRESS_4 = 4;
  private static final int ADDRESS_6 = 8;
  private static final int SIZE_6 = 28;
  // The structure of Solaris has one word more, which stays zero.
  private static final int WRITTEN = 32;

  private SocketAddresses() {}

  /**
   * Copies a socket address of the library.
   *
   * @param address where it is; the null address is none
   * @return the address, null for none, for the wildcard and for families other than IP
   */
  public static InetAddress read(long address) {
    if (address == 0) {
      return null;
    }
    int family =
        ByteBuffer.wrap(ForeignMemory.copy(address, FAMILY_SIZE))
            .order(ByteOrder.nativeOrder())
            .getShort();
    byte[] bytes;
    if (family == AF_INET) {
      bytes = Arrays.copyOfRange(ForeignMemory.copy(address, 8), ADDRESS_4, 8);
    } else if (family == AF_INET6) {
      bytes = Arrays.copyOfRange(ForeignMemory.copy(address, SIZE_6), ADDRESS_6, ADDRESS_6 + 16);
    } else {
      return null;
    }
    try {
      InetAddress inet = InetAddress.getByAddress(bytes);
      return inet.isAnyLocalAddress() ? null : inet;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }

  /**
   * Reads the port of a socket address of the library.
   *
   * @param address where it is; the null address is none
   * @return 0 to 65535, 0 for none and for families other than IP
   */
  public static int port(long address) {
    if (read(address) == null) {
      return 0;
    }
    byte[] start = ForeignMemory.copy(address, ADDRESS_4);
    return Byte.toUnsignedInt(start[2]) << 8 | Byte.toUnsignedInt(start[3]);
  }

  /**
   * Writes a socket address without port.
   *
   * @param inet IPv4 or IPv6
   * @return a direct buffer with a sockaddr_in or sockaddr_in6 at its start
   */
  public static ByteBuffer write(InetAddress inet) {
    ByteBuffer memory = ByteBuffer.allocateDirect(WRITTEN).order(ByteOrder.nativeOrder());
    boolean four = inet instanceof Inet4Address;
    memory.putShort(0, (short) (four ? AF_INET : AF_INET6));
    memory.put(four ? ADDRESS_4 : ADDRESS_6, inet.getAddress());
    return memory;
  }
}
