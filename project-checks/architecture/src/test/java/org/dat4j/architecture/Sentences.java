package org.dat4j.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sentences of pages and of Javadoc, as readers meet them. */
final class Sentences {
  private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+");

  private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");
  private static final Pattern NEW_BLOCK = Pattern.compile("\\s*([-*>]|\\d+\\.)\\s.*");
  private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern TAG = Pattern.compile("(?:^|\\s)@(?:param|return|throws|see)\\b");

  private Sentences() {}

  /** The sentences of a Markdown page's lines; each cell of a table begins one. */
  static List<String> ofPage(List<String> prose) {
    List<String> found = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    for (String line : prose) {
      boolean table = line.startsWith("|");
      boolean ends = line.isBlank() || line.startsWith("#") || NEW_BLOCK.matcher(line).matches();
      if (table || ends) {
        split(block.toString(), found);
        block.setLength(0);
      }
      if (table) {
        for (String cell : line.split("(?<!\\\\)\\|")) {
          split(cell, found);
        }
      } else if (!line.startsWith("#")) {
        block.append(' ').append(line);
      }
    }
    split(block.toString(), found);
    return found;
  }

  /** The sentences of the Javadoc in a source file. */
  static List<String> ofJavadoc(String source) {
    List<String> found = new ArrayList<>();
    Matcher comment = COMMENT.matcher(source);
    while (comment.find()) {
      String text =
          comment
              .group(1)
              .replaceAll("\n\\s*\\*", " ")
              .replaceAll("<pre>.*?</pre>", " ")
              .replaceAll("<[^>]+>", " . ")
              .replaceAll("\\{@\\w+\\s+([^}]*)\\}", "$1");
      for (String part : TAG.split(text)) {
        split(part, found);
      }
    }
    return found;
  }

  private static void split(String text, List<String> found) {
    for (String sentence : END.split(text.strip())) {
      if (!sentence.isBlank()) {
        found.add(sentence.strip());
      }
    }
  }

  /** How many words a sentence has. */
  static long words(String sentence) {
    return WORD.matcher(sentence).results().count();
  }
}
