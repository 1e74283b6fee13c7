package org.dat4j.conformance.kernel;

/**
 * The target of a run of the suite, and how it is tested: the adapter, its peer's adapter, the
 * profile, where the peer runs, and the mutant if any.
 *
 * @param ia name of the interface adapter
 * @param peer name of the second party's adapter
 * @param profile how much is demanded
 * @param placement where the second party lives
 * @param mutant id of the mutant that wraps the provider, or {@code null} for the provider itself
 * @param deep whether tests try more situations than those that cover each pair of values
 */
public record Target(
    String ia, String peer, Profile profile, Placement placement, String mutant, boolean deep) {

  /**
   * Makes a target whose tests try the usual number of situations.
   *
   * @param ia name of the interface adapter
   * @param peer name of the second party's adapter
   * @param profile how much is demanded
   * @param placement where the second party lives
   * @param mutant id of the mutant that wraps the provider, or {@code null} for the provider itself
   */
  public Target(String ia, String peer, Profile profile, Placement placement, String mutant) {
    this(ia, peer, profile, placement, mutant, false);
  }
}
