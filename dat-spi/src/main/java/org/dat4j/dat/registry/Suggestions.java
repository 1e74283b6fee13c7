package org.dat4j.dat.registry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds names that may have been meant. */
final class Suggestions {
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
  static List<String> of(String asked, List<String> names) {
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

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Fewest single insertions, removals and replacements that make one text of the other. */
  private static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j < above.length; j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[above.length];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
