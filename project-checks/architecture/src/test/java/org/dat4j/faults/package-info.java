/**
 * Faults at every place where resources are taken: an agent makes the n-th allocation, start of a
 * thread, channel call or native call of our classes throw. It does so for each n and each call of
 * a life cycle, and then for each n of the service threads' work meanwhile. The places are found in
 * the byte code, and none is listed; their number and that of the passed ones are printed.
 *
 * <ul>
 *   <li>The test: {@code FaultsTest} starts a JVM for each backend, in which {@link
 *       org.dat4j.faults.FaultRun} disturbs each step.
 *   <li>The agent: {@link org.dat4j.faults.FaultAgent} puts a call of {@link
 *       org.dat4j.faults.Faults} before each place; that class counts and throws.
 *   <li>Life cycles: {@code Script}, with {@code DatScript} and {@code RsmScript}; {@code Scripts}
 *       has their names.
 * </ul>
 *
 * <p>Threads: places are counted in all threads, by atomic fields; a monitor guards the names of
 * places. A watchdog thread ends a run that hangs.
 *
 * <p>Nothing depends on this package. It depends on the contracts and on {@code
 * org.dat4j.dat.util}; it knows the backends by their byte code only.
 */
package org.dat4j.faults;
