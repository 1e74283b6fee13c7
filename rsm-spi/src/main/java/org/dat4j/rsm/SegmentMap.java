package org.dat4j.rsm;

import java.nio.ByteBuffer;

/**
 * A part of an RSM import segment that is mapped, so that the program reads and writes it directly
 * as a buffer.
 *
 * <p>The buffer may be kept after unmap or abort: it then shows private pages, loads give arbitrary
 * values and stores go nowhere. Its byte order is that of this machine.
 *
 * @param address where the mapping begins
 * @param buffer the mapped bytes; read-only where the mapping has no write permission
 */
public record SegmentMap(long address, ByteBuffer buffer) {}
