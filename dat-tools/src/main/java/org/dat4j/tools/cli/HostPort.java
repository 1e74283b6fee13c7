package org.dat4j.tools.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The host and port of a program, as the options {@code --listen} and {@code --connect} give them.
 *
 * @param host name or address as the user wrote it
 * @param address its address
 * @param port connection qualifier, 1 to 65535
 */
public record HostPort(String host, InetAddress address, int port) {

  private static final int MAX_PORT = 65535;

  /**
   * Parses HOST:PORT; an IPv6 address is in brackets.
   *
   * @param option name of the option, for messages
   * @param text what the user wrote
   * @return host and port, with the address of the host
   * @throws CommandUsageException when the text is wrong, or the host is unknown
   */
  public static HostPort parse(String option, String text) {
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
    if (host.isEmpty() || port < 1 || port > MAX_PORT) {
      throw new CommandUsageException(
          option + " is '" + text + "': give HOST:PORT, for example 192.0.2.1:4711, [::1]:4711");
    }
    try {
      return new HostPort(host, InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new CommandUsageException(
          option
              + " is '"
              + text
              + "': unknown host "
              + host
              + ": correct the name, or give an address");
    }
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
