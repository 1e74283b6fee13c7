package org.dat4j.dat;

/**
 * Attributes of a shared receive queue (DAT_SRQ_ATTR): its Receives, their segments, and the number
 * of Receives at which an event warns. A program sets them at the creation, and queries them.
 *
 * @param maxRecvDtos buffers it must hold
 * @param maxRecvIov segments per buffer
 * @param lowWatermark low watermark, {@link DatConstants#SRQ_LW_DEFAULT} for none
 */
public record SrqAttr(int maxRecvDtos, int maxRecvIov, int lowWatermark) {}
