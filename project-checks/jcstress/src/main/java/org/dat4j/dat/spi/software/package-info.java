/**
 * Races of the queues of the software layer, run by jcstress. They are in the package of that
 * layer, as the parts that race are its own.
 *
 * <ul>
 *   <li>Queue of events: {@link org.dat4j.dat.spi.software.QueuePublish}, {@link
 *       org.dat4j.dat.spi.software.QueueClaim}, {@link org.dat4j.dat.spi.software.QueueConsumers},
 *       {@link org.dat4j.dat.spi.software.QueueProducers}, {@link
 *       org.dat4j.dat.spi.software.QueueLast}, {@link org.dat4j.dat.spi.software.QueueResize} and
 *       {@link org.dat4j.dat.spi.software.QueueResizeSeen}, with {@code TakenCookies}; {@link
 *       org.dat4j.dat.spi.software.WaitAndNotice} for an EVD with a CNO.
 *   <li>Queues of DTOs: {@link org.dat4j.dat.spi.software.RequestPost}, {@link
 *       org.dat4j.dat.spi.software.ReceivePost}, {@link org.dat4j.dat.spi.software.GrowingPost},
 *       {@link org.dat4j.dat.spi.software.WriteFound} and {@link
 *       org.dat4j.dat.spi.software.SrqPostOrResize}, with {@code Requests}.
 * </ul>
 *
 * <p>Each method with {@code @Actor} runs in a thread of its own, without a lock.
 *
 * <p>Nothing depends on this package: jcstress finds its classes by their annotations, and {@code
 * project-checks/jcstress/run} starts it.
 */
package org.dat4j.dat.spi.software;
