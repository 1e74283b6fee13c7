/**
 * The results of a comparison, and their forms: Markdown, JSON, a page with plots.
 *
 * <ul>
 *   <li>Results: {@link org.dat4j.benchmarks.report.Measured} with a {@link
 *       org.dat4j.benchmarks.report.Spread}, all of them in {@link
 *       org.dat4j.benchmarks.report.Results}.
 *   <li>Writers: {@link org.dat4j.benchmarks.report.ComparisonMarkdownReport}, {@link
 *       org.dat4j.benchmarks.report.ComparisonJsonReport} and {@link
 *       org.dat4j.benchmarks.report.ComparisonHtmlReport} with its {@code LinePlot}, {@code Axis}
 *       and {@code BarPlot}; {@code Numbers} for all.
 * </ul>
 *
 * <p>Plain data without threads and locks. The commands depend on this package. It depends on
 * {@code org.dat4j.benchmarks.program}, and on the reports of the suite.
 */
package org.dat4j.benchmarks.report;
