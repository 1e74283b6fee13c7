package org.dat4j.dat.registry;

import java.util.List;

/**
 * Splits a line of dat.conf into fields.
 *
 * <p>Fields are separated by blanks and tabs. A word ends at a blank, a tab or a double quote; a
 * quoted field may hold blanks and may be empty, and a backslash in it makes the next character
 * literal. A number sign where a field may start begins a comment.
 */
final class LineScanner {
  private final String line;
  private int at;

  LineScanner(String line) {
    this.line = line;
  }

  /**
   * Adds the fields to a list. When the line is refused the fields before the fault have been
   * added.
   *
   * @param fields where to
   * @param max most fields a line may have
   * @throws MalformedLineException if there are more, or a quote has no end
   */
  void addTo(List<String> fields, int max) throws MalformedLineException {
    skipBlanks();
    while (at < line.length() && line.charAt(at) != '#') {
      String field = line.charAt(at) == '"' ? quoted() : word();
      if (fields.size() == max) {
        throw new MalformedLineException(
            "more than " + max + " fields, the next is " + Text.quote(field),
            "put fields that hold blanks in double quotes and # before a comment");
      }
      fields.add(field);
      skipBlanks();
    }
  }

  private void skipBlanks() {
    while (at < line.length() && isBlank(line.charAt(at))) {
      at++;
    }
  }

  private String word() {
    int start = at;
    while (at < line.length() && !isBlank(line.charAt(at)) && line.charAt(at) != '"') {
      at++;
    }
    return line.substring(start, at);
  }

  private String quoted() throws MalformedLineException {
    int start = at;
    StringBuilder field = new StringBuilder();
    at++;
    while (at < line.length() && line.charAt(at) != '"') {
      if (line.charAt(at) == '\\') {
        at++;
      }
      if (at < line.length()) {
        field.append(line.charAt(at));
        at++;
      }
    }
    if (at == line.length()) {
      throw new MalformedLineException(
          "the double quote at column " + (start + 1) + " has no end on its line",
          "end the field with a double quote; an entry cannot go on in the next line");
    }
    at++;
    return field.toString();
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
