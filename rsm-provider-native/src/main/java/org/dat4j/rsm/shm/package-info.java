/**
 * RSM between processes of one Linux machine over POSIX shared memory: controllers {@code loopback}
 * and {@code shm0}, {@code shm1}, ...
 *
 * <p>Each node has one shared object, the registry, with everything except data: processes,
 * segments, imports, signals. Each range of exportable memory is an object of its own. All
 * processes have to share one PID namespace. A process that ends cleans up after itself; after a
 * killed one the others clean up, or the next one that starts.
 *
 * <ul>
 *   <li>Provider and contract objects: {@code ShmProvider}, {@code ShmController}, {@code
 *       ShmExport}, {@code ShmImport}, with {@code ExplicitMapping}, {@code MappedItemCopy}.
 *   <li>Registry: {@code NodeRegistry}, {@code RegistryObject}, {@code RegistryLayout}, {@code
 *       ProcessSlots}, {@code SegmentSlots}, {@code ImportSlots}, {@code RegistryConnection}
 *       (decides whether an import may connect), {@code SharedSignals}, {@code Domain}.
 *   <li>Data: {@code ExportableMemory}, {@code PageReplacer}, {@code GuardPage}, {@code
 *       TruncationWatch}, {@code SharedObject}.
 *   <li>Operating system: {@code LibC}, {@code ProcessInfo}, {@code JnaCheck}.
 * </ul>
 *
 * <p>Threads: {@code RegistryThreads} runs two for each open registry. Transfers and waits run on
 * the program's thread.
 *
 * <p>Locks: the table of registries and the arrangement of {@code ExportableMemory} are taken
 * before the lock of a registry, which excludes other processes, too. Transfers take no lock.
 *
 * <p>The checks of access lists are cooperative: a process that may open the objects can bypass
 * them. The default domain is private to the user, whose objects nobody else may open. Contents of
 * the registry are hostile input. If a data object is truncated during a transfer, the JVM
 * survives, the transfer gives RSMERR_BARRIER_FAILURE, and the import is aborted.
 *
 * <p>Package {@code org.dat4j.rsm.librsm} uses {@code JnaCheck}; nothing else depends on this
 * package.
 */
package org.dat4j.rsm.shm;
