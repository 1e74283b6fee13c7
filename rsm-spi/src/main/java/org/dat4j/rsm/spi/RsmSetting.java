package org.dat4j.rsm.spi;

import java.util.List;

/**
 * The declaration of one setting of an RSM provider: key, type, permitted values, default and
 * meaning. {@link RsmSettings} looks its value up.
 *
 * @param key the key, without {@code dat4j.rsm.}
 * @param type the kind of value
 * @param words the values of a choice; empty for other types
 * @param least the smallest number; 0 for other types
 * @param most the largest number; 0 for other types
 * @param form the form of a text, for people; empty for other types
 * @param byDefault the value where the setting is not given; empty for a text without default
 * @param meaning what it does, with its unit, for people
 * @param tried values that the conformance suite tries, see {@link #tried(String...)}; may be empty
 */
public record RsmSetting(
    String key,
    Type type,
    List<String> words,
    int least,
    int most,
    String form,
    String byDefault,
    String meaning,
    List<String> tried) {

  /** The kind of value that a setting has. */
  public enum Type {
    /** One of several words. */
    CHOICE,
    /** A whole number within a range. */
    NUMBER,
    /** Any text; the provider checks it. */
    TEXT
  }

  /**
   * Makes a declaration without values that the conformance suite tries.
   *
   * @param key the key, without {@code dat4j.rsm.}
   * @param type the kind of value
   * @param words the values of a choice; empty for other types
   * @param least the smallest number; 0 for other types
   * @param most the largest number; 0 for other types
   * @param form the form of a text, for people; empty for other types
   * @param byDefault the value where the setting is not given; empty for a text without default
   * @param meaning what it does, with its unit, for people
   */
  public RsmSetting(
      String key,
      Type type,
      List<String> words,
      int least,
      int most,
      String form,
      String byDefault,
      String meaning) {
    this(key, type, words, least, most, form, byDefault, meaning, List.of());
  }

  /**
   * Declares a setting that is one of several words.
   *
   * @param key the key
   * @param byDefault the value where it is not given
   * @param meaning what it does, for people
   * @param words the permitted words, in the order to show them
   * @return the declaration
   */
  public static RsmSetting choice(String key, String byDefault, String meaning, String... words) {
    return new RsmSetting(key, Type.CHOICE, List.of(words), 0, 0, "", byDefault, meaning);
  }

  /**
   * Declares a setting that is a number.
   *
   * @param key the key
   * @param least the smallest number
   * @param most the largest number
   * @param byDefault the value where it is not given
   * @param meaning what it does, with its unit, for people
   * @return the declaration
   */
  public static RsmSetting number(String key, int least, int most, int byDefault, String meaning) {
    return new RsmSetting(
        key, Type.NUMBER, List.of(), least, most, "", Integer.toString(byDefault), meaning);
  }

  /**
   * Declares a setting whose text the provider checks.
   *
   * @param key the key
   * @param form what the text may be, for people
   * @param meaning what it does, for people
   * @return the declaration; without the setting its text is empty
   */
  public static RsmSetting text(String key, String form, String meaning) {
    return new RsmSetting(key, Type.TEXT, List.of(), 0, 0, form, "", meaning);
  }

  /**
   * Declares values with which the provider keeps the contract and its attributes, on any machine.
   * The conformance suite opens the controllers of two further nodes with each of them. Name the
   * least value, an odd one and the largest one that is sensible. A setting without such values is
   * not varied.
   *
   * @param values permitted values: numbers in the unit of the setting
   * @return the same declaration with these values
   * @throws IllegalArgumentException if one of them is not permitted
   * @since 0.2
   */
  public RsmSetting tried(String... values) {
    for (String value : values) {
      if (!permits(value)) {
        throw new IllegalArgumentException(
            "setting \"" + key + "\": \"" + value + "\" is not of " + values());
      }
    }
    return new RsmSetting(key, type, words, least, most, form, byDefault, meaning, List.of(values));
  }

  /**
   * Describes the permitted values.
   *
   * @return words with bars between them, a range, or the form of a text
   */
  public String values() {
    return switch (type) {
      case CHOICE -> String.join("|", words);
      case NUMBER -> least + ".." + most;
      case TEXT -> form;
    };
  }

  /** Tells what to give, for a refusal. */
  String remedy() {
    return switch (type) {
      case CHOICE -> "give " + String.join(" or ", words);
      case NUMBER -> "give a number from " + least + " to " + most;
      case TEXT -> "give a text: " + form;
    };
  }

  /** Tells whether a value is one of the permitted ones. */
  boolean permits(String value) {
    return switch (type) {
      case CHOICE -> words.contains(value);
      case NUMBER -> isInRange(value);
      case TEXT -> !value.isEmpty();
    };
  }

  private boolean isInRange(String value) {
    try {
      int number = Integer.parseInt(value);
      return number >= least && number <= most;
    } catch (NumberFormatException noNumber) {
      return false;
    }
  }
}
