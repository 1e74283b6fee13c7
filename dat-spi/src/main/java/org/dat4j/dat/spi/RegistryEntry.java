package org.dat4j.dat.spi;

/**
 * One entry of the static registry of DAT: a line of dat.conf, or an entry that a provider brings
 * itself.
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
   * @return an entry of version 1.2, thread-safe; the registry enters what the provider says of its
   *     vendor and version
   */
  public static RegistryEntry builtIn(String iaName, String providerId, String iaParams) {
    return new RegistryEntry(iaName, 1, 2, true, providerId, "", iaParams, "", "built-in");
  }

  /**
   * The same entry with the version that its provider says it has.
   *
   * @param provider that serves the entry
   * @return this if the entry has a version already
   */
  public RegistryEntry servedBy(ProviderIdentity provider) {
    return providerVersion.isEmpty()
        ? new RegistryEntry(
            iaName,
            versionMajor,
            versionMinor,
            threadSafe,
            libPath,
            provider.field(),
            iaParams,
            platformParams,
            origin)
        : this;
  }
}
