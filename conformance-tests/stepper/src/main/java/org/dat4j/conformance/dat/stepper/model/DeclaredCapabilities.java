package org.dat4j.conformance.dat.stepper.model;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaParam;
import org.dat4j.dat.MemType;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;

/**
 * The capabilities that an adapter declares in its attributes, by which the DAT stepper knows the
 * calls and answers that apply. Immutable.
 */
public final class DeclaredCapabilities {
  /**
   * Private data arrives with the size given. Libraries that pad it to the size of a transport's
   * message are run without this.
   */
  static final String EXACT_PRIVATE_DATA = "exact_private_data";

  /** A side that accepts a request gets an event if the requester had given up. */
  public static final String ABANDONED_TOLD = "abandoned_told";

  /** A closed adapter goes away. Those that a library cannot close are run without this. */
  public static final String CLOSED_LET_GO = "closed_let_go";

  /** An endpoint or SRQ holds as many posts as it reports, and no more. */
  public static final String REPORTED_LIMIT = "reported_limit";

  private static final int DTO = 2;
  private static final int BIND = 4;

  private final Set<String> names = new TreeSet<>();
  private final IaAttr limits;
  private final ProviderAttr provider;

  /**
   * Reads the attributes.
   *
   * @param param of the adapter
   * @param without capabilities and calls that are left out of the run
   */
  public DeclaredCapabilities(IaParam param, Collection<String> without) {
    limits = param.iaAttr();
    provider = param.providerAttr();
    names.addAll(Set.of("cno", "rsp", "handoff", CLOSED_LET_GO));
    names.addAll(reliedOn().keySet());
    add("rmr", limits.maxRmrs() > 0);
    add("srq", provider.srqSupported());
    add("multipath", provider.supportsMultipath());
    add("managed", named("native") == null);
    add("remote_completion", !"local".equals(named("completion")));
    add("lmr_over_lmr", (provider.lmrMemTypesSupported() & MemType.LMR.value()) != 0);
    add("srq_pz", provider.srqEpPzDifferenceSupported());
    add("consumer_psp", provider.epCreator() != EpCreatorForPsp.ALWAYS);
    add("provider_psp", provider.epCreator() != EpCreatorForPsp.NEVER);
    add(
        "merge_all",
        provider.evdStreamMergingSupported().stream().noneMatch(r -> r.contains(false)));
    add("merge_bind", provider.evdStreamMergingSupported().get(DTO).get(BIND));
    names.removeAll(without);
  }

  /**
   * Reads the capabilities that every adapter should have, each with the clauses that demand it.
   */
  private static Map<String, List<String>> reliedOn() {
    Map<String, List<String>> capabilities = new TreeMap<>();
    List<String> columns = List.of("capability", "clauses", "what");
    for (TsvReader.Row row :
        TsvReader.resource(DeclaredCapabilities.class, "relied-on.tsv", columns)) {
      capabilities.put(row.fields().get(0), List.of(row.fields().get(1).split("\\|")));
    }
    return capabilities;
  }

  /** Lists the capabilities that an adapter with these deviations lacks. */
  public static Set<String> without(Deviations deviations) {
    Set<String> lacking = new TreeSet<>();
    reliedOn()
        .forEach(
            (capability, clauses) -> {
              if (clauses.stream().anyMatch(clause -> deviations.find(clause).isPresent())) {
                lacking.add(capability);
              }
            });
    return lacking;
  }

  private void add(String name, boolean present) {
    if (present) {
      names.add(name);
    }
  }

  private String named(String name) {
    for (NamedAttr attr : provider.providerSpecificAttr()) {
      if (attr.name().equals(name)) {
        return attr.value();
      }
    }
    return null;
  }

  public boolean has(String name) {
    return names.contains(name);
  }

  /** Returns whether private data arrived as given; without exact sizes, padding may follow. */
  public boolean carries(byte[] arrived, byte[] given) {
    byte[] data = arrived == null ? new byte[0] : arrived;
    return has(EXACT_PRIVATE_DATA)
        ? Arrays.equals(data, given)
        : data.length >= given.length
            && Arrays.equals(data, 0, given.length, given, 0, given.length);
  }

  /**
   * Returns whether all needs of a comma-separated list are met ("-" for none, ! for an absent
   * capability).
   */
  public boolean meet(String needs) {
    if (needs.equals("-")) {
      return true;
    }
    for (String need : needs.split(",")) {
      boolean wanted = !need.startsWith("!");
      if (has(wanted ? need : need.substring(1)) != wanted) {
        return false;
      }
    }
    return true;
  }

  public IaAttr limits() {
    return limits;
  }

  public ProviderAttr provider() {
    return provider;
  }
}
