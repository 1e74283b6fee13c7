/**
 * Writes to private structures of libdapl and of the C library's heap: the only package that does.
 *
 * <ul>
 *   <li>The setting that permits it: {@link org.dat4j.dat.udapl.patch.PrivateStructures}.
 *   <li>Accepted requests of libdaplofa: {@link org.dat4j.dat.udapl.patch.DetachedRequest}, {@link
 *       org.dat4j.dat.udapl.patch.DaplServicePoint}, under libdapl's own locks ({@code
 *       PthreadMutex}).
 *   <li>Freed PSPs of libdaploscm: {@link org.dat4j.dat.udapl.patch.FreedServicePoints}, on {@code
 *       HeapBlockHold}.
 * </ul>
 *
 * <p>It has no threads. Its callers stop libdapl's CM thread before they touch a request. It
 * depends on the binding {@code abi}. The workarounds for libdapl depend on it, and the open of an
 * adapter reads the setting; nothing else does either.
 */
package org.dat4j.dat.udapl.patch;
