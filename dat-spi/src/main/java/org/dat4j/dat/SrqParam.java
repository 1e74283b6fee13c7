package org.dat4j.dat;

/**
 * The parameters and state of an {@link Srq}, as its query returns them.
 *
 * @param ia the adapter instance
 * @param srqState the state
 * @param pz the protection zone
 * @param maxRecvDtos buffers it can hold
 * @param maxRecvIov segments per buffer
 * @param lowWatermark low watermark
 * @param availableDtoCount buffers on the queue
 * @param outstandingDtoCount buffers posted and not yet reaped
 */
public record SrqParam(
    Ia ia,
    SrqState srqState,
    Pz pz,
    int maxRecvDtos,
    int maxRecvIov,
    int lowWatermark,
    int availableDtoCount,
    int outstandingDtoCount) {}
