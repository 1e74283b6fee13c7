package org.dat4j.conformance.dat.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The provider settings that transfer tests vary: lists the values that the provider declares for
 * trials, and writes a dat.conf with one of them. Immutable.
 */
final class SettingTrials {
  /** The name of the adapter with another setting. */
  static final String NAME = "suite-setting0";

  /** The adapter as its own entry sets it. */
  static final String OWN = "as configured";

  private static final String NOT_DECLARED =
      "the provider declares no values to try (ProviderSetting.tried)";
  private static final String NO_SETTINGS = "settings";
  private static final String BUILT_IN = RegistryEntry.builtIn("", "", "").origin();

  private final RegistryEntry entry;
  private final List<ProviderSetting> settings;

  private SettingTrials(RegistryEntry entry, List<ProviderSetting> settings) {
    this.entry = entry;
    this.settings = settings;
  }

  /** Asks the registry of the process about an adapter. */
  static SettingTrials of(String ia) {
    DatRegistry registry = Dat.registry();
    return registry.entries().stream()
        .filter(entry -> entry.iaName().equals(ia))
        .findFirst()
        .map(entry -> new SettingTrials(entry, registry.settings(entry)))
        .orElse(new SettingTrials(null, List.of()));
  }

  /** Returns the dimension of the settings: each value to try, and the settings without one. */
  Dimension<String> dimension() {
    List<String> values = new ArrayList<>(List.of(OWN));
    for (ProviderSetting setting : settings) {
      setting.tried().forEach(value -> values.add(setting.name() + "=" + value));
      if (setting.tried().isEmpty()) {
        values.add(setting.name());
      }
    }
    if (settings.isEmpty()) {
      values.add(NO_SETTINGS);
    }
    return Dimension.attributes("setting", values.toArray(String[]::new))
        .where(value -> value.equals(OWN) || value.contains("="), NOT_DECLARED);
  }

  /**
   * Writes a dat.conf with the adapter of one changed setting, and the entries of the process's own
   * file: a layer may be over one of them.
   */
  String conf(String setting) {
    String key = setting.substring(0, setting.indexOf('=') + 1);
    List<String> params = new ArrayList<>(List.of(setting));
    for (String param : entry.iaParams().split("[\\s,]+")) {
      if (!param.isEmpty() && !param.startsWith(key)) {
        params.add(param);
      }
    }
    StringBuilder text = new StringBuilder(line(NAME, entry, String.join(" ", params)));
    for (RegistryEntry other : Dat.registry().entries()) {
      if (!other.origin().equals(BUILT_IN)) {
        text.append(line(other.iaName(), other, other.iaParams()));
      }
    }
    return text.toString();
  }

  private static String line(String name, RegistryEntry entry, String params) {
    return String.format(
        Locale.ROOT,
        "%s u%d.%d %s default %s %s %s %s%n",
        name,
        entry.versionMajor(),
        entry.versionMinor(),
        entry.threadSafe() ? "threadsafe" : "nonthreadsafe",
        entry.libPath(),
        entry.providerVersion(),
        quoted(params),
        quoted(entry.platformParams()));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
