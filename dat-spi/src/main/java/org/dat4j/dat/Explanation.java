package org.dat4j.dat;

import java.util.List;
import org.dat4j.dat.registry.ExplanationText;

/**
 * The registry's explanation of which entry an open of an adapter name uses and why, or why the
 * name cannot be opened. A snapshot: immutable, all lists are unmodifiable.
 *
 * @param name the name asked for, without the {@code RO_AWARE_} prefix
 * @param chosen the candidate an open uses; null when the name cannot be opened
 * @param candidates everything that carries the name, the best match first
 * @param sources where a registry file was looked for, in order
 * @param problems lines of the registry file and providers that could not be used, whatever their
 *     name
 * @param suggestions registered names that look like the one asked for; empty if it is registered
 * @param registered all registered names, each once: the suggestions, then the names that need no
 *     registry file, then the others in the order of the file
 */
public record Explanation(
    String name,
    Candidate chosen,
    List<Candidate> candidates,
    List<Source> sources,
    List<Problem> problems,
    List<String> suggestions,
    List<String> registered) {

  /**
   * A place a registry file was looked for.
   *
   * @param what what names the place, such as {@code system property dat4j.conf}
   * @param location the file, empty if none is named
   * @param used whether the registry was read from here
   * @param finding what was found there, or why it was passed over
   */
  public record Source(String what, String location, boolean used, String finding) {}

  /**
   * Something that could not be used.
   *
   * @param origin file and line, or class of a provider
   * @param problem what is wrong
   * @param remedy what to do about it
   */
  public record Problem(String origin, String problem, String remedy) {}

  /**
   * Copies the lists.
   *
   * @param name the name asked for
   * @param chosen the candidate an open uses, or null
   * @param candidates everything that carries the name
   * @param sources where a registry file was looked for
   * @param problems what could not be used
   * @param suggestions names that look alike
   * @param registered all registered names
   */
  public Explanation {
    candidates = List.copyOf(candidates);
    sources = List.copyOf(sources);
    problems = List.copyOf(problems);
    suggestions = List.copyOf(suggestions);
    registered = List.copyOf(registered);
  }

  /**
   * The explanation for people, in several lines without a newline at the end. Long lists are cut
   * and say so.
   *
   * @return the text
   */
  public String text() {
    return ExplanationText.of(this);
  }

  @Override
  public String toString() {
    return text();
  }
}
