/**
 * The commands {@code conform} and {@code mutants}: options and output of the conformance suite,
 * which does the work. One thread; only the command line depends on this package.
 */
package org.dat4j.tools.conform;
