package org.dat4j.dat;

import java.util.List;

/**
 * Attributes of an {@link Ep}: what it must be able to do.
 *
 * @param serviceType kind of connection
 * @param maxMessageSize longest Send and Receive in bytes
 * @param maxRdmaSize longest RDMA in bytes
 * @param qos bits of {@link Qos}
 * @param recvCompletionFlags 0, UNSIGNALLED, SOLICITED_WAIT or EVD_THRESHOLD of {@link
 *     CompletionFlags}
 * @param requestCompletionFlags 0, UNSIGNALLED or EVD_THRESHOLD of {@link CompletionFlags}
 * @param maxRecvDtos receives outstanding
 * @param maxRequestDtos requests outstanding, binds included
 * @param maxRecvIov segments per receive
 * @param maxRequestIov segments per Send
 * @param maxRdmaReadIn RDMA Reads the peer may have outstanding
 * @param maxRdmaReadOut RDMA Reads outstanding
 * @param srqSoftHw soft high watermark, {@link DatConstants#HW_DEFAULT} for none
 * @param maxRdmaReadIov segments per RDMA Read
 * @param maxRdmaWriteIov segments per RDMA Write
 * @param transportSpecific attributes of the transport
 * @param providerSpecific attributes of the provider
 */
public record EpAttr(
    ServiceType serviceType,
    long maxMessageSize,
    long maxRdmaSize,
    int qos,
    int recvCompletionFlags,
    int requestCompletionFlags,
    int maxRecvDtos,
    int maxRequestDtos,
    int maxRecvIov,
    int maxRequestIov,
    int maxRdmaReadIn,
    int maxRdmaReadOut,
    int srqSoftHw,
    int maxRdmaReadIov,
    int maxRdmaWriteIov,
    List<NamedAttr> transportSpecific,
    List<NamedAttr> providerSpecific) {
  /**
   * The attributes an endpoint gets when none are given: messages and RDMA up to 2^31 bytes as far
   * as the adapter goes, 16 DTOs each way, 4 segments, 4 RDMA Reads each way.
   */
  public static final EpAttr DEFAULT =
      new EpAttr(
          ServiceType.RC,
          0x80000000L,
          0x80000000L,
          Qos.BEST_EFFORT,
          CompletionFlags.EVD_THRESHOLD,
          CompletionFlags.EVD_THRESHOLD,
          16,
          16,
          4,
          4,
          4,
          4,
          DatConstants.HW_DEFAULT,
          4,
          4,
          List.of(),
          List.of());

  /**
   * Keeps unmodifiable copies of the lists.
   *
   * @param serviceType kind of connection
   * @param maxMessageSize longest Send and Receive in bytes
   * @param maxRdmaSize longest RDMA in bytes
   * @param qos bits of {@link Qos}
   * @param recvCompletionFlags 0, UNSIGNALLED, SOLICITED_WAIT or EVD_THRESHOLD of {@link
   *     CompletionFlags}
   * @param requestCompletionFlags 0, UNSIGNALLED or EVD_THRESHOLD of {@link CompletionFlags}
   * @param maxRecvDtos receives outstanding
   * @param maxRequestDtos requests outstanding, binds included
   * @param maxRecvIov segments per receive
   * @param maxRequestIov segments per Send
   * @param maxRdmaReadIn RDMA Reads the peer may have outstanding
   * @param maxRdmaReadOut RDMA Reads outstanding
   * @param srqSoftHw soft high watermark, {@link DatConstants#HW_DEFAULT} for none
   * @param maxRdmaReadIov segments per RDMA Read
   * @param maxRdmaWriteIov segments per RDMA Write
   * @param transportSpecific attributes of the transport
   * @param providerSpecific attributes of the provider
   */
  public EpAttr {
    transportSpecific = List.copyOf(transportSpecific);
    providerSpecific = List.copyOf(providerSpecific);
  }

  /**
   * A builder that starts from these values.
   *
   * @return a new builder, for one thread
   */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects the fields of a {@link EpAttr}; not safe for use by several threads. */
  public static final class Builder {
    private ServiceType serviceType;
    private long maxMessageSize;
    private long maxRdmaSize;
    private int qos;
    private int recvCompletionFlags;
    private int requestCompletionFlags;
    private int maxRecvDtos;
    private int maxRequestDtos;
    private int maxRecvIov;
    private int maxRequestIov;
    private int maxRdmaReadIn;
    private int maxRdmaReadOut;
    private int srqSoftHw;
    private int maxRdmaReadIov;
    private int maxRdmaWriteIov;
    private List<NamedAttr> transportSpecific;
    private List<NamedAttr> providerSpecific;

    private Builder(EpAttr from) {
      serviceType = from.serviceType;
      maxMessageSize = from.maxMessageSize;
      maxRdmaSize = from.maxRdmaSize;
      qos = from.qos;
      recvCompletionFlags = from.recvCompletionFlags;
      requestCompletionFlags = from.requestCompletionFlags;
      maxRecvDtos = from.maxRecvDtos;
      maxRequestDtos = from.maxRequestDtos;
      maxRecvIov = from.maxRecvIov;
      maxRequestIov = from.maxRequestIov;
      maxRdmaReadIn = from.maxRdmaReadIn;
      maxRdmaReadOut = from.maxRdmaReadOut;
      srqSoftHw = from.srqSoftHw;
      maxRdmaReadIov = from.maxRdmaReadIov;
      maxRdmaWriteIov = from.maxRdmaWriteIov;
      transportSpecific = from.transportSpecific;
      providerSpecific = from.providerSpecific;
    }

    /**
     * Sets serviceType.
     *
     * @param value kind of connection
     * @return this builder
     */
    public Builder serviceType(ServiceType value) {
      serviceType = value;
      return this;
    }

    /**
     * Sets maxMessageSize.
     *
     * @param value longest Send and Receive in bytes
     * @return this builder
     */
    public Builder maxMessageSize(long value) {
      maxMessageSize = value;
      return this;
    }

    /**
     * Sets maxRdmaSize.
     *
     * @param value longest RDMA in bytes
     * @return this builder
     */
    public Builder maxRdmaSize(long value) {
      maxRdmaSize = value;
      return this;
    }

    /**
     * Sets qos.
     *
     * @param value bits of {@link Qos}
     * @return this builder
     */
    public Builder qos(int value) {
      qos = value;
      return this;
    }

    /**
     * Sets recvCompletionFlags.
     *
     * @param value 0, UNSIGNALLED, SOLICITED_WAIT or EVD_THRESHOLD of {@link CompletionFlags}
     * @return this builder
     */
    public Builder recvCompletionFlags(int value) {
      recvCompletionFlags = value;
      return this;
    }

    /**
     * Sets requestCompletionFlags.
     *
     * @param value 0, UNSIGNALLED or EVD_THRESHOLD of {@link CompletionFlags}
     * @return this builder
     */
    public Builder requestCompletionFlags(int value) {
      requestCompletionFlags = value;
      return this;
    }

    /**
     * Sets maxRecvDtos.
     *
     * @param value receives outstanding
     * @return this builder
     */
    public Builder maxRecvDtos(int value) {
      maxRecvDtos = value;
      return this;
    }

    /**
     * Sets maxRequestDtos.
     *
     * @param value requests outstanding, binds included
     * @return this builder
     */
    public Builder maxRequestDtos(int value) {
      maxRequestDtos = value;
      return this;
    }

    /**
     * Sets maxRecvIov.
     *
     * @param value segments per receive
     * @return this builder
     */
    public Builder maxRecvIov(int value) {
      maxRecvIov = value;
      return this;
    }

    /**
     * Sets maxRequestIov.
     *
     * @param value segments per Send
     * @return this builder
     */
    public Builder maxRequestIov(int value) {
      maxRequestIov = value;
      return this;
    }

    /**
     * Sets maxRdmaReadIn.
     *
     * @param value RDMA Reads the peer may have outstanding
     * @return this builder
     */
    public Builder maxRdmaReadIn(int value) {
      maxRdmaReadIn = value;
      return this;
    }

    /**
     * Sets maxRdmaReadOut.
     *
     * @param value RDMA Reads outstanding
     * @return this builder
     */
    public Builder maxRdmaReadOut(int value) {
      maxRdmaReadOut = value;
      return this;
    }

    /**
     * Sets srqSoftHw.
     *
     * @param value soft high watermark, {@link DatConstants#HW_DEFAULT} for none
     * @return this builder
     */
    public Builder srqSoftHw(int value) {
      srqSoftHw = value;
      return this;
    }

    /**
     * Sets maxRdmaReadIov.
     *
     * @param value segments per RDMA Read
     * @return this builder
     */
    public Builder maxRdmaReadIov(int value) {
      maxRdmaReadIov = value;
      return this;
    }

    /**
     * Sets maxRdmaWriteIov.
     *
     * @param value segments per RDMA Write
     * @return this builder
     */
    public Builder maxRdmaWriteIov(int value) {
      maxRdmaWriteIov = value;
      return this;
    }

    /**
     * Sets transportSpecific.
     *
     * @param value attributes of the transport
     * @return this builder
     */
    public Builder transportSpecific(List<NamedAttr> value) {
      transportSpecific = value;
      return this;
    }

    /**
     * Sets providerSpecific.
     *
     * @param value attributes of the provider
     * @return this builder
     */
    public Builder providerSpecific(List<NamedAttr> value) {
      providerSpecific = value;
      return this;
    }

    /**
     * Builds the record.
     *
     * @return the values set so far
     */
    public EpAttr build() {
      return new EpAttr(
          serviceType,
          maxMessageSize,
          maxRdmaSize,
          qos,
          recvCompletionFlags,
          requestCompletionFlags,
          maxRecvDtos,
          maxRequestDtos,
          maxRecvIov,
          maxRequestIov,
          maxRdmaReadIn,
          maxRdmaReadOut,
          srqSoftHw,
          maxRdmaReadIov,
          maxRdmaWriteIov,
          transportSpecific,
          providerSpecific);
    }
  }
}
