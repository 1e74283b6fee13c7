/**
 * The subcommands {@code dat4j certify} and {@code dat4j report}.
 *
 * <ul>
 *   <li>{@link org.dat4j.tools.certify.CertifyCommand} makes all runs of a certificate: a {@code
 *       Certification} of {@code CertificationPart}s, into one folder. {@code CertificateFiles}
 *       writes the certificate, {@code CertificatePage} its page, on which {@code
 *       AdditionalReports} add what else lies in the folder.
 *   <li>{@link org.dat4j.tools.certify.ReportCommand} reads such folders ({@code ReportFolder}) and
 *       joins them ({@code BackendMatrix}, with a {@code PeerOutcome} for each second party), or
 *       compares two of them ({@code ReportComparison}).
 * </ul>
 *
 * <p>The thread of the command does everything; an interrupt handler only asks it to stop. Verdicts
 * come from {@code org.dat4j.conformance.report.CertificateRules} alone. Only the command line
 * depends on this package. It depends on the suite, the mutants and the commands' package {@code
 * step}.
 */
package org.dat4j.tools.certify;
