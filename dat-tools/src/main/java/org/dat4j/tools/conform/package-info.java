/**
 * The commands {@code conform} and {@code mutants}: options and output of the conformance suite,
 * which does the work.
 *
 * <p>{@link org.dat4j.tools.conform.ConformCommand} and {@link
 * org.dat4j.tools.conform.MutantsCommand} read the options. {@code PrintedMutationRun} tries the
 * mutants and prints the verdicts.
 *
 * <p>One thread, and no lock; an interrupt handler only asks it to stop. Only the command line
 * depends on this package. It depends on the suite and the mutants.
 */
package org.dat4j.tools.conform;
