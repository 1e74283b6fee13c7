package org.dat4j.dat.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.spi.DatProvider;

/**
 * Writer of the text that tells a user why an adapter name opens or does not, from an {@link
 * Explanation}.
 */
public final class ExplanationText {
  private static final int MAX_PROBLEMS = 10;

  /** Most names shown: more of them, as Debian's dat.conf has, bury the hint behind them. */
  private static final int MAX_NAMES = 8;

  private static final String OWN =
      "a provider of your own is found only if its jar or folder is on the class path (of the"
          + " command: --class-path) and has the file META-INF/services/"
          + DatProvider.class.getName()
          + ", which names its class";

  private final StringBuilder text = new StringBuilder();

  private ExplanationText() {}

  /**
   * Writes an explanation.
   *
   * @param explanation what to write
   * @return several lines, no newline at the end
   */
  public static String of(Explanation explanation) {
    return new ExplanationText().write(explanation);
  }

  private String write(Explanation explanation) {
    String name = PrintableText.quote(explanation.name());
    if (explanation.chosen() != null) {
      text.append(name).append(" opens ").append(what(explanation.chosen()));
      text.append(": ").append(explanation.chosen().reason());
    } else if (explanation.candidates().isEmpty()) {
      text.append(name).append(" is not in the registry");
    } else {
      text.append(name).append(" cannot be opened");
    }
    if (!explanation.suggestions().isEmpty()) {
      line(1, "did you mean " + quoted(explanation.suggestions(), " or ") + "?");
    }
    boolean isUnknown = explanation.candidates().isEmpty() && explanation.problems().isEmpty();
    String file = isUnknown ? file(explanation.sources()) : null;
    if (file != null) {
      remedy(1, "correct the name, or add a line for it to " + file);
    }
    List<Candidate> told = new ArrayList<>(explanation.candidates());
    told.remove(explanation.chosen());
    if (!told.isEmpty()) {
      line(0, explanation.chosen() == null ? "candidates:" : "other candidates:");
    }
    for (Candidate candidate : told) {
      line(1, what(candidate));
      line(2, candidate.verdict().name().toLowerCase(Locale.ROOT) + ": " + candidate.reason());
      remedy(2, candidate.remedy());
    }
    problems(explanation.problems());
    line(0, "looked for a registry file:");
    for (Explanation.Source source : explanation.sources()) {
      String location = source.location().isEmpty() ? "" : ", " + source.location();
      line(1, source.what() + location + ": " + source.finding());
    }
    if (isUnknown && file == null) {
      remedy(
          1,
          "correct the name, or name the file that has it with -D"
              + RegistryFile.PROPERTY
              + "=FILE");
    }
    if (explanation.candidates().isEmpty()) {
      names(explanation.registered());
      if (!explanation.registered().isEmpty()) {
        line(0, OWN);
      }
    }
    return text.toString();
  }

  /** Returns the registry file that was read, or null. */
  private static String file(List<Explanation.Source> sources) {
    for (Explanation.Source source : sources) {
      if (source.used()) {
        return source.location();
      }
    }
    return null;
  }

  /** Lists names, at most as many as a text shows. */
  static String some(List<String> names) {
    String shown = quoted(names.subList(0, Math.min(MAX_NAMES, names.size())), ", ");
    return names.size() > MAX_NAMES
        ? shown + " and " + (names.size() - MAX_NAMES) + " more: dat4j info"
        : shown;
  }

  private static String what(Candidate candidate) {
    String libPath =
        candidate.libPath().isEmpty()
            ? ""
            : ", lib_path " + PrintableText.quote(candidate.libPath());
    String provider = candidate.provider().isEmpty() ? "" : ", provider " + candidate.provider();
    return candidate.origin() + libPath + provider;
  }

  private void problems(List<Explanation.Problem> problems) {
    if (!problems.isEmpty()) {
      line(0, "problems:");
    }
    for (Explanation.Problem problem :
        problems.subList(0, Math.min(MAX_PROBLEMS, problems.size()))) {
      line(1, problem.origin() + ": " + problem.problem());
      remedy(2, problem.remedy());
    }
    if (problems.size() > MAX_PROBLEMS) {
      line(1, "and more of them, not shown: " + (problems.size() - MAX_PROBLEMS));
    }
  }

  private void names(List<String> names) {
    line(0, "registered names: " + (names.isEmpty() ? "none" : some(names)));
  }

  private static String quoted(List<String> names, String separator) {
    return names.stream().map(PrintableText::quote).collect(Collectors.joining(separator));
  }

  private void remedy(int depth, String remedy) {
    if (!remedy.isEmpty()) {
      line(depth, "fix: " + remedy);
    }
  }

  private void line(int depth, String content) {
    String begin = "\n" + "  ".repeat(depth);
    text.append(begin).append(content.replace("\n", begin + "  "));
  }
}
