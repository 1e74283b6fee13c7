package org.dat4j.dat.natives;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Addresses as libdapl takes them, and the network devices that have them. */
class HostAddresses {

  private static final Path OWN_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final String PART = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";

  /** All four parts: what has fewer, or greater ones, the JDK would ask a name server for. */
  private static final Pattern NUMBERS =
      Pattern.compile(PART + "(\\." + PART + "){3}|[0-9a-fA-F]*:[0-9a-fA-F:.]*");

  /**
   * An address in numbers, or that of this machine's own name. libdapl (getipaddr) resolves no
   * other names, so nobody is asked.
   *
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

  /** Whether this is an address in numbers, for which the JDK asks nobody. */
  static boolean isAddress(String host) {
    return NUMBERS.matcher(host).matches();
  }

  /** The network device with an address, null for none of this machine. */
  String netdev(InetAddress address) {
    try {
      NetworkInterface found = NetworkInterface.getByInetAddress(address);
      return found == null ? null : found.getName();
    } catch (SocketException e) {
      return null;
    }
  }
}
