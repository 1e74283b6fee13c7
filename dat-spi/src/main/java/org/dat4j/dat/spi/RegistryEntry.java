package org.dat4j.dat.spi;

/**
 * One entry of the static registry: a line of dat.conf or a built-in.
 *
 * @param iaName name a program opens
 * @param versionMajor major version of the interface the entry offers
 * @param versionMinor minor version of the interface the entry offers
 * @param threadSafe whether the entry is marked threadsafe
 * @param libPath id of a Java provider, or a native uDAPL library
 * @param providerVersion identifier.major.minor
 * @param iaParams settings for the provider, may be empty
 * @param platformParams parsed and not used
 * @param origin where the entry came from, such as {@code /etc/dat.conf:3} or {@code built-in}
 */
public record RegistryEntry(
    String iaName,
    int versionMajor,
    int versionMinor,
    boolean threadSafe,
    String libPath,
    String providerVersion,
    String iaParams,
    String platformParams,
    String origin) {

  /**
   * An entry that a provider brings itself.
   *
   * @param iaName name a program opens
   * @param providerId id of the provider
   * @param iaParams settings, may be empty
   * @return an entry of version 1.2, thread-safe
   */
  public static RegistryEntry builtIn(String iaName, String providerId, String iaParams) {
    return new RegistryEntry(iaName, 1, 2, true, providerId, "dat4j.0.1", iaParams, "", "built-in");
  }
}
