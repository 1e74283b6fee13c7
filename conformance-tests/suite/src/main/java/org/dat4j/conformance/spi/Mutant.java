package org.dat4j.conformance.spi;

import java.util.List;
import org.dat4j.conformance.catalogue.CapabilityGate;

/**
 * Description of a mutant (a provider with one known fault that the suite has to find): name,
 * fault, and the clauses that it breaks.
 *
 * @param id stable name, its parts separated by dots
 * @param clauses the clauses the fault breaks; at least one of them has to fail
 * @param change what the mutant does instead of what the contract says, in words
 * @param needs what the backend has to declare so that it can have the fault
 * @param excuse why no test can find it, or empty: then it has to be found
 */
public record Mutant(
    String id, List<String> clauses, String change, CapabilityGate needs, String excuse) {}
