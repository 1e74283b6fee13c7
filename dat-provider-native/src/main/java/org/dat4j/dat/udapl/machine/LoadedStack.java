package org.dat4j.dat.udapl.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;

/**
 * A description of the native libraries and RDMA devices behind an open native adapter, which
 * programs get as provider-specific attributes. {@code library} and {@code provider_library} are
 * the loaded files, {@code device} is the verbs device, {@code netdev} its network devices. Unknown
 * ones are left out.
 */
public final class LoadedStack {

  /** Name of the attribute with the verbs device. */
  public static final String DEVICE = "device";

  private final RdmaDevices devices;
  private final LoadedLibraries libraries;
  private final String library;
  private final String providerLibrary;

  /**
   * Makes the description for this process.
   *
   * @param root where the machine's {@code sys} and {@code proc} are
   * @param library the requested name of the uDAPL library
   * @param providerLibrary lib_path of the entry
   */
  public LoadedStack(Path root, String library, String providerLibrary) {
    this.devices = new RdmaDevices(root);
    this.libraries = new LoadedLibraries(root.resolve("proc/self/maps"));
    this.library = library;
    this.providerLibrary = providerLibrary;
  }

  /**
   * Tells whether a verbs device speaks iWARP.
   *
   * @param device its name; may be empty
   * @return false also for an unknown device
   */
  public boolean isIwarp(String device) {
    return !device.isEmpty() && devices.isIwarp(device);
  }

  /**
   * Returns the device of an adapter on soft iWARP.
   *
   * @param attr the adapter's, with {@link #attributes}
   * @return its name; empty on other devices
   */
  public String siwDevice(ProviderAttr attr) {
    String device = attr.specific(DEVICE);
    return device != null && devices.isSoftIwarp(device) ? device : "";
  }

  /**
   * Tells whether an adapter is on soft RoCE.
   *
   * @param attr the adapter's, with {@link #attributes}
   * @return false also for an unknown device
   */
  public boolean isSoftRoce(ProviderAttr attr) {
    String device = attr.specific(DEVICE);
    return device != null && devices.isSoftRoce(device);
  }

  /**
   * Returns the attributes.
   *
   * @param device name of the verbs device; empty if it is not known
   * @return those that are known
   */
  public List<NamedAttr> attributes(String device) {
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
