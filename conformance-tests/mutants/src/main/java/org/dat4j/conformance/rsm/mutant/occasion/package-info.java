/**
 * Occasions on which the faults of RSM mutants act. These are: from the second time on, after
 * another call, above a size, and with several entries of a vector. A fault can also act while
 * several calls are outstanding, with an attribute, or beside a call of another thread.
 *
 * <p>{@link org.dat4j.conformance.rsm.mutant.occasion.RsmOccasion} is the base, and reads the name
 * of an occasion from a table. {@code RsmCall} reads the arguments of a call. All classes are
 * thread-safe, as a mutant is called by all threads of a test. Only {@code
 * org.dat4j.conformance.rsm.mutant} may depend on this package.
 */
package org.dat4j.conformance.rsm.mutant.occasion;
