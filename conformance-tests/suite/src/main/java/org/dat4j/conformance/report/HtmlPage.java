package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builder of a self-contained HTML page in the common style of all reports: no script and nothing
 * to load, so it can be shown anywhere. Not thread-safe.
 */
public final class HtmlPage {
  private static final String STYLE =
      """
      :root { color-scheme: light; }
      body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em;
        color: #1b1b1b; background: #fff; }
      table { border-collapse: collapse; width: 100%; }
      th, td { border-bottom: 1px solid #ccc; padding: .3em .6em; text-align: left;
        vertical-align: top; }
      td { overflow-wrap: anywhere; }
      .wide td, .wide code { overflow-wrap: break-word; }
      .wide { overflow-x: auto; }
      code { font-size: 13px; overflow-wrap: anywhere; }
      .reason { white-space: pre-wrap; color: #444; }
      .s { font-weight: bold; }
      .passed .s, .strong .s, .verdict.good { color: #06632a; }
      .failed .s, .survivor .s, .verdict.bad { color: #a30000; }
      .notrun .s, .weak .s, .verdict.middle { color: #7a5200; }
      .contents a { display: inline-block; margin-right: 1em; }
      .verdict { border: 2px solid; border-radius: 6px; padding: .4em .8em; font-size: 1.3em;
        font-weight: bold; }
      @media (max-width: 40em) {
        body { margin: 1em auto; padding: 0 .6em; }
        h1 { font-size: 1.4em; }
        th, td { padding: .3em; }
        .stack th { display: none; }
        .stack td { display: block; border-bottom: 0; padding: .1em .3em; }
        .stack tr { display: block; border-bottom: 1px solid #ccc; }
      }
      """;

  private final String title;
  private final StringBuilder style = new StringBuilder(STYLE);
  private final StringBuilder body = new StringBuilder();
  private final List<String> headings = new ArrayList<>();
  private int contentsAt = -1;

  /**
   * Begins a page with its title as heading.
   *
   * @param title in plain text
   */
  public HtmlPage(String title) {
    this.title = title;
    html("<h1>").text(title).html("</h1>\n");
  }

  /**
   * Adds rules to the style.
   *
   * @param rules CSS
   * @return this
   */
  public HtmlPage style(String rules) {
    style.append(rules);
    return this;
  }

  /**
   * Adds markup as it is.
   *
   * @param markup HTML
   * @return this
   */
  public HtmlPage html(String markup) {
    body.append(markup);
    return this;
  }

  /**
   * Adds a text.
   *
   * @param text in plain text; markup characters become entities
   * @return this
   */
  public HtmlPage text(String text) {
    body.append(Reports.escape(text));
    return this;
  }

  /**
   * Adds a heading.
   *
   * @param text in plain text
   * @return this
   */
  public HtmlPage heading(String text) {
    headings.add(text);
    return html("<h2 id=\"" + anchor(text) + "\">").text(text).html("</h2>\n");
  }

  /**
   * Has the list of all headings stand here, each a link to its section.
   *
   * @return this
   */
  public HtmlPage contents() {
    contentsAt = body.length();
    return this;
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private String links() {
    StringBuilder links = new StringBuilder("<p class=\"contents\">");
    for (String heading : headings) {
      links.append("<a href=\"#").append(anchor(heading)).append("\">");
      links.append(Reports.escape(heading)).append("</a>\n");
    }
    return links.append("</p>\n").toString();
  }

  /**
   * Adds a verdict in a frame.
   *
   * @param level the verdict, which decides the colour
   * @param text in plain text
   * @return this
   */
  public HtmlPage verdict(CertificateLevel level, String text) {
    String look =
        switch (level) {
          case CONFORMANT, WITH_DEVIATIONS -> "good";
          case PARTIAL -> "middle";
          case FAILED -> "bad";
        };
    return html("<p class=\"verdict " + look + "\">").text(text).html("</p>\n");
  }

  /**
   * Adds a list; nothing if it is empty.
   *
   * @param items in plain text
   * @return this
   */
  public HtmlPage list(List<String> items) {
    if (!items.isEmpty()) {
      html("<ul>\n");
      items.forEach(item -> html("<li>").text(item).html("</li>\n"));
      html("</ul>\n");
    }
    return this;
  }

  /**
   * Adds a table of names and values.
   *
   * @param facts in plain text
   * @return this
   */
  public HtmlPage facts(Map<String, String> facts) {
    html("<table>\n");
    facts.forEach(
        (name, value) ->
            html("<tr><th>").text(name).html("</th><td>").text(value).html("</td></tr>\n"));
    return html("</table>\n");
  }

  /**
   * Adds a table that scrolls sideways on a narrow screen.
   *
   * @param rows in plain text; the first one is the heading
   * @return this
   */
  public HtmlPage table(List<List<String>> rows) {
    html("<div class=\"wide\"><table>\n");
    String cell = "th";
    for (List<String> row : rows) {
      html("<tr>");
      for (String text : row) {
        html("<" + cell + ">").text(text).html("</" + cell + ">");
      }
      html("</tr>\n");
      cell = "td";
    }
    return html("</table></div>\n");
  }

  /**
   * Adds a table of capabilities: those that are absent first, then the others by name.
   *
   * @param declared what the backend declares, by name
   * @param absent how many clauses each absent capability switches off
   * @return this
   */
  public HtmlPage capabilities(Map<String, ?> declared, Map<String, ?> absent) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Capability", "Declared", "Clauses switched off"));
    Map<String, Object> rest = new TreeMap<>(declared);
    absent.forEach(
        (name, clauses) -> {
          Object value = rest.remove(name);
          rows.add(List.of(name, value == null ? "" : value.toString(), clauses.toString()));
        });
    rest.forEach((name, value) -> rows.add(List.of(name, value.toString(), "")));
    return table(rows);
  }

  /**
   * Ends the page.
   *
   * @return the HTML document
   */
  public String document() {
    StringBuilder content = new StringBuilder(body);
    if (contentsAt >= 0) {
      content.insert(contentsAt, links());
    }
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
        + Reports.escape(title)
        + "</title>\n<style>\n"
        + style
        + "</style>\n</head>\n<body>\n"
        + content
        + "</body>\n</html>\n";
  }
}
