/**
 * The operations that {@code perf} measures: ping-pong and stream of Sends, RDMA Write and Read.
 * Each checks the data it moves. An operation belongs to the thread of its side, has no locks and
 * uses the package {@code exchange} only.
 */
package org.dat4j.tools.perf.operation;
