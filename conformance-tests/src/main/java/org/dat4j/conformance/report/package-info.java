/**
 * What a run found, per clause and per test, and its three forms: JSON, JUnit XML and one HTML
 * page.
 *
 * <p>The classes here only hold and write results; {@link org.dat4j.conformance.kernel} decides
 * them.
 */
package org.dat4j.conformance.report;
