/**
 * The baselines that {@code perf} compares operations with: flags and copies inside one JVM, bare
 * TCP sockets between two. A baseline belongs to the thread of its side, has no locks and uses the
 * package {@code exchange} only.
 */
package org.dat4j.tools.perf.baseline;
