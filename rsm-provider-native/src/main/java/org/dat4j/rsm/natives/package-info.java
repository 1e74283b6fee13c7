/**
 * RSM between processes of one Linux machine: controllers {@code loopback} and {@code shm0}, {@code
 * shm1}, ... over POSIX shared memory.
 *
 * <p>Each node has one shared object, the registry, with everything but data: processes, segments,
 * imports, signals. Each range of exportable memory is an object of its own. All processes have to
 * share one pid namespace. Nothing stays behind: a process that ends cleans up, and one that is
 * killed is cleaned up after by the others, or by the next one that starts.
 *
 * <p>The checks of access lists are cooperative: a process that may open the objects can bypass
 * them. The default domain is private to the user, whose objects nobody else may open. Contents of
 * the registry are not trusted. If somebody cuts a data object short under a transfer, the JVM
 * survives, the transfer gives RSMERR_BARRIER_FAILURE, and the import is aborted.
 */
package org.dat4j.rsm.natives;
