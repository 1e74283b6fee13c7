package org.dat4j.tools.perf;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.dat4j.tools.cli.UsageException;

/**
 * Where one of two machines is met.
 *
 * @param host name or address as the user wrote it
 * @param address its address
 * @param port connection qualifier, 1 to 65535
 */
record HostPort(String host, InetAddress address, int port) {

  private static final int MOST = 65535;

  /** Reads HOST:PORT; an IPv6 address stands in brackets. */
  static HostPort parse(String option, String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.contains(":")) {
      host = "";
    }
    int port;
    try {
      port = Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException e) {
      port = 0;
    }
    if (host.isEmpty() || port < 1 || port > MOST) {
      throw new UsageException(
          option + " is '" + text + "': give HOST:PORT, for example 192.0.2.1:4711, [::1]:4711");
    }
    try {
      return new HostPort(host, InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new UsageException(
          option + " is '" + text + "': the name " + host + " has no address: give an address");
    }
  }
}
