package org.dat4j.dat.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the known names that look like a misspelt one, for the hints of error messages. */
public final class Suggestions {
  private static final int MAX_SUGGESTIONS = 3;
  private static final int MAX_DISTANCE = 3;

  private Suggestions() {}

  private record Near(String name, int distance) {}

  /**
   * The names within a few edits of the one asked for, upper and lower case being one.
   *
   * @param asked what was asked for
   * @param names each once
   * @return the nearest, at most three, nearest first
   */
  public static List<String> of(String asked, Collection<String> names) {
    int limit = Math.max(1, Math.min(MAX_DISTANCE, asked.length() / 3));
    List<Near> near = new ArrayList<>();
    for (String name : names) {
      if (Math.abs(name.length() - asked.length()) <= limit) {
        int distance = distance(lower(asked), lower(name));
        if (distance <= limit) {
          near.add(new Near(name, distance));
        }
      }
    }
    return near.stream()
        .sorted(Comparator.comparingInt(Near::distance))
        .limit(MAX_SUGGESTIONS)
        .map(Near::name)
        .toList();
  }

  /**
   * Tells whether two names are alike, upper and lower case being one.
   *
   * @param a a name
   * @param b another one
   * @param mostEdits insertions, removals, replacements and swaps of neighbours that may lead from
   *     one to the other
   * @return whether so few suffice
   * @since 0.1
   */
  public static boolean isNear(String a, String b, int mostEdits) {
    return distance(lower(a), lower(b)) <= mostEdits;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Fewest insertions, removals, replacements and swaps of neighbours. */
  private static int distance(String a, String b) {
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : cheapest(a, b, i, j, rows);
      }
    }
    return rows[a.length()][b.length()];
  }

  private static int cheapest(String a, String b, int i, int j, int[][] rows) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int changed = rows[i - 1][j - 1] + (same ? 0 : 1);
    int least = Math.min(changed, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
  }
}
