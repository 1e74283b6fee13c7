package org.dat4j.dat.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.ProviderIdentity;

/**
 * The chain of registry entries from a layer (a provider over another adapter) down to the adapter
 * that moves the data. Each entry's provider names the next with {@link DatProvider#lowerAdapter}.
 * One entry long for most adapters.
 */
public final class LayerChain {
  private final Map<String, RegisteredAdapter> entries = new LinkedHashMap<>();
  private DatProvider lowest;
  private ProbeResult broken;

  /**
   * Follows the chain of a request, as far as it leads.
   *
   * @param offers all offers of the registry
   * @param request the request for the highest adapter
   */
  public LayerChain(List<RegisteredAdapter> offers, AdapterRequest request) {
    String name = request.iaName();
    while (name != null) {
      RegisteredAdapter offer = Selection.of(offers, request.below(name)).chosen();
      if (entries.put(name, offer) != null) {
        broken =
            ProbeResult.unavailable(
                "the layers " + String.join(", ", entries.keySet()) + " are over each other",
                "let over= of the last name an adapter that is no layer over the others");
        return;
      }
      DatProvider provider = offer == null ? null : offer.provider();
      lowest = provider;
      name = provider == null ? null : provider.lowerAdapter(offer.entry());
    }
  }

  /** Returns why the chain has no end, or null if it has one. */
  ProbeResult broken() {
    return broken;
  }

  /**
   * Tells whether adapters of the lowest provider reach each other from different processes.
   *
   * @return false when the chain does not lead to a provider
   */
  public boolean reachesOtherProcesses() {
    return broken == null && lowest != null && lowest.reachesOtherProcesses();
  }

  /**
   * Tells whether adapters of the lowest provider reach each other from processes of different
   * users.
   *
   * @return false when the chain does not lead to a provider
   */
  public boolean reachesOtherUsers() {
    return broken == null && lowest != null && lowest.reachesOtherUsers();
  }

  /**
   * Lists what the providers report of themselves.
   *
   * @return the highest first; none where the chain leads to no provider
   */
  public List<ProviderIdentity> identities() {
    List<ProviderIdentity> all = new ArrayList<>();
    for (RegisteredAdapter each : entries.values()) {
      if (each != null && each.provider() != null) {
        all.add(ProviderIdentity.of(each.provider()));
      }
    }
    return all;
  }
}
