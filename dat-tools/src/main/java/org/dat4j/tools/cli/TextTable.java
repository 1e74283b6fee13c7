package org.dat4j.tools.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A table with aligned columns, for the output of {@code dat4j}. On a terminal it fits into the
 * width of the terminal; elsewhere each row is one line, which other programs can read.
 */
public final class TextTable {
  private static final String GAP = "  ";

  /** What is aligned to the right: it begins and ends with a digit, as 12, -1.5 or 3 of 4 do. */
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d(.*\\d)?");

  private final List<List<String>> rows;
  private final int[] widths;
  private final boolean[] right;
  private final int width;

  private TextTable(List<List<String>> rows, int width) {
    this.rows = rows;
    this.width = width;
    this.widths = new int[rows.get(0).size()];
    this.right = new boolean[widths.length];
    for (int c = 0; c < widths.length; c++) {
      right[c] = rows.size() > 1;
      for (int r = 0; r < rows.size(); r++) {
        String cell = rows.get(r).get(c);
        widths[c] = Math.max(widths[c], cell.length());
        right[c] &= r == 0 || isNumber(cell);
      }
    }
  }

  /**
   * Prints rows with columns as wide as their longest cell: numbers to the right, texts to the
   * left. No blanks at the end of a line.
   *
   * @param rows the first one is the heading; all of the same length
   * @param out the output
   */
  public static void print(List<List<String>> rows, PrintWriter out) {
    print(rows, out, TerminalDetection.width());
  }

  /** Prints rows in lines of at most a width, as far as no word is longer. */
  static void print(List<List<String>> rows, PrintWriter out, int width) {
    TextTable table = new TextTable(rows, width);
    table.narrow();
    int from = 1;
    do {
      int to = table.end(from);
      if (from > 1) {
        out.println();
      }
      for (List<String> row : rows) {
        table.printRow(row, from, to, out);
      }
      from = to;
    } while (from < table.widths.length);
  }

  private static boolean isNumber(String cell) {
    return cell.isEmpty() || cell.equals("-") || NUMBER.matcher(cell).matches();
  }

  /** Makes the widest columns narrower, down to their longest word, until the table fits. */
  private void narrow() {
    int[] least = new int[widths.length];
    int all = GAP.length() * (widths.length - 1);
    for (int c = 0; c < widths.length; c++) {
      all += widths[c];
      for (List<String> row : rows) {
        for (String word : row.get(c).split(" ")) {
          least[c] = Math.max(least[c], word.length());
        }
      }
    }
    while (all > width) {
      int widest = -1;
      for (int c = 0; c < widths.length; c++) {
        if (widths[c] > least[c] && (widest < 0 || widths[c] > widths[widest])) {
          widest = c;
        }
      }
      if (widest < 0) {
        inParts(least);
        return;
      }
      widths[widest]--;
      all--;
    }
  }

  /** Gives each column the width that it needs, or what is left beside the first one. */
  private void inParts(int[] least) {
    for (int c = 1; c < widths.length; c++) {
      int column = c;
      int longest = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      int free = width - widths[0] - GAP.length();
      widths[c] = Math.max(least[c], Math.min(longest, free));
    }
  }

  /** Finds the column after those that fit beside the first one, which each part repeats. */
  private int end(int from) {
    int used = widths[0];
    int to = from;
    while (to < widths.length && (to == from || used + GAP.length() + widths[to] <= width)) {
      used += GAP.length() + widths[to];
      to++;
    }
    return to;
  }

  private void printRow(List<String> row, int from, int to, PrintWriter out) {
    List<List<String>> cells = new ArrayList<>(List.of(broken(row.get(0), widths[0])));
    int lines = cells.get(0).size();
    for (int c = from; c < to; c++) {
      cells.add(broken(row.get(c), widths[c]));
      lines = Math.max(lines, cells.get(cells.size() - 1).size());
    }
    for (int i = 0; i < lines; i++) {
      StringBuilder line = new StringBuilder();
      for (int k = 0; k < cells.size(); k++) {
        int column = k == 0 ? 0 : from + k - 1;
        String cell = i < cells.get(k).size() ? cells.get(k).get(i) : "";
        String blanks = " ".repeat(widths[column] - cell.length());
        line.append(k == 0 ? "" : GAP).append(right[column] ? blanks + cell : cell + blanks);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  /** Breaks a text between words into lines of at most a width. */
  private static List<String> broken(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int blank = rest.lastIndexOf(' ', width);
      lines.add(rest.substring(0, blank));
      rest = rest.substring(blank + 1);
    }
    lines.add(rest);
    return lines;
  }
}
