package org.dat4j.dat.udapl.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A view of the RDMA devices of a Linux machine, read from the kernel's file systems for the native
 * backend.
 */
final class RdmaDevices {

  private static final String DEVICES = "sys/class/infiniband";
  private static final String NETDEVS = "sys/class/net";
  private static final String NODES = "dev/infiniband";
  private static final String RNIC = "4:";
  private static final String SIW = "Software iWARP";
  private static final int MAC_DIGITS = 12;

  /**
   * Unused entries of the address table after which the search ends: the kernel fills it from the
   * first entry on.
   */
  private static final int MAX_UNUSED = 8;

  private final Path root;

  /**
   * Makes the view of a machine.
   *
   * @param root where its {@code sys} and {@code dev} are
   */
  RdmaDevices(Path root) {
    this.root = root;
  }

  /** Returns device names such as rxe0, sorted; empty when no driver has made one. */
  List<String> names() {
    return list(DEVICES);
  }

  /** Returns the names in /dev/infiniband, sorted. */
  List<String> nodes() {
    return list(NODES);
  }

  /** Tells whether this user may open a node of {@link #nodes()}. */
  boolean mayOpen(String node) {
    Path path = root.resolve(NODES).resolve(node);
    return Files.isReadable(path) && Files.isWritable(path);
  }

  /** Tells whether the kernel has the RDMA connection manager for programs (rdma_ucm). */
  boolean hasConnectionManager() {
    return Files.exists(root.resolve("sys/class/misc/rdma_cm"));
  }

  boolean isNetdev(String name) {
    return !name.isEmpty() && Files.exists(root.resolve(NETDEVS).resolve(name));
  }

  /**
   * Returns the network device of a name with a label: eth0 of eth0:1, which the kernel shows
   * nowhere.
   */
  static String withoutLabel(String name) {
    return name.substring(0, (name + ":").indexOf(':'));
  }

  /** Returns the numbers of a device's ports. */
  List<String> ports(String device) {
    return list(DEVICES + "/" + device + "/ports");
  }

  /** Returns the network devices that an RDMA device uses, each once. */
  List<String> netdevs(String device) {
    List<String> found = new ArrayList<>();
    String ports = DEVICES + "/" + device + "/ports";
    for (String port : list(ports)) {
      String ndevs = ports + "/" + port + "/gid_attrs/ndevs";
      int unused = 0;
      for (int entry = 0; unused < MAX_UNUSED; entry++) {
        // Entries of unused addresses cannot be read; a table may have a thousand of them.
        String name = text(ndevs + "/" + entry);
        unused = name.isEmpty() ? unused + 1 : 0;
        found.add(name);
      }
    }
    if (isIwarp(device)) {
      for (String name : list(NETDEVS)) {
        if (isIwarpOn(device, name)) {
          found.add(name);
        }
      }
    }
    return found.stream().filter(name -> !name.isEmpty()).distinct().toList();
  }

  /**
   * Tells whether a device speaks iWARP.
   *
   * @param device its name
   * @return false also for a device that does not exist
   */
  boolean isIwarp(String device) {
    return text(DEVICES + "/" + device + "/node_type").startsWith(RNIC);
  }

  /**
   * Tells whether a device is the kernel's soft iWARP (siw).
   *
   * @param device its name
   * @return false also for a device that does not exist
   */
  boolean isSoftIwarp(String device) {
    return isIwarp(device) && text(DEVICES + "/" + device + "/node_desc").startsWith(SIW);
  }

  /**
   * Tells whether a device is the kernel's soft RoCE (rdma_rxe), whose driver alone tells what
   * network device is under it.
   *
   * @param device its name
   * @return false also for a device that does not exist
   */
  boolean isSoftRoce(String device) {
    return Files.exists(root.resolve(DEVICES).resolve(device).resolve("parent"));
  }

  /**
   * Tells whether an iWARP device uses a network device: the first address of its port is that of
   * the network device, followed by zeros.
   */
  private boolean isIwarpOn(String device, String netdev) {
    String gid = text(DEVICES + "/" + device + "/ports/1/gids/0").replace(":", "");
    String mac = text(NETDEVS + "/" + netdev + "/address").replace(":", "");
    return mac.length() == MAC_DIGITS && gid.startsWith(mac);
  }

  private String text(String file) {
    try {
      return Files.readString(root.resolve(file)).strip();
    } catch (IOException e) {
      return "";
    }
  }

  private List<String> list(String folder) {
    try (Stream<Path> entries = Files.list(root.resolve(folder))) {
      return entries.map(p -> p.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
