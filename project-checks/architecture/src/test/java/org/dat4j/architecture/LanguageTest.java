package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Pages and Javadoc are written for a reader who meets them for the first time. */
class LanguageTest {
  private static final int LONGEST = 35;

  /** The folder of dated records. */
  private static final String RECORDS = "docs/measurements/";

  /** Words of the house that the field has plain ones for; see CONTRIBUTING.md, "Language". */
  private static final Pattern DIALECT =
      Pattern.compile(
          "\\b[Ii]n vain\\b|^Who |\\bany more\\b|\\bso many\\b"
              + "|(?<!\\b[Ee]vent )\\b[Dd]ispatchers?\\b"
              + "|(?<!\\b[Cc]onsumer )\\b[Nn]otification objects?\\b");

  /** The begin of a comment on a type or package that asks instead of naming a thing. */
  private static final Pattern QUESTION =
      Pattern.compile(
          "(?m)^/\\*\\*\\s+(?:\\*\\s+)?"
              + "(?:Who|Whose|What|Which|How|When|Where|Why|Whether)\\b.*");

  /** The begin of a parameter's description that asks instead of naming a thing. */
  private static final Pattern ASKING_PARAMETER =
      Pattern.compile("@param <?\\w+>?\\s+(?:\\*\\s+)?(?:who|whose|whom)\\b.*");

  /** The pages but for generated ones, whose sentences are those of their sources, and records. */
  private static List<Path> pages() {
    List<Path> pages =
        DocPages.all().stream()
            .filter(page -> !PagesTest.PAGES.containsKey(DocPages.name(page)))
            .filter(page -> !DocPages.name(page).startsWith(RECORDS))
            .toList();
    assertTrue(pages.size() > 40, pages.size() + " pages were found");
    return pages;
  }

  @Test
  void noSentenceOfAPageIsLongerThanThirtyFiveWords() {
    List<String> faults = new ArrayList<>();
    pages()
        .forEach(
            page ->
                Sentences.ofPage(DocPages.prose(page)).stream()
                    .filter(sentence -> Sentences.words(sentence) > LONGEST)
                    .forEach(sentence -> faults.add(DocPages.name(page) + ": " + sentence)));
    assertEquals(List.of(), faults);
  }

  @Test
  void noPageHasAWordThatTheFieldDoesNotUse() {
    List<String> faults = new ArrayList<>();
    pages().stream()
        .filter(page -> !DocPages.name(page).equals("CONTRIBUTING.md"))
        .forEach(
            page ->
                Sentences.ofPage(DocPages.prose(page)).stream()
                    .filter(sentence -> DIALECT.matcher(sentence).find())
                    .forEach(sentence -> faults.add(DocPages.name(page) + ": " + sentence)));
    assertEquals(List.of(), faults);
  }

  @Test
  void noJavadocHasAWordThatTheFieldDoesNotUse() {
    List<String> faults = new ArrayList<>();
    for (Path source : javaSources()) {
      Sentences.ofJavadoc(Reactor.text(source)).stream()
          .filter(sentence -> DIALECT.matcher(sentence).find())
          .forEach(sentence -> faults.add(ProjectFiles.name(source) + ": " + sentence));
    }
    assertEquals(List.of(), faults);
  }

  @Test
  void commentsOnTypesNameAThingAndAskNothing() {
    assertEquals(List.of(), found(QUESTION));
  }

  @Test
  void commentsOnParametersNameAThingAndAskNothing() {
    assertEquals(List.of(), found(ASKING_PARAMETER));
  }

  /** The places of a pattern in the Java sources. */
  private static List<String> found(Pattern pattern) {
    List<String> faults = new ArrayList<>();
    for (Path source : javaSources()) {
      pattern
          .matcher(Reactor.text(source))
          .results()
          .forEach(begin -> faults.add(ProjectFiles.name(source) + ": " + begin.group()));
    }
    return faults;
  }

  /** All Java sources: of tests, benchmarks and examples, too. */
  private static List<Path> javaSources() {
    List<Path> sources = ProjectFiles.endingWith(".java");
    assertTrue(sources.size() > 1000, sources.size() + " sources were found");
    return sources;
  }

  @Test
  void noSentenceOfTheJavadocIsLongerThanThirtyFiveWords() {
    List<String> faults = new ArrayList<>();
    int read = 0;
    for (String module : Reactor.writtenModules()) {
      for (Path source : Reactor.mainSources(module)) {
        read++;
        for (String sentence : Sentences.ofJavadoc(Reactor.text(source))) {
          if (Sentences.words(sentence) > LONGEST) {
            faults.add(Reactor.ROOT.relativize(source) + ": " + sentence);
          }
        }
      }
    }
    assertEquals(List.of(), faults);
    assertTrue(read > 500, read + " sources were read");
  }

  @Test
  void aSentenceEndsAtAFullStopAndATableCellIsASentence() {
    assertEquals(
        List.of("One two.", "Three: four", "a", "b c"),
        Sentences.ofPage(List.of("One", "two. Three: four", "", "| a | b c |")));
    assertEquals(
        List.of("One: two; three.", "Four"), Sentences.ofJavadoc("/** One: two; three. Four */"));
    assertEquals(3, Sentences.words("It's `a` - word"));
  }
}
