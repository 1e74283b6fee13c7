/**
 * The runner of the suite: it binds checks to clauses, skips tests that do not apply, orders tests,
 * finds leaks and decides the outcome of each clause. It knows no contract; {@link
 * org.dat4j.conformance.kernel.ContractKit} is where a contract plugs in.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.kernel;
