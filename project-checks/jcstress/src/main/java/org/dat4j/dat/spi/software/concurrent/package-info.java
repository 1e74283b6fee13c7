/**
 * Races of a turn of the software layer, run by jcstress. They are in the package of that layer, as
 * the parts that race are its own.
 *
 * <p>{@link org.dat4j.dat.spi.software.concurrent.TurnPublish} looks whether work sees what was
 * published before it was asked for. {@link org.dat4j.dat.spi.software.concurrent.TurnKick} lets
 * two threads ask for work at once, and looks whether it is done and never overlaps.
 *
 * <p>Each method with {@code @Actor} runs in a thread of its own, without a lock.
 *
 * <p>Nothing depends on this package: jcstress finds its classes by their annotations, and {@code
 * project-checks/jcstress/run} starts it.
 */
package org.dat4j.dat.spi.software.concurrent;
