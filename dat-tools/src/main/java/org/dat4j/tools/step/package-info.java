/**
 * The command {@code step}: options and output of the stepper, which makes random calls and
 * compares each answer with a model. Only the command line depends on this package.
 */
package org.dat4j.tools.step;
