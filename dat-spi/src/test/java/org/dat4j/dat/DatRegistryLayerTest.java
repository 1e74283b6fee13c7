package org.dat4j.dat;

import static org.dat4j.dat.Registries.assertRefused;
import static org.dat4j.dat.Registries.registry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.registry.FakeProvider;
import org.dat4j.dat.spi.ProviderIdentity;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.SettingValues;
import org.dat4j.dat.spi.forward.Forwarding;
import org.dat4j.dat.spi.forward.ForwardingProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A layer over another adapter is opened by its own name. */
class DatRegistryLayerTest {
  private final FakeProvider fake = new FakeProvider("fake").builtIns("fake0");
  private final LayerProvider layers = new LayerProvider();

  /** A provider of layers that change nothing. */
  private static final class LayerProvider extends ForwardingProvider {
    private final List<String> made = new ArrayList<>();

    @Override
    public String id() {
      return "layer";
    }

    @Override
    public int spiVersion() {
      return SPI_VERSION;
    }

    @Override
    public String version() {
      return "1.0";
    }

    @Override
    protected List<ProviderSetting> layerSettings() {
      return List.of(ProviderSetting.number("latency", 0, 1000, "5", "microseconds"));
    }

    @Override
    protected Forwarding layer(SettingValues settings) {
      made.add(settings.text("over") + " " + settings.number("latency"));
      return new Forwarding();
    }
  }

  private DatRegistry over(String params) {
    return named("layer0", params);
  }

  private DatRegistry named(String name, String params) {
    return registry(entry(name, params), fake, layers);
  }

  private static String entry(String name, String params) {
    return name + " u1.2 nonthreadsafe default layer ex.1.0 \"" + params + "\" \"\"\n";
  }

  @Test
  void aLineWithOverOpensALayer() {
    try (Ia ia = over("over=fake0 latency=7").openIa("layer0", 9, null)) {
      assertEquals("layer0", ia.name());
      assertEquals("fake0", fake.opened.get(0).entry().iaName());
      assertEquals(9, fake.opened.get(0).asyncEvdMinQlen());
      assertEquals(List.of("fake0 7"), layers.made);
      assertSame(ia, ia.query().asyncEvd().query().ia());
    }
  }

  @Test
  void closeReleasesBothEntriesOnce() {
    DatRegistry registry = over("over=fake0");
    Ia ia = registry.openIa("layer0");
    Ia other = registry.openIa("layer0");
    ia.close(CloseFlags.ABRUPT);
    ia.close();
    assertEquals(List.of("init fake0 1.2 true <built in>"), fake.calls);
    other.close();
    assertEquals(List.of("init fake0 1.2 true <built in>", "fini fake0 1.2 true"), fake.calls);
    assertEquals(1, layers.made.size(), "one layer for each entry");
  }

  @Test
  void adaptersOfALayerShareAnAsynchronousEvd() {
    DatRegistry registry = over("over=fake0");
    try (Ia first = registry.openIa("layer0");
        Ia second = registry.openIa("layer0", 0, first.query().asyncEvd());
        Ia third = registry.openIaSharingAsync("layer0")) {
      assertSame(first.query().asyncEvd(), second.query().asyncEvd());
      assertNull(third.query().asyncEvd());
      assertTrue(third.query().asyncEvdOutOfScope());
    }
  }

  @Test
  void anEvdOfTheAdapterBelowIsNotOneOfTheLayer() {
    DatRegistry registry = over("over=fake0");
    try (Ia layered = registry.openIa("layer0");
        Ia direct = registry.openIa("fake0")) {
      assertRefused(
          DatReturn.INVALID_HANDLE,
          DatSubtype.INVALID_HANDLE_EVD_ASYNC,
          () -> registry.openIa("fake0", 1, layered.query().asyncEvd()));
      registry.openIa("layer0", 1, direct.query().asyncEvd()).close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', ia_params do not say what the layer is over, over=loopback0",
    "ower=fake0, the setting \"ower\" is not known, did you mean \"over\"",
    "over=fake0 latency=x, the setting latency=x is not possible, 0..1000",
    "over=fake1, '\"fake1\", is not in the registry', fake0",
    "over=layer0, the layers layer0 are over each other, no layer over the others"
  })
  void aLayerThatCannotBeOpenedSaysWhy(String params, String reason, String remedy) {
    DatRegistry registry = over(params);
    Candidate probed = registry.explain("layer0").candidates().get(0);
    assertTrue(probed.reason().contains(reason), probed.reason());
    assertTrue(probed.remedy().contains(remedy), probed.remedy());
    DatException e = assertThrows(DatException.class, () -> registry.openIa("layer0"));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
    assertTrue(e.getMessage().contains(remedy), e.getMessage());
    assertTrue(fake.calls.isEmpty(), fake.calls::toString);
  }

  @Test
  void aFailureBelowIsTheFailureOfTheLayer() {
    fake.inOpen(
        () -> {
          throw new IllegalStateException("device gone");
        });
    DatException e = assertThrows(DatException.class, () -> over("over=fake0").openIa("layer0"));
    assertEquals(DatReturn.INTERNAL_ERROR, e.type());
    assertTrue(e.getMessage().contains("the adapter below, \"fake0\","), e.getMessage());
    assertTrue(e.getMessage().contains("device gone"), e.getMessage());
  }

  @Test
  void layersCanBeOverLayers() {
    DatRegistry registry =
        registry(entry("upper0", "over=lower0") + entry("lower0", "over=fake0"), fake, layers);
    try (Ia ia = registry.openIa("upper0")) {
      assertEquals("upper0", ia.name());
      assertEquals(List.of("lower0 5", "fake0 5"), layers.made);
    }
    assertTrue(registry.explain("upper0").text().contains("a layer over lower0: a layer over"));
  }

  @Test
  void theLowestAdapterDecidesWhetherOtherUsersAreReached() {
    assertTrue(over("over=fake0").reachesOtherUsers("layer0"));
    assertFalse(over("over=layer0").reachesOtherUsers("layer0"));
    assertFalse(over("over=fake0").reachesOtherUsers("other0"));
  }

  @Test
  void theLowestAdapterDecidesWhetherOtherProcessesAreReached() {
    assertTrue(over("over=fake0").reachesOtherProcesses("layer0"));
    assertFalse(over("over=layer0").reachesOtherProcesses("layer0"));
    assertFalse(over("over=fake0").reachesOtherProcesses("other0"));
  }

  @Test
  void anAdapterConsistsOfItsLayersAndTheLowestProvider() {
    DatRegistry registry =
        registry(entry("upper0", "over=lower0") + entry("lower0", "over=fake0"), fake, layers);
    assertEquals(List.of("layer", "layer", "fake"), ids(registry, "upper0"));
    assertEquals(List.of("fake"), ids(registry, "fake0"));
    assertEquals(List.of(), ids(registry, "other0"));
  }

  private static List<String> ids(DatRegistry registry, String name) {
    return registry.identities(name).stream().map(ProviderIdentity::id).toList();
  }

  @Test
  void anAdapterOfNoKnownKindIsRefusedWithTheClassOfItsProvider() {
    FakeProvider none = new FakeProvider("none").builtIns("none0").opening(request -> null);
    DatException e = assertThrows(DatException.class, () -> registry("", none).openIa("none0"));
    assertTrue(e.getMessage().contains("FakeProvider.openIa gave null"), e.getMessage());
  }
}
