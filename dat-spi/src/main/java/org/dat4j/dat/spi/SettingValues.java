package org.dat4j.dat.spi;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values of a provider's settings in one registry entry: those that its ia_params give, and the
 * defaults of the others. Immutable.
 */
public final class SettingValues {
  private static final String NO_BLANKS = ", without blanks around =";

  private final Map<String, ProviderSetting> declared = new LinkedHashMap<>();
  private final Map<String, String> values = new LinkedHashMap<>();

  private SettingValues(List<ProviderSetting> settings) {
    for (ProviderSetting setting : settings) {
      declared.put(setting.name(), setting);
      values.put(setting.name(), setting.byDefault());
    }
  }

  /**
   * Parses ia_params.
   *
   * @param iaParams name=value, separated by blanks or commas
   * @param settings the settings that the provider declares
   * @return the values
   * @throws InvalidSettingException if a name is not declared or given twice, or a value is not
   *     permitted
   */
  public static SettingValues parse(String iaParams, List<ProviderSetting> settings) {
    SettingValues parsed = new SettingValues(settings);
    Set<String> given = new HashSet<>();
    for (String item : iaParams.trim().split("[\\s,]+")) {
      if (!item.isEmpty()) {
        parsed.take(item, given);
      }
    }
    return parsed;
  }

  private void take(String item, Set<String> given) {
    int equals = item.indexOf('=');
    if (equals <= 0) {
      throw new InvalidSettingException(
          "\"" + item + "\" in ia_params is no setting",
          "write settings as name=value" + NO_BLANKS);
    }
    String name = item.substring(0, equals);
    String value = item.substring(equals + 1);
    ProviderSetting setting = declared.get(name);
    if (setting == null) {
      throw unknown(name);
    }
    if (!given.add(name)) {
      throw new InvalidSettingException(
          "the setting \"" + name + "\" is given twice", "give it once");
    }
    if (value.isEmpty()) {
      throw new InvalidSettingException(
          "the setting " + name + " has no value",
          "use " + name + "=" + setting.values() + NO_BLANKS);
    }
    if (!setting.permits(value)) {
      throw notPossible(name, value);
    }
    values.put(name, value);
  }

  private InvalidSettingException unknown(String name) {
    String reason = "the setting \"" + name + "\" is not known";
    if (declared.isEmpty()) {
      return new InvalidSettingException(reason, "this provider has no settings: use \"\"");
    }
    List<String> near = Suggestions.of(name, declared.keySet());
    String hint = near.isEmpty() ? "" : "did you mean \"" + near.get(0) + "\"? ";
    return new InvalidSettingException(
        reason, hint + "the settings are " + String.join(", ", declared.keySet()));
  }

  private InvalidSettingException notPossible(String name, String value) {
    return new InvalidSettingException(
        "the setting " + name + "=" + value + " is not possible",
        "use " + name + "=" + declared.get(name).values());
  }

  /**
   * Returns a value as it is written.
   *
   * @param name a declared setting
   * @return the value or its default
   */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "setting \"" + name + "\" is not declared: return it from DatProvider.settings()");
    }
    return value;
  }

  /**
   * Tells whether a setting has a certain value.
   *
   * @param name a declared setting
   * @param value the value to compare with
   * @return whether it is the same
   */
  public boolean is(String name, String value) {
    return text(name).equals(value);
  }

  /**
   * Returns a number.
   *
   * @param name a declared number
   * @param word the number that the setting's words stand for
   * @return the number, within the declared range, or that of a word
   */
  public long number(String name, long word) {
    String value = text(name);
    return declared.get(name).words().contains(value) ? word : Long.parseLong(value);
  }

  /**
   * Returns a number of a setting without words.
   *
   * @param name a declared number
   * @return the number, within the declared range
   */
  public long number(String name) {
    return Long.parseLong(text(name));
  }

  /**
   * Makes the exception for a text that the provider cannot use.
   *
   * @param name a declared setting
   * @return the exception, which names the permitted values
   */
  public InvalidSettingException notPossible(String name) {
    return notPossible(name, text(name));
  }
}
