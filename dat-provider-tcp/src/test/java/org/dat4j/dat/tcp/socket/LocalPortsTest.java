package org.dat4j.dat.tcp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ia;
import org.dat4j.dat.tcp.AdapterPair;
import org.dat4j.dat.tcp.config.TcpSettings;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A local port serves one connection to each of many listeners, as it does for bare sockets. */
@Timeout(240)
class LocalPortsTest {

  private static final int PORTS = 100;
  private static final List<String> OWN_NETWORK =
      List.of(
          "unshare",
          "-rn",
          "sh",
          "-c",
          "ip link set lo up && echo 40000 40099 > /proc/sys/net/ipv4/ip_local_port_range"
              + " && exec \"$@\"",
          "sh");

  /** Runs in a network of its own that has few ports. */
  static final class Connects {
    private Connects() {}

    /**
     * Prints how many connections two listeners get from one address, and what the next connect to
     * one of them says.
     */
    public static void main(String[] arguments) throws Exception {
      TcpSettings settings = TcpSettings.parse("");
      InetAddress here = settings.bind();
      List<SocketChannel> all = new ArrayList<>();
      for (int port = 9000; port < 9002; port++) {
        InetSocketAddress at = new InetSocketAddress(here, port);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(at, PORTS)) {
          for (int i = 0; i < PORTS; i++) {
            SocketChannel channel = OutgoingSocket.connect(at, settings);
            all.add(channel);
            all.add(listener.accept());
          }
        } catch (IOException e) {
          System.err.println(e);
        }
      }
      System.out.println(all.size() / 2);
      try (Ia ia = AdapterPair.registry("", "").openIa("client");
          DatConnection end = Dats.endpoint(ia)) {
        end.startConnect(here, 9000, AdapterPair.LIMIT);
        System.out.println("connected");
      } catch (DatException e) {
        System.out.println(e.getMessage());
      }
      for (SocketChannel each : all) {
        each.close();
      }
    }
  }

  private static boolean isOwnNetworkPossible() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(OWN_NETWORK);
    command.add("true");
    Process tried;
    try {
      tried = new ProcessBuilder(command).start();
    } catch (IOException e) {
      return false;
    }
    return tried.waitFor(10, TimeUnit.SECONDS) && tried.exitValue() == 0;
  }

  @Test
  void twoListenersGetAllPortsEach() throws IOException, InterruptedException {
    assumeTrue(isOwnNetworkPossible(), "no network namespace can be made here");
    try (ChildJvm child = new ChildJvm(OWN_NETWORK, List.of(), Connects.class)) {
      assertEquals(2 * PORTS, Integer.parseInt(child.line()));
      String more = child.line();
      assertTrue(more.contains("DAT_INSUFFICIENT_RESOURCES"), more);
      assertTrue(more.contains("net.ipv4.ip_local_port_range"), more);
    }
  }
}
