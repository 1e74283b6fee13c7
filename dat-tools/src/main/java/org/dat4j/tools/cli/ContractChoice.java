package org.dat4j.tools.cli;

import org.dat4j.dat.Dat;
import org.dat4j.dat.Explanation;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmExplanation;
import picocli.CommandLine.Option;

/**
 * The option {@code --contract} of {@code dat4j} commands; where it is not given, the backend's
 * name decides between DAT and RSM.
 */
public final class ContractChoice {
  private static final String DAT = "dat";
  private static final String RSM = "rsm";

  @Option(
      names = "--contract",
      paramLabel = "NAME",
      description = "dat or rsm. Default: rsm for a name that only RSM knows, else dat.")
  private String given;

  /** For the command line. */
  public ContractChoice() {}

  /**
   * Chooses the contract of a name.
   *
   * @param name name of an adapter or controller, or null for none
   * @return what was given, else {@code rsm} for a name that only RSM knows, else {@code dat}
   * @throws CommandUsageException if no contract was given, DAT does not know the name, and RSM
   *     knows why none of its providers serves it
   */
  public String of(String name) {
    if (given != null) {
      return given;
    }
    if (name == null) {
      return DAT;
    }
    Explanation dat = Dat.registry().explain(name);
    if (!dat.candidates().isEmpty()) {
      return DAT;
    }
    RsmExplanation rsm = Rsm.registry().explain(name);
    if (isMeant(name, rsm)) {
      return RSM;
    }
    boolean isRefused = Rsm.registry().isServed(name) || !rsm.problems().isEmpty();
    if (rsm.choice().isEmpty() && isRefused) {
      throw new CommandUsageException(
          "As an adapter of DAT, " + dat.text() + "\nAs a controller of RSM, " + rsm.text());
    }
    return DAT;
  }

  /**
   * Refuses a name that only RSM knows, for commands that take adapters of DAT.
   *
   * @param name name of an adapter or controller
   * @throws CommandUsageException if it is a controller's
   */
  public static void demandAdapter(String name) {
    if (isOfRsmOnly(name)) {
      throw new CommandUsageException(
          "'"
              + name
              + "' is a controller of RSM, not an adapter of DAT: measure it with dat4j rsm perf "
              + name);
    }
  }

  /**
   * Tells whether a provider of RSM serves a name, and DAT does not know it.
   *
   * @param name name of an adapter or controller
   * @return false also for a name that neither knows
   */
  public static boolean isOfRsmOnly(String name) {
    return Dat.registry().explain(name).candidates().isEmpty()
        && isMeant(name, Rsm.registry().explain(name));
  }

  /** RSM takes loopback with any number for its own, which may be a mistaken name of DAT. */
  private static boolean isMeant(String name, RsmExplanation rsm) {
    return rsm.choice().isPresent() && (rsm.name().equals(name) || !name.startsWith(rsm.name()));
  }
}
