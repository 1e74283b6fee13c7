/**
 * Results of a run of the suite, per clause and per test, their three forms (JSON, JUnit XML and
 * one HTML page), and the certificate that several runs amount to.
 *
 * <ul>
 *   <li>Results: {@link org.dat4j.conformance.report.SuiteResult}, with a {@link
 *       org.dat4j.conformance.report.ClauseResult} and {@link
 *       org.dat4j.conformance.report.TestResult} each, and {@link
 *       org.dat4j.conformance.report.RunConditions}. {@link org.dat4j.conformance.kernel} decides
 *       them.
 *   <li>Writers: {@link org.dat4j.conformance.report.Reports} for all forms, {@link
 *       org.dat4j.conformance.report.HtmlPage} for every page, {@link
 *       org.dat4j.conformance.report.ClauseGrid} for its clauses, {@link
 *       org.dat4j.conformance.report.AtomicFileWriter} and {@link
 *       org.dat4j.conformance.report.HashList} for files.
 *   <li>Certificates: {@link org.dat4j.conformance.report.BundleContent} reads a report as a {@link
 *       org.dat4j.conformance.report.CertifiedRun}, {@link
 *       org.dat4j.conformance.report.SuiteBundle} as a result with its clauses, and {@link
 *       org.dat4j.conformance.report.CertificateRules} decide the {@link
 *       org.dat4j.conformance.report.Certificate}.
 * </ul>
 *
 * <p>All classes are used by one thread at a time, and none takes a lock. The kernel, the mutants,
 * the commands of {@code dat-tools} and the benchmarks depend on this package. It depends on the
 * catalogue, the dimensions, the suite's SPI and {@code org.dat4j.dat.spi} only.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.report;
