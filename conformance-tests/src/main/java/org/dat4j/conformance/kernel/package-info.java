/**
 * The machinery of the suite: binding of checks to clauses, gates, index, order, leaks and the
 * decision what a clause's outcome is. It knows no contract; {@link
 * org.dat4j.conformance.kernel.ContractKit} is where a contract plugs in.
 */
package org.dat4j.conformance.kernel;
