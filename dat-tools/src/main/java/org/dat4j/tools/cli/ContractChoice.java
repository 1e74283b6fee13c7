package org.dat4j.tools.cli;

import org.dat4j.dat.Dat;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmExplanation;
import picocli.CommandLine.Option;

/** The option {@code --contract}, and the choice between DAT and RSM where the user gives none. */
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
   */
  public String of(String name) {
    if (given != null) {
      return given;
    }
    return name != null && isOfRsmOnly(name) ? RSM : DAT;
  }

  /**
   * Tells whether a provider of RSM serves a name, and DAT does not know it.
   *
   * @param name name of an adapter or controller
   * @return false also for a name that neither knows
   */
  public static boolean isOfRsmOnly(String name) {
    if (!Dat.registry().explain(name).candidates().isEmpty()) {
      return false;
    }
    RsmExplanation rsm = Rsm.registry().explain(name);
    // RSM takes loopback with any number for its own, which may be a mistaken name of DAT.
    boolean meant = rsm.name().equals(name) || !name.startsWith(rsm.name());
    return meant && rsm.choice().isPresent();
  }
}
