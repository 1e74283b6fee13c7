package org.dat4j.tools.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelt word was meant to be. */
public final class Suggestions {

  private Suggestions() {}

  /**
   * The closest of some words, if one is close.
   *
   * @param word what was typed
   * @param known what there is
   * @return the word with the fewest letters to change, at most half of its own
   */
  public static Optional<String> closest(String word, Collection<String> known) {
    String typed = word.toLowerCase(Locale.ROOT);
    return known.stream()
        .min(Comparator.comparingInt(k -> distance(typed, k.toLowerCase(Locale.ROOT))))
        .filter(k -> distance(typed, k.toLowerCase(Locale.ROOT)) <= (k.length() + 1) / 2);
  }

  /** Letters to insert, delete or replace. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
