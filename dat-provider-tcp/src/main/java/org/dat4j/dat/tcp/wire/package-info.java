/**
 * The iWARP wire format: MPA start-up frames (RFC 5044, RFC 6581), FPDUs with DDP segments (RFC
 * 5041) and RDMAP messages (RFC 5040), as functions over octets.
 *
 * <ul>
 *   <li>Set-up: {@code MpaFrame} is a start-up frame, and {@code MpaEnhanced} the data of RFC 6581
 *       in it. {@code MpaDecoder} parses received frames. {@code MpaNegotiation} derives the
 *       parameters of a connection. {@code MpaFault} has the reasons of a refusal.
 *   <li>Operation: {@code FpduEncoder} writes headers. {@code FpduParser} parses received FPDUs.
 *       {@code InboundChecks} checks their order. {@code Fpdu} and {@code Opcode} have the numbers,
 *       {@code Mulpdu} the length of segments, {@code Crc32c} the checksum.
 *   <li>Termination: {@code Terminate} writes the message, {@code TerminateView} reads it, {@code
 *       TerminateCode} has the codes.
 * </ul>
 *
 * <p>Nothing here owns a socket, a thread or registered memory. Start-up frames are ordinary
 * immutable objects; everything used once a connection runs works on caller-owned big-endian {@link
 * java.nio.ByteBuffer}s by absolute index and allocates nothing. No class is safe for use by two
 * threads at once; a connection keeps one set of objects per direction. {@code buffer}, {@code
 * config}, {@code connection} and {@code setup} depend on this package; it depends on nothing of
 * the project.
 *
 * <p>Two things are left out on purpose: markers, which a stream receiver gains nothing from and
 * which would cut every payload into pieces of 508 octets, and the opcodes of RFC 7306, which
 * nothing negotiates.
 */
package org.dat4j.dat.tcp.wire;
