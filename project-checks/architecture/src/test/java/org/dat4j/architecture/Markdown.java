package org.dat4j.architecture;

import java.util.List;

/** A page that is generated: a heading, an introduction, tables. */
final class Markdown {

  private static final String COMMAND =
      "mvn -B -o -pl :architecture-tests -am test -Dtest=PagesTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dtest.required=false -Djacoco.skip"
          + " -Ddat4j.pages.write=true";

  private final StringBuilder text = new StringBuilder();

  Markdown(String title, String source) {
    text.append("# ").append(title).append("\n\n");
    text.append("Generated from ").append(source).append("; do not edit. To write it anew:\n\n");
    text.append("```\n").append(COMMAND).append("\n```\n");
  }

  Markdown paragraph(String words) {
    text.append('\n').append(words).append('\n');
    return this;
  }

  Markdown heading(String words) {
    text.append("\n## ").append(words).append("\n");
    return this;
  }

  /** Adds a table; the first row is its head. */
  Markdown table(List<List<String>> rows) {
    text.append('\n');
    row(rows.get(0));
    text.append("|---".repeat(rows.get(0).size())).append("|\n");
    rows.subList(1, rows.size()).forEach(this::row);
    return this;
  }

  private void row(List<String> cells) {
    for (String cell : cells) {
      text.append("| ").append(cell.replace("|", "\\|").replace("<", "&lt;")).append(' ');
    }
    text.append("|\n");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
