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
 */
public record RsmSetting(
    String key,
    Type type,
    List<String> words,
    int least,
    int most,
    String form,
    String byDefault,
    String meaning) {

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
