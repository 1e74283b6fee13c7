/**
 * The protocol between two processes of RSM over DAT: messages, their codec and their encryption.
 *
 * <ul>
 *   <li>{@link org.dat4j.rsm.dat.message.Message} and {@link
 *       org.dat4j.rsm.dat.message.MessageCodec}: requests and answers of a control connection.
 *   <li>{@link org.dat4j.rsm.dat.message.ConnectData}: private data of connection requests and
 *       accepts.
 *   <li>{@link org.dat4j.rsm.dat.message.MessageCipher}: encryption and proofs, where the nodes
 *       share a secret.
 *   <li>{@link org.dat4j.rsm.dat.message.ProtocolViolationException}: a peer breaks the protocol.
 * </ul>
 *
 * <p>No class here starts a thread, waits or takes a lock. All are stateless or immutable, except
 * {@code MessageCipher}, which one thread at a time uses for each direction. Input is hostile: each
 * length and count is checked before it is used. {@code org.dat4j.rsm.dat} uses this package; this
 * package refers to the contract {@code org.dat4j.rsm} only.
 */
package org.dat4j.rsm.dat.message;
