package org.dat4j.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The content that no Java source file may have, where no other gate of the build looks for it. */
final class SourceRules {

  private static final int COLUMNS = 100;

  /** A line that cannot be broken: one word after the mark of a comment, or an import. */
  private static final Pattern UNBREAKABLE =
      Pattern.compile("\\s*((\\*|//)\\s*\\S*|(import|package)\\s.*)");

  // Spelled so that this file keeps the rule itself.
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");

  private static final Pattern SWITCHED_OFF =
      Pattern.compile("^\\s*@(org\\.junit\\.jupiter\\.api\\.)?Dis" + "abled\\b");

  /** Most words of a test's name: more are two statements, or one that is not plain. */
  private static final int MAX_WORDS = 14;

  /** The first line of a method without a result, as tests are. */
  private static final Pattern METHOD = Pattern.compile("^\\s*(?:public )?void (\\w+)\\(");

  /** A name with a relative clause or a word of the house; see CONTRIBUTING.md, "Language". */
  private static final Pattern RELATIVE_NAME =
      Pattern.compile("^(?:who|whose|what|where)[A-Z0-9]|InVain|AnyMore|Whose");

  /** The begin of each word of a name but the first. */
  private static final Pattern NEXT_WORD = Pattern.compile("[A-Z]");

  private SourceRules() {}

  /** The faults of a file's lines, each as {@code name:line: what is wrong}. */
  static List<String> faults(String name, List<String> lines) {
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String place = name + ":" + (i + 1) + ": ";
      if (line.codePointCount(0, line.length()) > COLUMNS && !UNBREAKABLE.matcher(line).matches()) {
        faults.add(place + "longer than " + COLUMNS + " columns");
      }
      if (UNFINISHED.matcher(line).find()) {
        faults.add(place + "says that something is unfinished: finish it or open an issue");
      }
      if (SWITCHED_OFF.matcher(line).find()) {
        faults.add(place + "a test that is switched off: a known fault is a deviation, not a gap");
      }
      Matcher method = METHOD.matcher(line);
      if (method.find()) {
        if (RELATIVE_NAME.matcher(method.group(1)).find()) {
          faults.add(place + "a test whose name is no plain statement: subject, verb, object");
        }
        if (NEXT_WORD.matcher(method.group(1)).results().count() >= MAX_WORDS) {
          faults.add(place + "a test whose name has more than " + MAX_WORDS + " words");
        }
      }
    }
    return faults;
  }
}
