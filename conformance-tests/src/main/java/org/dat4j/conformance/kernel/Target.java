package org.dat4j.conformance.kernel;

/**
 * What is tested and how.
 *
 * @param ia name of the interface adapter
 * @param peer name of the second party's adapter
 * @param profile how much is demanded
 * @param placement where the second party lives
 * @param mutant id of the mutant that wraps the provider, or {@code null} for the provider itself
 */
public record Target(String ia, String peer, Profile profile, Placement placement, String mutant) {}
