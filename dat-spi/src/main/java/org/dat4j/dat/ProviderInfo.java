package org.dat4j.dat;

/**
 * The key of an entry in the registry of DAT: adapter name, version and thread safety
 * (DAT_PROVIDER_INFO).
 *
 * @param iaName name of the interface adapter, up to 255 characters
 * @param daplVersionMajor major version of the interface
 * @param daplVersionMinor minor version of the interface
 * @param isThreadSafe whether the library may be called by several threads
 */
public record ProviderInfo(
    String iaName, int daplVersionMajor, int daplVersionMinor, boolean isThreadSafe) {}
