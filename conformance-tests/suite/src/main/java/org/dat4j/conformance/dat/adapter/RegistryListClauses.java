package org.dat4j.conformance.dat.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.fixture.RecordingProvider;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.ProviderInfo;
import org.junit.jupiter.api.Test;

/** Tests of dat_registry_list_providers, which lists the providers that the DAT registry knows. */
class RegistryListClauses extends RegistryTest {
  private static final String CONF =
      line("one", "u1.2", "nonthreadsafe", "")
          + line("two", "u1.2", "threadsafe", "")
          + line("two", "u1.3", "threadsafe", "");

  private static final List<ProviderInfo> ENTRIES =
      List.of(
          new ProviderInfo("one", 1, 2, false),
          new ProviderInfo("two", 1, 2, true),
          new ProviderInfo("two", 1, 3, true));

  private final RecordingProvider provider = new RecordingProvider();

  @Test
  @Clauses({
    "dat_registry_list_providers.01", "dat_registry_list_providers.02",
    "dat_registry_list_providers.03", "dat_registry_list_providers.04",
    "dat_registry_list_providers.07", "dat_registry_list_providers.10"
  })
  void entriesAreListedOrTheLimitIsRefused() {
    DatRegistryUnderTest registry = registry(provider, CONF);
    table(
        row(
            "dat_registry_list_providers.01",
            "enough room",
            () -> {
              for (int max : new int[] {3, 4, Integer.MAX_VALUE}) {
                clause("dat_registry_list_providers.01")
                    .equal(3, registry.listProviders(max).size(), "entries with room for " + max);
              }
            }),
        row(
            "dat_registry_list_providers.02",
            "keys",
            () ->
                clause("dat_registry_list_providers.02")
                    .equal(ENTRIES, registry.listProviders(3), "name, version, thread safety")),
        row(
            "dat_registry_list_providers.03",
            "no room",
            () -> refused("dat_registry_list_providers.03", registry, 0)),
        row(
            "dat_registry_list_providers.04",
            "too little room",
            () -> {
              for (int max : new int[] {1, 2, -1, Integer.MIN_VALUE}) {
                refused("dat_registry_list_providers.04", registry, max);
              }
            }),
        row(
            "dat_registry_list_providers.07",
            "second call",
            () -> {
              List<ProviderInfo> first = registry.listProviders(3);
              refused("dat_registry_list_providers.07", registry, 2);
              clause("dat_registry_list_providers.07")
                  .equal(first, registry.listProviders(3), "a later list");
            }),
        row(
            "dat_registry_list_providers.10",
            "several threads",
            () ->
                clause("dat_registry_list_providers.10")
                    .equal(
                        1,
                        new HashSet<>(concurrently(4, () -> registry.listProviders(3))).size(),
                        "different lists")));
  }

  /** Checks that the list is refused and that the refusal says how many entries there are. */
  private void refused(String id, DatRegistryUnderTest registry, int max) {
    try {
      registry.listProviders(max);
      clause(id).that(false, "room for " + max + " entries is refused");
    } catch (DatException e) {
      clause(id)
          .equal(
              DatReturn.name(DatReturn.INVALID_PARAMETER),
              DatReturn.name(e.type()),
              "refusal of room for " + max);
      clause(id)
          .that(
              e.getMessage().contains("number of entries is 3"),
              "the refusal tells the number of entries, 3: " + e.getMessage());
    }
  }

  @Test
  @Clauses("dat_registry_list_providers.06")
  void missingFileIsReported() throws IOException {
    Path folder = Files.createTempDirectory("dat4j-suite");
    atEnd(() -> Files.deleteIfExists(folder));
    DatRegistryUnderTest registry =
        source().registry(only(provider).config(folder.resolve("dat.conf")));
    clause("dat_registry_list_providers.06")
        .throwsDat(DatReturn.INTERNAL_ERROR, () -> registry.listProviders(10));
  }

  @Test
  @Clauses("dat_registry_list_providers.08")
  void listedEntriesOpen() {
    DatRegistryUnderTest registry = registry(provider, CONF);
    for (ProviderInfo info : registry.listProviders(3)) {
      clause("dat_registry_list_providers.08")
          .succeeds(
              "open of " + info,
              () ->
                  open(
                      registry,
                      info.iaName(),
                      info.daplVersionMajor(),
                      info.daplVersionMinor(),
                      info.isThreadSafe()));
    }
  }

  @Test
  @Clauses("dat_registry_list_providers.09")
  void listedNamesFitTheirField() {
    String longest = "n".repeat(DatConstants.NAME_MAX_LENGTH - 1);
    DatRegistryUnderTest registry =
        registry(provider, line(longest) + line(longest + "n") + line("short"));
    clause("dat_registry_list_providers.09")
        .equal(
            List.of(longest, "short"),
            registry.listProviders(10).stream().map(ProviderInfo::iaName).toList(),
            "names");
  }
}
