package org.dat4j.dat.spi;

import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id, vendor and version that a DAT provider reports of itself. Immutable.
 *
 * @param id its id, empty when there is no provider
 * @param vendor its vendor, empty when it does not say
 * @param version its own version, empty when it does not say
 */
public record ProviderIdentity(String id, String vendor, String version) {

  /** More digits would not fit the attribute. */
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");

  /** That of no provider. */
  public static final ProviderIdentity NONE = new ProviderIdentity("", "", "");

  /**
   * Asks a provider.
   *
   * @param provider the provider to ask; an answer that it fails to give is an empty text
   * @return what it says
   */
  public static ProviderIdentity of(DatProvider provider) {
    return new ProviderIdentity(
        said(provider::id), said(provider::vendor), said(provider::version));
  }

  private static String said(Supplier<String> question) {
    try {
      String answer = question.get();
      return answer == null ? "" : answer;
    } catch (Throwable e) {
      return "";
    }
  }

  /**
   * The major version, as the contract's provider attributes have it.
   *
   * @return the first number of the version, 0 when there is none
   */
  public int major() {
    return number(0);
  }

  /**
   * The minor version, as the contract's provider attributes have it.
   *
   * @return the second number of the version, 0 when there is none
   */
  public int minor() {
    return number(1);
  }

  private int number(int index) {
    String[] parts = version.split("\\.");
    Matcher digits = DIGITS.matcher(index < parts.length ? parts[index] : "");
    return digits.lookingAt() ? Integer.parseInt(digits.group()) : 0;
  }

  /** The form that the field of dat.conf has: identifier.major.minor. */
  String field() {
    return (vendor + "." + version).replaceAll("\\s+", "-");
  }
}
