package org.dat4j.conformance.mutant;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.process.ParentProcess;
import org.dat4j.conformance.process.SecondJvm;

/**
 * The main class of a JVM that runs the suite on mutants: reads their ids from standard input,
 * writes verdicts to standard output. Each has a line of its own. It ends with its input.
 */
public final class MutantJvmMain {
  private MutantJvmMain() {}

  /**
   * Serves until standard input ends.
   *
   * @param arguments contract, name of the adapter, seed
   * @throws IOException if standard input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    // A mutant may keep the loop below from seeing the end of its input.
    ParentProcess.endWithIt();
    PrintStream answers = System.out;
    // Only answers may appear on standard output; whatever else prints goes to standard error.
    System.setOut(System.err);
    MutantTrial trial =
        new MutantTrial(SuiteRunner.kit(arguments[0]), arguments[1], Long.parseLong(arguments[2]));
    BufferedReader ids =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String id = ids.readLine(); id != null; id = ids.readLine()) {
      answers.println(SecondJvm.ANSWER + line(trial.judge(id)));
      answers.flush();
    }
    // A mutant may have left threads that do not end by themselves.
    Runtime.getRuntime().halt(0);
  }

  private static String line(MutantVerdict verdict) {
    return verdict.strength().name() + " " + String.join(" ", verdict.killedBy());
  }

  /** Reads an answer. */
  static MutantVerdict parse(String id, List<String> clauses, String line) {
    List<String> words = List.of(line.strip().split(" "));
    return new MutantVerdict(
        id, clauses, words.subList(1, words.size()), MutantVerdict.Strength.valueOf(words.get(0)));
  }
}
