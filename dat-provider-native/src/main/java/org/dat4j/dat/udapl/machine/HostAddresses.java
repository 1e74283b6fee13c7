package org.dat4j.dat.udapl.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * For the diagnosis of the native backend: finds the address and network device that libdapl would
 * take for a host of dat.conf. The host is a number or this machine's own name.
 */
class HostAddresses {

  private static final Path OWN_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final String PART = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";

  /** Requires all four parts, each below 256: for other texts the JDK would ask a name server. */
  private static final Pattern NUMBERS =
      Pattern.compile(PART + "(\\." + PART + "){3}|[0-9a-fA-F]*:[0-9a-fA-F:.]*");

  /**
   * Returns the address of a host, which is given as an address in numbers or as this machine's own
   * name. libdapl (getipaddr) resolves no other names, so no name server is asked.
   *
   * @param host a number or name
   * @return null for anything else
   */
  InetAddress resolve(String host) {
    try {
      boolean known = isAddress(host) || host.equals(Files.readString(OWN_NAME).strip());
      return known && !host.isEmpty() ? InetAddress.getByName(host) : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Tells whether this is an address in numbers, for which the JDK asks no name server. */
  static boolean isAddress(String host) {
    return NUMBERS.matcher(host).matches();
  }

  /** Returns the network device with an address, null for none of this machine. */
  String netdev(InetAddress address) {
    try {
      NetworkInterface found = NetworkInterface.getByInetAddress(address);
      return found == null ? null : found.getName();
    } catch (SocketException e) {
      return null;
    }
  }
}
