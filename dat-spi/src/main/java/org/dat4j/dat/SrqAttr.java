package org.dat4j.dat;

/**
 * Attributes of an {@link Srq}.
 *
 * @param maxRecvDtos buffers it must hold
 * @param maxRecvIov segments per buffer
 * @param lowWatermark low watermark, {@link DatConstants#SRQ_LW_DEFAULT} for none
 */
public record SrqAttr(int maxRecvDtos, int maxRecvIov, int lowWatermark) {}
