package org.dat4j.tools.step;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.dat4j.conformance.report.RepeatCommand;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;

/**
 * Makes the texts that tell how the stepper came to an answer other than the model's: last steps,
 * replay file, commands that repeat it. Stateless.
 */
public final class StepHistory {
  static final String SEED = "seed ";
  static final String STEP = "step ";
  static final String COMMENT = "#";

  /** Stands before the lines of {@link #repeats}. */
  public static final String TIMING =
      "(a fault of timing may not come again so: then repeat the whole run with its seed)";

  /**
   * The number of last lines of a history that are given, as they show the difference; the numbers
   * of all steps are in the file.
   */
  private static final int LINES = 120;

  /** More steps make no command line that one would copy. */
  private static final int FEW_STEPS = 200;

  private StepHistory() {}

  /**
   * Makes the content of a file that {@code dat4j step --replay} reads.
   *
   * @param options of the run
   * @param result that has a difference
   * @return the last steps in words as comments, the seed, and the numbers of all steps
   */
  public static String file(StepOptions options, StepResult result) {
    StringBuilder text = new StringBuilder(comments(result));
    text.append(SEED).append(options.seed()).append('\n');
    for (long step : result.replay()) {
      text.append(STEP).append(step).append('\n');
    }
    return text.toString();
  }

  /** Makes the last steps and the difference in words, each line a comment. */
  static String comments(StepResult result) {
    StringBuilder text = new StringBuilder();
    List<String> lines = result.history();
    for (String line : lines.subList(Math.max(0, lines.size() - LINES), lines.size())) {
      text.append("# ").append(line.replace("\n", "\n# ")).append('\n');
    }
    return text.append("# ")
        .append(result.difference().replace("\n", "\n# "))
        .append('\n')
        .toString();
  }

  /**
   * Makes the command lines that lead to the difference again.
   *
   * @param options of the run
   * @param contract {@code dat} or {@code rsm}
   * @param result that has a difference
   * @return one or two lines, each with its end
   */
  public static String repeats(StepOptions options, String contract, StepResult result) {
    StringBuilder same = new StringBuilder(RepeatCommand.step(options.ia(), contract));
    if (options.threads() > 1) {
      same.append(" --threads ").append(options.threads());
    }
    same.append(RepeatCommand.without(options.without()))
        .append(RepeatCommand.before(options.mutant()));
    same.append(" --seed ").append(options.seed());
    StringBuilder text = new StringBuilder();
    if (options.replay().isEmpty()) {
      text.append("repeat: ").append(same).append(" --from ").append(result.from());
      text.append(" --calls ").append(result.repeat()).append('\n');
    }
    if (!result.replay().isEmpty() && result.replay().size() < FEW_STEPS) {
      text.append("repeat only what led to it: ").append(same).append(" --steps ");
      text.append(result.replay().stream().map(String::valueOf).collect(Collectors.joining(",")));
      text.append('\n');
    }
    return text.toString();
  }

  /** Lists the command lines of {@link #repeats} without their words. */
  private static List<String> commands(StepOptions options, String contract, StepResult result) {
    return repeats(options, contract, result)
        .lines()
        .map(line -> line.substring(line.indexOf(": ") + 2))
        .toList();
  }

  /**
   * Gives the members of the JSON form of a run.
   *
   * @param options of the run
   * @param contract {@code dat} or {@code rsm}
   * @param result what it found
   * @param seconds how long it took
   * @return names and values
   */
  static Map<String, Object> members(
      StepOptions options, String contract, StepResult result, double seconds) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("ia", options.ia());
    members.put("contract", contract);
    members.put("seed", options.seed());
    members.put("threads", options.threads());
    members.put("calls", result.calls());
    members.put("refused", result.refusals());
    members.put("seconds", seconds);
    members.put("cancelled", result.cancelled());
    members.put("agrees", result.agrees());
    if (!result.agrees()) {
      members.put("step", result.step());
      members.put("difference", result.difference());
      members.put("history", result.history());
      members.put("repeat", commands(options, contract, result));
      members.put("program", result.program());
    }
    return members;
  }
}
