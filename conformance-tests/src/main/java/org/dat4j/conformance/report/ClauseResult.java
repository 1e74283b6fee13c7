package org.dat4j.conformance.report;

import java.util.List;

/**
 * The outcome of one clause.
 *
 * @param id clause id
 * @param status the outcome
 * @param checks number of bound checks that were executed
 * @param tests names of the tests that declare the clause
 * @param reason why the status is not simply passed; empty if there is nothing to say
 * @param requirement the text of the clause
 */
public record ClauseResult(
    String id, Status status, int checks, List<String> tests, String reason, String requirement) {}
