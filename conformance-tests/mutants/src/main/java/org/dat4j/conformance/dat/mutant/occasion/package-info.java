/**
 * Occasions on which the faults of DAT mutants act: from the second time on, above a size, while
 * several transfers are outstanding, with an attribute, beside a call of another thread.
 *
 * <p>{@link org.dat4j.conformance.dat.mutant.occasion.Occasion} is the base, and reads the name of
 * an occasion from a table. {@code PostCall} reads the arguments of posts, and {@code
 * PostedTransfers} finds the post of a completion. All classes are thread-safe, as a mutant is
 * called by all threads of a test. Only {@code org.dat4j.conformance.dat.mutant}, its packages
 * {@code fault} and {@code situation}, and tests may depend on this package.
 */
package org.dat4j.conformance.dat.mutant.occasion;
