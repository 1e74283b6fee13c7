package org.dat4j.dat.spi;

import java.util.ArrayList;
import java.util.List;

/**
 * The declaration of one setting of a DAT provider, which the ia_params of its entries may hold as
 * {@code name=value}: type, permitted values, default and meaning. {@link SettingValues} parses
 * what an entry has.
 *
 * @param name the name, in lower case
 * @param type the kind of value
 * @param words the values of a choice, or the words that stand beside the numbers
 * @param least the smallest number; 0 for other types
 * @param most the largest number; 0 for other types
 * @param form the form of a text, for people; empty for other types
 * @param byDefault the value where the setting is not given
 * @param meaning what it does, with its unit, for people
 */
public record ProviderSetting(
    String name,
    Type type,
    List<String> words,
    long least,
    long most,
    String form,
    String byDefault,
    String meaning) {

  /** The kind of value that a setting has. */
  public enum Type {
    /** One of several words. */
    CHOICE,
    /** A whole number within a range, or one of several words. */
    NUMBER,
    /** Any text without blanks and commas; the provider checks it. */
    TEXT
  }

  /**
   * Declares a setting that is one of several words.
   *
   * @param name the name
   * @param byDefault the value where it is not given
   * @param meaning what it does, for people
   * @param words the permitted words, in the order to show them
   * @return the declaration
   */
  public static ProviderSetting choice(
      String name, String byDefault, String meaning, String... words) {
    return new ProviderSetting(name, Type.CHOICE, List.of(words), 0, 0, "", byDefault, meaning);
  }

  /**
   * Declares a setting that is a number.
   *
   * @param name the name
   * @param least the smallest number
   * @param most the largest number
   * @param byDefault the value where it is not given
   * @param meaning what it does, with its unit, for people
   * @param words the words that are permitted beside numbers
   * @return the declaration
   */
  public static ProviderSetting number(
      String name, long least, long most, String byDefault, String meaning, String... words) {
    return new ProviderSetting(
        name, Type.NUMBER, List.of(words), least, most, "", byDefault, meaning);
  }

  /**
   * Declares a setting whose text the provider checks.
   *
   * @param name the name
   * @param form what the text may be, for people
   * @param byDefault the value where it is not given; empty where it has to be given
   * @param meaning what it does, for people
   * @return the declaration
   */
  public static ProviderSetting text(String name, String form, String byDefault, String meaning) {
    return new ProviderSetting(name, Type.TEXT, List.of(), 0, 0, form, byDefault, meaning);
  }

  /**
   * Describes the permitted values.
   *
   * @return words and range, with a bar between them, or the form of a text
   */
  public String values() {
    if (type == Type.TEXT) {
      return form;
    }
    List<String> all = new ArrayList<>(words);
    if (type == Type.NUMBER) {
      all.add(least + ".." + most);
    }
    return String.join("|", all);
  }

  /** Tells whether a value is one of the permitted ones. */
  boolean permits(String value) {
    return switch (type) {
      case TEXT -> !value.isEmpty();
      case CHOICE -> words.contains(value);
      case NUMBER -> words.contains(value) || isInRange(value);
    };
  }

  private boolean isInRange(String value) {
    try {
      long number = Long.parseLong(value);
      return number >= least && number <= most;
    } catch (NumberFormatException noNumber) {
      return false;
    }
  }
}
