package org.dat4j.rsm.spi;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * The configuration of one RSM registry: values that a program gives it, then system properties
 * dat4j.rsm.*. A provider looks up each setting that it has declared. Immutable.
 */
public final class RsmSettings {
  /** What the keys of aliases begin with; the name of a controller follows. */
  static final String ALIAS = "alias.";

  private static final String PREFIX = "dat4j.rsm.";
  private static final String WHERE = "RsmRegistry";

  private final Map<String, String> own;

  /**
   * Makes settings.
   *
   * @param own values that come before the system properties
   */
  public RsmSettings(Map<String, String> own) {
    this.own = own;
  }

  /**
   * Looks up a setting that no provider declares, such as the alias of a controller.
   *
   * @param key its key
   * @param fallback the value if the setting is not set
   * @return the own value, else the system property {@code dat4j.rsm.KEY}, else the fallback
   */
  public String get(String key, String fallback) {
    String value = own.get(key);
    return value != null ? value : System.getProperty(PREFIX + key, fallback);
  }

  /**
   * Looks a setting up.
   *
   * @param setting its declaration
   * @return the value as it is written, or the default
   * @throws RsmException RSMERR_BAD_CONF if the value is not permitted
   */
  public String text(RsmSetting setting) {
    String value = get(setting.key(), null);
    if (value == null) {
      return setting.byDefault();
    }
    if (!setting.permits(value)) {
      throw refusal(setting.key(), value, setting.remedy());
    }
    return value;
  }

  /**
   * Looks a number up.
   *
   * @param setting the declaration of a number
   * @return the value, within the declared range
   * @throws RsmException RSMERR_BAD_CONF if the value is no number in the range
   */
  public int number(RsmSetting setting) {
    return Integer.parseInt(text(setting));
  }

  /**
   * Tells whether a setting has a certain value.
   *
   * @param setting its declaration
   * @param value the value to compare with
   * @return whether it is the same
   * @throws RsmException RSMERR_BAD_CONF if the setting's value is not permitted
   */
  public boolean is(RsmSetting setting, String value) {
    return text(setting).equals(value);
  }

  /**
   * Makes the exception for a value that a provider cannot use.
   *
   * @param key key of the setting
   * @param value its value, or where it stands
   * @param remedy what would be right
   * @return RSMERR_BAD_CONF
   */
  public static RsmException refusal(String key, Object value, String remedy) {
    return Errors.of(RsmReturn.BAD_CONF, WHERE, "setting " + PREFIX + key, value, remedy);
  }

  /**
   * Refuses a key that nobody knows if it looks like a known one. Any other key may belong to a
   * provider that is not installed, see {@link #unknown}.
   *
   * @param known the keys that exist
   * @throws RsmException RSMERR_BAD_CONF, with the known key that was meant
   */
  void checkSpelling(Collection<String> known) {
    for (String key : strangers(known)) {
      String meant = meant(key, known);
      if (meant != null) {
        throw Errors.of(
            RsmReturn.BAD_CONF,
            WHERE,
            "setting",
            PREFIX + key,
            "no provider knows it: did you mean " + PREFIX + meant + "?");
      }
    }
  }

  /**
   * Tells which keys are set that nobody knows and that look like no known one.
   *
   * @param known the keys that exist
   * @return a text for each, with the remedy
   */
  List<String> unknown(Collection<String> known) {
    return strangers(known).stream()
        .filter(key -> meant(key, known) == null)
        .map(
            key ->
                "setting "
                    + PREFIX
                    + key
                    + ": no provider that was found knows it; remove it, correct it to one of "
                    + String.join(", ", known)
                    + ", "
                    + ALIAS
                    + "NAME, or put the jar of the provider that reads it on the class path")
        .toList();
  }

  /** Returns the keys that are set and not known; an alias may have any name. */
  private Set<String> strangers(Collection<String> known) {
    Set<String> given = new TreeSet<>(own.keySet());
    for (String property : System.getProperties().stringPropertyNames()) {
      if (property.startsWith(PREFIX)) {
        given.add(property.substring(PREFIX.length()));
      }
    }
    given.removeAll(known);
    given.removeIf(key -> key.startsWith(ALIAS));
    return given;
  }

  /** Returns the known key that is nearly this one, or null. */
  private static String meant(String key, Collection<String> known) {
    return known.stream().filter(each -> isOneEditAway(key, each)).findFirst().orElse(null);
  }

  /** Whether one letter was added, left out, changed, or swapped with its neighbour. */
  private static boolean isOneEditAway(String a, String b) {
    int longest = Math.max(a.length(), b.length());
    int shortest = Math.min(a.length(), b.length());
    int same = 0;
    while (same < shortest && a.charAt(same) == b.charAt(same)) {
      same++;
    }
    String restOfA = a.substring(same);
    String restOfB = b.substring(same);
    if (longest == shortest && restOfA.length() > 1) {
      boolean swapped =
          restOfA.charAt(0) == restOfB.charAt(1)
              && restOfA.charAt(1) == restOfB.charAt(0)
              && restOfA.substring(2).equals(restOfB.substring(2));
      return swapped || restOfA.substring(1).equals(restOfB.substring(1));
    }
    return longest == shortest
        || longest - shortest == 1
            && (a.length() == longest
                ? restOfA.substring(1).equals(restOfB)
                : restOfB.substring(1).equals(restOfA));
  }
}
