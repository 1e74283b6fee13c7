package org.dat4j.dat.registry;

import java.util.List;
import java.util.Set;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The content of a dat.conf file: its valid entries and its malformed lines. Immutable.
 *
 * @param lines its valid entries in their order
 * @param faults its first malformed lines, at most {@link DatConfParser#MAX_FAULTS}
 * @param faultCount number of all malformed lines
 * @param faultyNames first fields of all malformed lines, as far as they can be names
 */
public record DatConf(
    List<Line> lines, List<Fault> faults, int faultCount, Set<String> faultyNames) {

  /** A registry without a file. */
  public static final DatConf EMPTY = new DatConf(List.of(), List.of(), 0, Set.of());

  /**
   * A valid entry.
   *
   * @param entry its fields
   * @param user whether it is for user programs (u), not for the kernel (k)
   * @param isDefault whether it is marked default
   */
  public record Line(RegistryEntry entry, boolean user, boolean isDefault) {}

  /**
   * A malformed line.
   *
   * @param iaName its first field, empty if even that could not be read
   * @param problem what is wrong and where
   */
  public record Fault(String iaName, Explanation.Problem problem) {}
}
