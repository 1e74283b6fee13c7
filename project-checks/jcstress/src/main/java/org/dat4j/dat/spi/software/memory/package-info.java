/**
 * Races of hazard pointers of the software layer, run by jcstress. They are in the package of that
 * layer, as the parts that race are its own.
 *
 * <p>{@link org.dat4j.dat.spi.software.memory.HazardRevoke} looks whether a free of memory can
 * return while a thread touches that memory.
 *
 * <p>Each method with {@code @Actor} runs in a thread of its own, without a lock.
 *
 * <p>Nothing depends on this package: jcstress finds its classes by their annotations, and {@code
 * project-checks/jcstress/run} starts it.
 */
package org.dat4j.dat.spi.software.memory;
