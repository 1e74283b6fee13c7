package org.dat4j.dat.tcp.config;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.dat4j.dat.spi.InvalidSettingException;

/**
 * Functions that choose, among this machine's addresses, the one to which a tcp adapter binds and
 * the one that it announces to peers.
 */
public final class LocalAddresses {

  private static final String REMEDY =
      "use an address of this machine, or the name of a network interface";

  private LocalAddresses() {}

  /**
   * Finds what the setting bind names: an interface, else an address or a host name.
   *
   * @param value of the setting
   * @return an address of this machine, where the name has one
   * @throws InvalidSettingException when it names nothing
   */
  static InetAddress resolve(String value) {
    NetworkInterface network = network(value);
    if (network != null) {
      return addressOf(network);
    }
    try {
      InetAddress[] all = InetAddress.getAllByName(value);
      for (InetAddress each : all) {
        if (each.isAnyLocalAddress() || isLocal(each)) {
          return each;
        }
      }
      return all[0];
    } catch (UnknownHostException e) {
      throw new InvalidSettingException(
          "the address of bind="
              + value
              + " is not known: it is neither an address, nor a host name that the system can look"
              + " up, nor a network interface of this machine",
          REMEDY + interfaceNames());
    }
  }

  private static NetworkInterface network(String name) {
    try {
      return NetworkInterface.getByName(name);
    } catch (SocketException e) {
      // An address can be used even where interfaces cannot be listed.
      return null;
    }
  }

  private static boolean isLocal(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }

  private static InetAddress addressOf(NetworkInterface network) {
    List<InetAddress> all = Collections.list(network.getInetAddresses());
    List<Predicate<InetAddress>> preferences =
        List.of(
            each -> !(each instanceof Inet6Address),
            each -> !each.isLinkLocalAddress(),
            each -> true);
    InetAddress best = firstMatch(all, preferences);
    if (best == null) {
      throw new InvalidSettingException(
          "the network interface of bind=" + network.getName() + " has no address",
          "give it one, or " + REMEDY);
    }
    return best;
  }

  /**
   * Returns the address that an adapter bound to all addresses announces to peers.
   *
   * @param any the address that stands for all
   * @return one of the same IP version where there is one that other machines may reach, else
   *     another that they may reach, else a loopback address
   */
  public static InetAddress toAnnounce(InetAddress any) {
    boolean ipv6 = any instanceof Inet6Address;
    Predicate<InetAddress> sameVersion = each -> each instanceof Inet6Address == ipv6;
    Predicate<InetAddress> reachable =
        each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress();
    List<InetAddress> all = activeAddresses();
    List<Predicate<InetAddress>> preferences =
        ipv6
            ? List.of(reachable.and(sameVersion), reachable, InetAddress::isLoopbackAddress)
            : List.of(reachable.and(sameVersion), sameVersion);
    InetAddress best = firstMatch(all, preferences);
    return best == null ? InetAddress.getLoopbackAddress() : best;
  }

  private static List<InetAddress> activeAddresses() {
    List<InetAddress> all = new ArrayList<>();
    try {
      for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        if (network.isUp()) {
          all.addAll(Collections.list(network.getInetAddresses()));
        }
      }
    } catch (SocketException e) {
      // None is known then.
      all.clear();
    }
    return all;
  }

  private static InetAddress firstMatch(
      List<InetAddress> all, List<Predicate<InetAddress>> preferences) {
    for (Predicate<InetAddress> preference : preferences) {
      for (InetAddress each : all) {
        if (preference.test(each)) {
          return each;
        }
      }
    }
    return null;
  }

  private static String interfaceNames() {
    try {
      List<String> names = new ArrayList<>();
      for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        names.add(each.getName());
      }
      return names.isEmpty() ? "" : "; the interfaces are " + String.join(", ", names);
    } catch (SocketException e) {
      return "";
    }
  }
}
