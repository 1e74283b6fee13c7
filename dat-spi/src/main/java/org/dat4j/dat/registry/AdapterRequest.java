package org.dat4j.dat.registry;

import org.dat4j.dat.DatConstants;

/**
 * The name, version and thread safety with which an open asks the registry of DAT for an adapter.
 *
 * @param iaName the name without prefix
 * @param roAware whether the name had the prefix {@code RO_AWARE_}
 * @param major major version
 * @param minor least minor version
 * @param threadSafe whether several threads will call the library
 */
public record AdapterRequest(
    String iaName, boolean roAware, int major, int minor, boolean threadSafe) {

  private static final String RO_AWARE = "RO_AWARE_";

  /**
   * A request by the name a program gives.
   *
   * @param name with or without prefix
   * @param major major version
   * @param minor least minor version
   * @param threadSafe whether several threads will call the library
   * @return the request
   */
  public static AdapterRequest of(String name, int major, int minor, boolean threadSafe) {
    boolean roAware = name.startsWith(RO_AWARE);
    String bare = roAware ? name.substring(RO_AWARE.length()) : name;
    return new AdapterRequest(bare, roAware, major, minor, threadSafe);
  }

  /**
   * A request for version and thread safety of the contract's headers.
   *
   * @param name with or without prefix
   * @return the request
   */
  public static AdapterRequest of(String name) {
    return of(
        name, DatConstants.VERSION_MAJOR, DatConstants.VERSION_MINOR, DatConstants.THREADSAFE);
  }

  /** Makes the request for the adapter below a layer: the same but for the name. */
  AdapterRequest below(String name) {
    return new AdapterRequest(name, roAware, major, minor, threadSafe);
  }
}
