package org.dat4j.tools.conform;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.mutant.MutationRun;
import org.dat4j.conformance.spi.Mutant;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ContractChoice;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.cli.VerdictOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j mutants}: checks that the conformance suite finds the fault of each
 * mutant, a provider with one known fault.
 */
@Command(
    name = "mutants",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tries the conformance suite on providers with one known fault each.",
      "A fault that no clause finds shows a check that cannot fail."
    },
    footer = {
      "",
      "Writes kill-matrix.json and kill-matrix.html.",
      "Exit status: 0 at least 98 %% were found and each survivor is explained, 1 otherwise,",
      "2 a wrong command line, 130 interrupted.",
      "",
      "Example:",
      "  dat4j mutants loopback0 --sample 100 --seed 7",
      "  dat4j conform loopback0 --mutant return.dat_lmr_free.03"
    })
public final class MutantsCommand implements Callable<Integer> {

  private static final double SHORT_WAITS = 0.1;

  /** Tests of RSM wait for the start of second JVMs. */
  private static final double SHORT_RSM_WAITS = 0.3;

  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "IA",
      arity = "0..1",
      description = "Name of the adapter, see dat4j info.")
  private String ia;

  @Mixin private ContractChoice contractChoice;

  @Mixin private VerdictOutput output;

  @Option(
      names = "--only",
      paramLabel = "PATTERN",
      description = "Ids of the mutants; * stands for anything. Default: all.")
  private String only;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Try N of them, chosen by the seed. Default: all.")
  private int sample;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The sample and the order of an earlier run. Default: a new one, printed.")
  private Long seed;

  @Option(names = "--jobs", paramLabel = "N", description = "JVMs at a time. Default: 2.")
  private int jobs = 2;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where the matrix goes. Default: target/mutants.")
  private Path report = Path.of("target", "mutants");

  @Option(names = "--list", description = "List the mutants and what they change.")
  private boolean list;

  @Option(names = "--verbose", description = "Show each verdict.")
  private boolean verbose;

  /** For the command line. */
  public MutantsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    String contract = contractChoice.of(ia);
    ContractKit kit = SuiteRunner.kit(contract);
    Set<String> ids = SuiteRunner.mutants(kit);
    if (list) {
      list(kit, ids);
      return ExitCodes.OK;
    }
    if (ia == null || sample < 0 || jobs < 1) {
      throw new CommandUsageException("give an adapter, a sample from 0 and jobs from 1");
    }
    long chosenSeed = seed == null ? System.nanoTime() & 0xffffffffL : seed;
    double waits = contract.equals("rsm") ? SHORT_RSM_WAITS : SHORT_WAITS;
    ProgressBar progress = ProgressBar.on(command.commandLine().getErr());
    return new PrintedMutationRun(output, progress, verbose, report)
        .run(new MutationRun.Options(ia, contract, only, sample, chosenSeed, jobs, waits));
  }

  private void list(ContractKit kit, Set<String> ids) {
    List<Map<String, Object>> mutants = new ArrayList<>();
    for (String id : ids) {
      Mutant mutant = kit.mutant(id).orElseThrow();
      String clauses = String.join(" ", mutant.clauses());
      output.texts().println(id + "\t" + clauses + "\t" + mutant.change());
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("id", id);
      row.put("clauses", mutant.clauses());
      row.put("change", mutant.change());
      mutants.add(row);
    }
    output.print(() -> mutants);
  }
}
