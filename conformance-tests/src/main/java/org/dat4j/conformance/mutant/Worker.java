package org.dat4j.conformance.mutant;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.dat4j.conformance.SuiteRunner;

/**
 * The main class of a JVM that judges mutants: reads one id per line from standard input, writes
 * one line per id to standard output, and ends with its input.
 */
public final class Worker {
  /** First word of a line that tells a verdict; strength and clauses follow. */
  static final String VERDICT = "verdict";

  private Worker() {}

  /**
   * Serves until standard input ends.
   *
   * @param arguments contract, name of the adapter, seed
   * @throws IOException if standard input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream answers = System.out;
    // Only answers may appear on standard output; whatever else prints goes to standard error.
    System.setOut(System.err);
    Trial trial =
        new Trial(SuiteRunner.kit(arguments[0]), arguments[1], Long.parseLong(arguments[2]));
    BufferedReader ids =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String id = ids.readLine(); id != null; id = ids.readLine()) {
      answers.println(line(trial.judge(id)));
      answers.flush();
    }
    // A mutant may have left threads that do not end by themselves.
    Runtime.getRuntime().halt(0);
  }

  private static String line(Verdict verdict) {
    return VERDICT + " " + verdict.strength().name() + " " + String.join(" ", verdict.killedBy());
  }

  /** Reads what a worker wrote. */
  static Verdict parse(String id, List<String> clauses, String line) {
    List<String> words = List.of(line.strip().split(" "));
    return new Verdict(
        id, clauses, words.subList(2, words.size()), Verdict.Strength.valueOf(words.get(1)));
  }
}
