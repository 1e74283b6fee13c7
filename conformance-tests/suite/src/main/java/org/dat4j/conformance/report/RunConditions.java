package org.dat4j.conformance.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.catalogue.Deviation;

/**
 * Conditions under which a run of the suite was made: placement, date, versions, what the backend
 * declares, and its known deviations. Immutable.
 *
 * @param placement {@code one-jvm} or {@code two-jvms}
 * @param date when the run ended
 * @param versions of dat4j, catalogue, provider, JDK, operating system and device
 * @param declared the capabilities that decide which clauses apply
 * @param absent each capability declared absent, and how many clauses it switches off
 * @param deviations the lines of the deviation file
 */
public record RunConditions(
    String placement,
    Instant date,
    Map<String, String> versions,
    Map<String, Object> declared,
    Map<String, Integer> absent,
    List<Deviation> deviations) {}
