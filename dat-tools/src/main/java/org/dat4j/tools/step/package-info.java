/**
 * The command {@code step}: options and output of the stepper, which makes random calls and
 * compares each answer with a model.
 *
 * <p>{@link org.dat4j.tools.step.StepCommand} reads the options and runs the stepper. {@code
 * PairsOutput} prints the results of pairs, {@link org.dat4j.tools.step.StepHistory} tells how a
 * difference came about.
 *
 * <p>The thread of the command does everything here, without locks; the stepper has threads of its
 * own. The command line and {@code certify} depend on this package. It depends on the suite, not on
 * the stepper, which is found at run time.
 */
package org.dat4j.tools.step;
