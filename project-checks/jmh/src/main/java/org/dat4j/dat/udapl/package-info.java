/**
 * The cost of calls of the native provider, measured by JMH. It is in the package of the provider,
 * as the adapter on the C double belongs to the tests of that package.
 *
 * <p>{@link org.dat4j.dat.udapl.NativeCalls} is the benchmark: posts and dequeues beside bare calls
 * of JNA. {@link org.dat4j.dat.udapl.NativeCallLimits} runs it in rounds and fails when a limit is
 * exceeded.
 *
 * <p>One thread measures, and no lock is taken here. Nothing depends on this package; {@code
 * project-checks/jmh/run} starts it. It depends on the native provider and its tests.
 */
package org.dat4j.dat.udapl;
