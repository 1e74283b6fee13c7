/**
 * The dimensions in which the suite varies the situation of a clause, such as size, occurrence,
 * number, attributes, moment and other side.
 *
 * <p>A test states its {@link org.dat4j.conformance.dimension.Dimension}s with their values. Each
 * has a {@link org.dat4j.conformance.dimension.DimensionKind} or is a choice. {@link
 * org.dat4j.conformance.dimension.SharedDimensions} has the values that tests have in common, among
 * them {@link org.dat4j.conformance.dimension.Occurrence}, {@link
 * org.dat4j.conformance.dimension.Amount} and {@link org.dat4j.conformance.dimension.Limit}.
 *
 * <p>{@link org.dat4j.conformance.dimension.PairwiseCover} combines the values into a few {@link
 * org.dat4j.conformance.dimension.Situation}s in which each pair of values occurs. {@link
 * org.dat4j.conformance.dimension.Coverage} says for each clause which values its checks met, and
 * why the others were left out. {@link org.dat4j.conformance.dimension.OtherSide} declares that a
 * test also runs in further states of its other side, see {@link
 * org.dat4j.conformance.dimension.OtherSideState} and {@link
 * org.dat4j.conformance.dimension.OtherSidePlace}. {@link
 * org.dat4j.conformance.dimension.NoOtherCalls} keeps other threads from a test.
 *
 * <p>Its classes are immutable or used by the thread of one test, without a lock. The kernel, the
 * reports and the tests of both contracts depend on this package. It depends on nothing but the
 * JDK.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.dimension;
