package org.dat4j.tools.cli;

import java.nio.file.Path;
import org.dat4j.conformance.catalogue.CatalogueException;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.kernel.ContractKit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command-line options that name the backend to test, its contract (DAT or RSM) and its known
 * deviations.
 */
public final class BackendChoice {

  @Parameters(
      paramLabel = "IA",
      description = "Name of the adapter, see dat4j info; for RSM, of the controller.")
  private String ia;

  @Mixin private ContractChoice contract;

  @Option(
      names = "--deviations",
      paramLabel = "FILE",
      description = "Table of clauses that the backend is known to break.")
  private Path deviations;

  /** For the command line. */
  public BackendChoice() {}

  /**
   * Returns the name of the backend.
   *
   * @return name of an adapter or controller
   */
  public String ia() {
    return ia;
  }

  /**
   * Chooses the contract of the backend.
   *
   * @return what the user gave, else {@code rsm} for a name that only RSM knows, else {@code dat}
   * @throws CommandUsageException if neither contract can open the name, and RSM knows why
   */
  public String contract() {
    return contract.of(ia);
  }

  /**
   * Returns the file of known deviations.
   *
   * @return null if the user gave none
   */
  public Path deviationFile() {
    return deviations;
  }

  /**
   * Reads a file of known deviations.
   *
   * @param file null for none
   * @param kit of the contract, whose catalogue has their clauses
   * @return the deviations
   * @throws CommandUsageException if the file cannot be read or is malformed
   */
  public static Deviations deviations(Path file, ContractKit kit) {
    try {
      return file == null ? Deviations.none() : Deviations.file(file, kit.catalogue());
    } catch (CatalogueException e) {
      throw new CommandUsageException("--deviations cannot be used: " + e.getMessage());
    }
  }
}
