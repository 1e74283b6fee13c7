/**
 * Second processes of a test: how they are started, commanded, answered and ended.
 *
 * <ul>
 *   <li>{@link org.dat4j.conformance.process.JvmCommand} makes the command line of another JVM.
 *   <li>{@link org.dat4j.conformance.process.SecondJvm} starts one and exchanges lines with it,
 *       whose words {@link org.dat4j.conformance.process.WordCodec} makes and reads.
 *   <li>{@link org.dat4j.conformance.process.ParentProcess} ends the other JVM with the one that
 *       started it.
 * </ul>
 *
 * <p>Threads: a {@code SecondJvm} is used by one thread, and has a daemon thread that reads its
 * answers.
 *
 * <p>Fixtures of both contracts, mutants, stepper and the commands of {@code dat-tools} depend on
 * this package. It depends on the kernel's time limits alone.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.process;
