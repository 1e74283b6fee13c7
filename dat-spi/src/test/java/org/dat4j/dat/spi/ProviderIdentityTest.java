package org.dat4j.dat.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.registry.FakeProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of providers about themselves, and the places that list them. */
class ProviderIdentityTest {

  @ParameterizedTest
  @CsvSource({
    "7.3, 7, 3",
    "7, 7, 0",
    "7.3.1-rc2, 7, 3",
    "2.0-SNAPSHOT, 2, 0",
    "'', 0, 0",
    "next, 0, 0",
    "12345678901.5, 123456789, 5"
  })
  void theNumbersOfTheAttributesAreThoseOfTheVersion(String version, int major, int minor) {
    ProviderIdentity identity = new ProviderIdentity("fake", "Acme", version);
    assertEquals(major, identity.major());
    assertEquals(minor, identity.minor());
  }

  @Test
  void theVersionOfTheBuildIsThatOfThePom() throws Exception {
    Matcher version =
        Pattern.compile("<version>(\\d+\\.\\d+)[^<]*</version>")
            .matcher(Files.readString(Path.of("../pom.xml")));
    assertTrue(version.find());
    assertEquals(version.group(1), BuildInfo.version());
  }

  @Test
  void theRegistryEntersVendorAndVersionOfABuiltInEntry() {
    DatRegistry registry =
        DatRegistry.builder()
            .config("", "test.conf")
            .provider(new FakeProvider("fake").builtIns("fake0"))
            .build();
    RegistryEntry entry = registry.entries().get(0);
    assertEquals("fake.3.4", entry.providerVersion());
    assertEquals(new ProviderIdentity("fake", "fake", "3.4"), registry.identity(entry));
    assertEquals(
        ProviderIdentity.NONE, registry.identity(RegistryEntry.builtIn("other0", "other", "")));
  }

  @Test
  void aProviderThatCannotSayItIsNotRefused() {
    DatProvider silent =
        new OneEntry() {
          @Override
          public String version() {
            throw new IllegalStateException("no manifest");
          }

          @Override
          public String vendor() {
            return null;
          }
        };
    DatRegistry registry = DatRegistry.builder().config("", "test.conf").provider(silent).build();
    RegistryEntry entry = registry.entries().get(0);
    assertEquals(new ProviderIdentity("silent", "", ""), registry.identity(entry));
    registry.addProvider(silent, new ProviderInfo("silent1", 1, 2, true));
  }

  /** Has one entry. */
  private abstract static class OneEntry extends DatProvider {
    @Override
    public String id() {
      return "silent";
    }

    @Override
    public int spiVersion() {
      return SPI_VERSION;
    }

    @Override
    public List<RegistryEntry> builtIns() {
      return List.of(RegistryEntry.builtIn("silent0", id(), ""));
    }

    @Override
    public ProbeResult probe(RegistryEntry entry) {
      return ProbeResult.available("nothing");
    }

    @Override
    protected AbstractIa openIa(OpenRequest request) {
      throw new UnsupportedOperationException("openIa");
    }
  }
}
