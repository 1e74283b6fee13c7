package org.dat4j.dat.natives;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;

/**
 * What really serves an open adapter, as provider-specific attributes: {@code library} and {@code
 * provider_library} are the files that were loaded, {@code device} the verbs device, {@code netdev}
 * the network devices under it. What is not known is left out.
 */
final class UsedParts {

  /** Name of the attribute with the verbs device. */
  static final String DEVICE = "device";

  private final RdmaDevices devices;
  private final LoadedLibraries libraries;
  private final String library;
  private final String providerLibrary;

  /**
   * Looks at this process.
   *
   * @param root where the machine's {@code sys} and {@code proc} are
   * @param library the uDAPL library, as it was asked for
   * @param providerLibrary lib_path of the entry
   */
  UsedParts(Path root, String library, String providerLibrary) {
    this.devices = new RdmaDevices(root);
    this.libraries = new LoadedLibraries(root.resolve("proc/self/maps"));
    this.library = library;
    this.providerLibrary = providerLibrary;
  }

  /** Whether the verbs device speaks iWARP; false for an unknown one. */
  boolean isIwarp(String device) {
    return !device.isEmpty() && devices.isIwarp(device);
  }

  /**
   * The device of an adapter on soft iWARP.
   *
   * @param attr the adapter's, with {@link #attributes}
   * @return its name; empty on other devices
   */
  String siwDevice(ProviderAttr attr) {
    String device = attr.specific(DEVICE);
    return device != null && devices.isSoftIwarp(device) ? device : "";
  }

  /** Whether an adapter is on soft RoCE, by its attributes, with {@link #attributes}. */
  boolean isSoftRoce(ProviderAttr attr) {
    String device = attr.specific(DEVICE);
    return device != null && devices.isSoftRoce(device);
  }

  /** The attributes, for the name of the verbs device or an empty one. */
  List<NamedAttr> attributes(String device) {
    List<NamedAttr> attributes = new ArrayList<>();
    attributes.add(new NamedAttr("library", libraries.file(library)));
    attributes.add(new NamedAttr("provider_library", libraries.file(providerLibrary)));
    if (!device.isEmpty()) {
      attributes.add(new NamedAttr(DEVICE, device));
      attributes.add(new NamedAttr("netdev", String.join(", ", devices.netdevs(device))));
    }
    return attributes;
  }
}
