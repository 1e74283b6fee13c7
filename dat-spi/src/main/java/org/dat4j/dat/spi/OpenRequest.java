package org.dat4j.dat.spi;

import org.dat4j.dat.DatException;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;

/**
 * The request with which the registry asks a provider to open an adapter: entry, asynchronous EVD,
 * thread safety.
 *
 * @param entry the registry entry chosen
 * @param roAware whether the name was given with the {@code RO_AWARE_} prefix
 * @param asyncEvdMinQlen least length of the asynchronous EVD to create
 * @param asyncEvd an asynchronous EVD of the same provider to use instead, or null
 * @param threadSafe whether the consumer asked for thread safety
 * @param lower opens the adapter that {@link DatProvider#lowerAdapter} names; null where it names
 *     none
 * @param onClosed to be run once when the instance has been closed
 */
public record OpenRequest(
    RegistryEntry entry,
    boolean roAware,
    int asyncEvdMinQlen,
    Evd asyncEvd,
    boolean threadSafe,
    Lower lower,
    Runnable onClosed) {

  /** Opens the adapter below a layer, as the layer's own open asks. */
  @FunctionalInterface
  public interface Lower {
    /**
     * Opens the adapter.
     *
     * @param asyncEvd an asynchronous EVD of the lower provider to use, or null
     * @return a new instance, which the layer closes
     * @throws DatException why it cannot be opened
     */
    Ia open(Evd asyncEvd);
  }

  /** The same request with an asynchronous EVD to use. */
  OpenRequest with(AbstractEvd evd) {
    return new OpenRequest(entry, roAware, asyncEvdMinQlen, evd, threadSafe, lower, onClosed);
  }
}
