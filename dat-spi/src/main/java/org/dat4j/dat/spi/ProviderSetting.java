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
 * @param form the form of a text, for people; {@code a power of two} for a number that has to be
 *     one; empty for others
 * @param byDefault the value where the setting is not given
 * @param meaning what it does, with its unit, for people
 * @param tried values that the conformance suite tries, see {@link #tried(String...)}; may be empty
 */
public record ProviderSetting(
    String name,
    Type type,
    List<String> words,
    long least,
    long most,
    String form,
    String byDefault,
    String meaning,
    List<String> tried) {

  private static final String POWER_OF_TWO = "a power of two";

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
    return new ProviderSetting(
        name, Type.CHOICE, List.of(words), 0, 0, "", byDefault, meaning, List.of());
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
        name, Type.NUMBER, List.of(words), least, most, "", byDefault, meaning, List.of());
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
    return new ProviderSetting(
        name, Type.TEXT, List.of(), 0, 0, form, byDefault, meaning, List.of());
  }

  /**
   * Restricts a number to the powers of two of its range.
   *
   * @return the same declaration, which permits no other numbers
   */
  public ProviderSetting powerOfTwo() {
    return new ProviderSetting(
        name, type, words, least, most, POWER_OF_TWO, byDefault, meaning, tried);
  }

  /**
   * Declares values with which the adapter keeps the contract and its attributes, on any machine.
   * The conformance suite opens the adapter with each of them, through another registry and its
   * instance of the provider. Its peer is an adapter as configured. Name the least value, an odd
   * one and the largest one that is sensible. A setting without such values is not varied.
   *
   * <p>A layer must not name any if the adapter below meets only adapters of its own registry, as
   * {@code loopback0} does: the peer would be in another registry. The test then fails as it gets
   * no event in time.
   *
   * @param values permitted values, as ia_params have them: numbers in the unit of the setting
   * @return the same declaration with these values
   * @throws IllegalArgumentException if one of them is not permitted
   */
  public ProviderSetting tried(String... values) {
    for (String value : values) {
      if (!permits(value)) {
        throw new IllegalArgumentException(
            "setting \"" + name + "\": \"" + value + "\" is not of " + values());
      }
    }
    return new ProviderSetting(
        name, type, words, least, most, form, byDefault, meaning, List.of(values));
  }

  /**
   * Describes the permitted values.
   *
   * @return words and range, with a bar between them and a condition behind, or the form of a text
   */
  public String values() {
    if (type == Type.TEXT) {
      return form;
    }
    List<String> all = new ArrayList<>(words);
    if (type == Type.NUMBER) {
      all.add(least + ".." + most);
    }
    return String.join("|", all) + (form.isEmpty() ? "" : " (" + form + ")");
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
      boolean fits = form.isEmpty() || Long.bitCount(number) == 1;
      return number >= least && number <= most && fits;
    } catch (NumberFormatException noNumber) {
      return false;
    }
  }
}
