/**
 * The subcommands {@code dat4j certify} and {@code dat4j report}.
 *
 * <ul>
 *   <li>{@link org.dat4j.tools.certify.CertifyCommand} makes all runs of a certificate: a {@code
 *       Certification} of {@code CertificationPart}s, into one folder.
 *   <li>{@link org.dat4j.tools.certify.ReportCommand} reads such folders ({@code ReportFolder}) and
 *       joins them ({@code BackendMatrix}).
 * </ul>
 *
 * <p>The thread of the command does everything; an interrupt handler only asks it to stop. Verdicts
 * come from {@code org.dat4j.conformance.report.CertificateRules} alone.
 */
package org.dat4j.tools.certify;
