/**
 * The results of a comparison, and their forms: Markdown, JSON, a page with plots.
 *
 * <ul>
 *   <li>Results: {@link org.dat4j.benchmarks.report.Measured} with a {@link
 *       org.dat4j.benchmarks.report.Spread}, all of them in {@link
 *       org.dat4j.benchmarks.report.Results}.
 *   <li>Writers: {@link org.dat4j.benchmarks.report.MarkdownReport}, {@link
 *       org.dat4j.benchmarks.report.JsonReport} and {@link org.dat4j.benchmarks.report.HtmlReport}
 *       with its {@code LinePlot}, {@code Axis} and {@code BarPlot}; {@code Numbers} for all.
 * </ul>
 *
 * <p>Plain data without threads and locks. The package depends on {@code org.dat4j.benchmarks.peer}
 * and {@code org.dat4j.benchmarks.program}.
 */
package org.dat4j.benchmarks.report;
