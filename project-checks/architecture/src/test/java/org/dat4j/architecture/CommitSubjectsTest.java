package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The subjects of the newest commits: one line of at most 72 characters, no full stop, an
 * imperative first. Each rule holds for the commits after the one that has brought it.
 */
class CommitSubjectsTest {
  private static final int LONGEST = 72;
  private static final int COMMITS = 30;
  private static final String PATH =
      "project-checks/architecture/src/test/java/org/dat4j/architecture/CommitSubjectsTest.java";

  /** A first word, after the scope, that no imperative is, but for {@link #IMPERATIVES}. */
  private static final Pattern NO_IMPERATIVE =
      Pattern.compile(
          "(?:[^ :]+(?:, [^ :]+)*: )?+(An?|The|\\w+(?:[^s]s|ed|ing))\\b.*",
          Pattern.CASE_INSENSITIVE);

  /** Imperatives that look like other forms of a verb. */
  private static final Set<String> IMPERATIVES =
      Set.of("alias", "bring", "embed", "exceed", "feed", "focus", "need", "ping", "seed", "speed");

  /** What is wrong with the first word of a subject, or null. */
  private static String faultOfFirstWord(String subject) {
    Matcher first = NO_IMPERATIVE.matcher(subject);
    return first.matches() && !IMPERATIVES.contains(first.group(1).toLowerCase(Locale.ROOT))
        ? "begins with \"" + first.group(1) + "\", no imperative"
        : null;
  }

  /** What is wrong with the form of a subject, or null. */
  private static String fault(String subject) {
    if (subject.length() > LONGEST) {
      return subject.length() + " characters";
    }
    if (subject.endsWith(".")) {
      return "ends with a full stop";
    }
    return subject.isBlank() ? "is empty" : null;
  }

  @Test
  void theNewestCommitsHaveShortSubjects() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Reactor.ROOT.resolve(".git")), "a clone, not an unpacked archive");
    String first =
        log("--diff-filter=A", "-n", "1", "--format=%H", "--", PATH).findFirst().orElseThrow();
    List<String> faults = new ArrayList<>();
    log("--no-merges", "-n", "" + COMMITS, "--format=%s", first + "..HEAD")
        .filter(subject -> fault(subject) != null)
        .forEach(subject -> faults.add(subject + ": " + fault(subject)));
    assertEquals(List.of(), faults);
  }

  @Test
  void theNewestCommitsBeginWithAnImperative() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Reactor.ROOT.resolve(".git")), "a clone, not an unpacked archive");
    List<String> changes = log("-S", "NO_IMPERATIVE", "--format=%H", "--", PATH).toList();
    assumeFalse(changes.isEmpty(), "the commit that brings the rule is not made yet");
    String first = changes.get(changes.size() - 1);
    List<String> faults = new ArrayList<>();
    log("--no-merges", "-n", "" + COMMITS, "--format=%s", first + "..HEAD")
        .filter(subject -> faultOfFirstWord(subject) != null)
        .forEach(subject -> faults.add(subject + ": " + faultOfFirstWord(subject)));
    assertEquals(List.of(), faults);
  }

  private static Stream<String> log(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "log"));
    command.addAll(List.of(arguments));
    Process git =
        new ProcessBuilder(command)
            .directory(Reactor.ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String lines = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(git.waitFor(30, TimeUnit.SECONDS), "git log ends");
    assertEquals(0, git.exitValue(), "git log of a clone");
    return lines.lines();
  }

  @Test
  void aLongSubjectAndOneWithAFullStopAreFaults() {
    assertNull(fault("tcp: refuse a reply frame longer than its header says"));
    assertEquals("73 characters", fault("x".repeat(73)));
    assertEquals("ends with a full stop", fault("tcp: refuse it."));
  }

  @Test
  void aSubjectWithoutAnImperativeIsAFault() {
    List.of(
            "tcp: refuse a reply frame longer than its header says",
            "Process a frame",
            "Feed the ring",
            "perf: bring back a figure",
            "rings, turns: fence each word",
            "Answer every message")
        .forEach(subject -> assertNull(faultOfFirstWord(subject), subject));
    List.of(
            "Adds a check",
            "ipc: puts it first",
            "Fixed a leak",
            "tcp: counting frames",
            "A check of names",
            "The rule of names")
        .forEach(subject -> assertNotNull(faultOfFirstWord(subject), subject));
  }
}
