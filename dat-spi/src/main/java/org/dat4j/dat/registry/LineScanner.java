package org.dat4j.dat.registry;

import java.util.List;
import java.util.Locale;

/**
 * The scanner that splits a line of dat.conf into fields.
 *
 * <p>Fields are separated by blanks and tabs. A word ends at a blank, a tab or a double quote; a
 * quoted field may hold blanks and may be empty, and a backslash in it makes the next character
 * literal. A number sign where a field may start begins a comment. Characters that word processors
 * and mail programs put in place of blanks and quotes are refused outside of quotes.
 */
final class LineScanner {
  private static final String NO_BREAK_SPACES = "\u00a0\u2007\u202f";
  private static final String CURLY_QUOTES = "\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb";

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
      String field = line.charAt(at) == '"' ? quoted() : word(fields);
      if (fields.size() == max) {
        throw new MalformedLineException(
            "more than " + max + " fields, the next is " + PrintableText.quote(field),
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

  private String word(List<String> fields) throws MalformedLineException {
    int start = at;
    while (at < line.length() && !isBlank(line.charAt(at)) && line.charAt(at) != '"') {
      char c = line.charAt(at);
      if (NO_BREAK_SPACES.indexOf(c) >= 0 || CURLY_QUOTES.indexOf(c) >= 0) {
        if (at > start) {
          fields.add(line.substring(start, at));
        }
        throw pasted(c);
      }
      at++;
    }
    return line.substring(start, at);
  }

  private MalformedLineException pasted(char c) {
    boolean space = NO_BREAK_SPACES.indexOf(c) >= 0;
    return new MalformedLineException(
        String.format(
            Locale.ROOT,
            "column %d has %s (U+%04X)",
            at + 1,
            space ? "a no-break space" : "a typographic (curly) quote",
            (int) c),
        space ? "write ordinary blanks" : "write straight double quotes");
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
