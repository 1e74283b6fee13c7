/**
 * The memory that two processes share: rings for the messages of a connection, and doorbells for
 * many connections.
 *
 * <ul>
 *   <li>{@link org.dat4j.dat.ipc.ring.Area}: a mapped file, with its {@link
 *       org.dat4j.dat.ipc.ring.Slot}s for connections;
 *   <li>{@link org.dat4j.dat.ipc.ring.RingWriter}, {@link org.dat4j.dat.ipc.ring.RingReader}: the
 *       ends of a ring of records, whose kinds are {@link org.dat4j.dat.ipc.ring.RecordType};
 *   <li>{@link org.dat4j.dat.ipc.ring.Doorbells}: which rings have news, and which side sleeps;
 *   <li>{@link org.dat4j.dat.ipc.ring.RingFaultException}: what the peer has written makes no
 *       sense.
 * </ul>
 *
 * <p>What the peer has written is read once and checked. No lock is held here: each end of a ring
 * is used by one thread at a time, and the words between processes are ordered by acquire, release
 * and full fences.
 *
 * <p>A change of what a peer of the version before reads or writes raises {@code Link.VERSION}.
 * With it a link refuses a peer of another version.
 *
 * <p>The provider's package {@code org.dat4j.dat.ipc} alone depends on this package. It depends on
 * nothing of the project.
 */
package org.dat4j.dat.ipc.ring;
