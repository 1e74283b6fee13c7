package org.dat4j.rsm;

import java.util.List;
import java.util.Optional;

/**
 * An explanation of which RSM provider serves a controller name, or why none does. A snapshot:
 * immutable, all lists are unmodifiable.
 *
 * @param name the name asked for
 * @param chosen id of the provider that a {@link RsmRegistry#getController} asks; null when none
 * @param candidates every provider found, in the order they are asked
 * @param problems entries of the service loaders that are no provider, and settings that no
 *     provider knows, each with its cause
 * @param remedy what to do when none is chosen; empty when one is
 */
public record RsmExplanation(
    String name, String chosen, List<Candidate> candidates, List<String> problems, String remedy) {

  /**
   * A provider, with the reason why it serves the name or does not.
   *
   * @param id the provider's id, or its class where the id cannot be read
   * @param vendor maker of the provider, empty where it does not say
   * @param version its version, empty where it does not say
   * @param chosen whether it is the one that is asked
   * @param reason why it is chosen or refused
   */
  public record Candidate(String id, String vendor, String version, boolean chosen, String reason) {

    /**
     * Returns the provider as text for people.
     *
     * @return such as {@code shm 0.1 of dat4j}; what it does not say is left out
     */
    public String provider() {
      return id
          + (version.isEmpty() ? "" : " " + version)
          + (vendor.isEmpty() || vendor.equals(id) ? "" : " of " + vendor);
    }
  }

  /**
   * Returns the provider that is asked.
   *
   * @return empty when none is chosen
   */
  public Optional<Candidate> choice() {
    return candidates.stream().filter(Candidate::chosen).findFirst();
  }

  /**
   * Copies the lists.
   *
   * @param name the name asked for
   * @param chosen id of the provider, or null
   * @param candidates every provider found
   * @param problems entries that are no provider, and settings that nobody knows
   * @param remedy what to do
   */
  public RsmExplanation {
    candidates = List.copyOf(candidates);
    problems = List.copyOf(problems);
  }

  /**
   * Returns the explanation as text for people, in several lines without a newline at the end.
   *
   * @return the text
   */
  public String text() {
    StringBuilder text = new StringBuilder("\"" + name + "\" ");
    text.append(chosen == null ? "cannot be opened" : "is served by provider " + chosen);
    for (Candidate candidate : candidates) {
      text.append(line("provider " + candidate.provider() + ": " + candidate.reason()));
    }
    for (String problem : problems) {
      text.append(line("problem: " + problem));
    }
    if (!remedy.isEmpty()) {
      text.append(line("fix: " + remedy));
    }
    return text.toString();
  }

  private static String line(String content) {
    return "\n  " + content.replace("\n", "\n    ");
  }

  @Override
  public String toString() {
    return text();
  }
}
