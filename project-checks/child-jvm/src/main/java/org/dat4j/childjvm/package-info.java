/**
 * JVMs that tests start: {@link org.dat4j.childjvm.ChildJvm}.
 *
 * <p>It is used by one thread. A thread of the JDK ends a child that lives too long.
 *
 * <p>Only tests depend on this package.
 */
package org.dat4j.childjvm;
