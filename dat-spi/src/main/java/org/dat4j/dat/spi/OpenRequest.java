package org.dat4j.dat.spi;

/**
 * What a provider is asked to open.
 *
 * @param entry the registry entry chosen
 * @param roAware whether the name was given with the {@code RO_AWARE_} prefix
 * @param asyncEvdMinQlen least length of the asynchronous EVD to create
 * @param asyncEvd an asynchronous EVD of the same provider to use instead, or null
 * @param threadSafe whether the consumer asked for thread safety
 * @param onClosed to be run once when the instance has been closed
 */
public record OpenRequest(
    RegistryEntry entry,
    boolean roAware,
    int asyncEvdMinQlen,
    AbstractEvd asyncEvd,
    boolean threadSafe,
    Runnable onClosed) {

  /** The same request with an asynchronous EVD to use. */
  OpenRequest with(AbstractEvd evd) {
    return new OpenRequest(entry, roAware, asyncEvdMinQlen, evd, threadSafe, onClosed);
  }
}
