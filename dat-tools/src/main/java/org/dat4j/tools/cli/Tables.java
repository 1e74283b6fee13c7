package org.dat4j.tools.cli;

import java.io.PrintWriter;
import java.util.List;

/** Prints aligned columns. */
public final class Tables {

  private Tables() {}

  /**
   * Prints rows with columns as wide as their longest cell: numbers to the right, texts to the
   * left. No blanks at the end of a line.
   *
   * @param rows the first one is the heading; all of the same length
   * @param out where to
   */
  public static void print(List<List<String>> rows, PrintWriter out) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    boolean[] right = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      right[c] = rows.size() > 1;
      for (int r = 0; r < rows.size(); r++) {
        String cell = rows.get(r).get(c);
        widths[c] = Math.max(widths[c], cell.length());
        right[c] &=
            r == 0
                || cell.isEmpty()
                || cell.equals("-")
                || Character.isDigit(cell.charAt(cell.length() - 1));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String cell = row.get(c);
        String blanks = " ".repeat(widths[c] - cell.length());
        line.append(c == 0 ? "" : "  ").append(right[c] ? blanks + cell : cell + blanks);
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
