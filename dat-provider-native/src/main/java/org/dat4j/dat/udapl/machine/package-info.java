/**
 * Diagnosis of the machine: which libraries, kernel modules, devices and limits an adapter needs,
 * and which of them are missing.
 *
 * <ul>
 *   <li>Entry points: {@link org.dat4j.dat.udapl.machine.Diagnosis} before an open, {@link
 *       org.dat4j.dat.udapl.machine.LoadedStack} after it.
 *   <li>The library's registry file: {@link org.dat4j.dat.udapl.machine.DatConfFile}; its provider
 *       libraries: {@link org.dat4j.dat.udapl.machine.ProviderLibraries}.
 *   <li>Sources: {@code RdmaDevices}, {@code HostAddresses}, {@code LoadedLibraries}, {@code
 *       NativeAccess}, {@link org.dat4j.dat.udapl.machine.MemlockLimit}.
 * </ul>
 *
 * <p>It has no threads. The two static tables are guarded by their classes. It depends on the
 * binding {@code abi} only; every other package of the provider may depend on it.
 */
package org.dat4j.dat.udapl.machine;
