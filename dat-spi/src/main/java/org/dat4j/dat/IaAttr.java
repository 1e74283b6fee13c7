package org.dat4j.dat;

import java.net.InetAddress;
import java.util.List;

/**
 * Attributes of an interface adapter (DAT_IA_ATTR): its names, versions, address and limits. Counts
 * are objects over all consumers of the adapter.
 *
 * @param adapterName name of the adapter
 * @param vendorName name of its vendor
 * @param hardwareVersionMajor version of the hardware
 * @param hardwareVersionMinor version of the hardware
 * @param firmwareVersionMajor version of the firmware
 * @param firmwareVersionMinor version of the firmware
 * @param iaAddress address of the adapter
 * @param maxEps endpoints
 * @param maxDtoPerEp requests, and separately receives, outstanding per endpoint
 * @param maxRdmaReadPerEpIn RDMA Reads per endpoint as target
 * @param maxRdmaReadPerEpOut RDMA Reads per endpoint as originator
 * @param maxEvds EVDs
 * @param maxEvdQlen events per EVD
 * @param maxIovSegmentsPerDto segments per Send or Receive
 * @param maxLmrs registrations
 * @param maxLmrBlockSize bytes of the longest registration
 * @param maxLmrVirtualAddress highest usable address, unsigned
 * @param maxPzs protection zones
 * @param maxMessageSize bytes of the longest message
 * @param maxRdmaSize bytes of the longest RDMA
 * @param maxRmrs remote memory regions, 0 where there are none
 * @param maxRmrTargetAddress highest usable address, unsigned
 * @param maxSrqs shared receive queues
 * @param maxEpPerSrq endpoints per shared queue
 * @param maxRecvPerSrq buffers per shared queue
 * @param maxIovSegmentsPerRdmaRead segments per RDMA Read
 * @param maxIovSegmentsPerRdmaWrite segments per RDMA Write
 * @param maxRdmaReadIn RDMA Reads of the adapter as target
 * @param maxRdmaReadOut RDMA Reads of the adapter as originator
 * @param maxRdmaReadPerEpInGuaranteed the value per endpoint holds for all at once
 * @param maxRdmaReadPerEpOutGuaranteed the value per endpoint holds for all at once
 * @param transportAttr attributes of the transport
 * @param vendorAttr attributes of the vendor
 */
public record IaAttr(
    String adapterName,
    String vendorName,
    int hardwareVersionMajor,
    int hardwareVersionMinor,
    int firmwareVersionMajor,
    int firmwareVersionMinor,
    InetAddress iaAddress,
    int maxEps,
    int maxDtoPerEp,
    int maxRdmaReadPerEpIn,
    int maxRdmaReadPerEpOut,
    int maxEvds,
    int maxEvdQlen,
    int maxIovSegmentsPerDto,
    int maxLmrs,
    long maxLmrBlockSize,
    long maxLmrVirtualAddress,
    int maxPzs,
    long maxMessageSize,
    long maxRdmaSize,
    int maxRmrs,
    long maxRmrTargetAddress,
    int maxSrqs,
    int maxEpPerSrq,
    int maxRecvPerSrq,
    int maxIovSegmentsPerRdmaRead,
    int maxIovSegmentsPerRdmaWrite,
    int maxRdmaReadIn,
    int maxRdmaReadOut,
    boolean maxRdmaReadPerEpInGuaranteed,
    boolean maxRdmaReadPerEpOutGuaranteed,
    List<NamedAttr> transportAttr,
    List<NamedAttr> vendorAttr) {
  /** All zero and empty: where a provider's builder starts. */
  public static final IaAttr EMPTY =
      new IaAttr(
          "", "", 0, 0, 0, 0, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
          0, false, false, List.of(), List.of());

  /**
   * Keeps unmodifiable copies of the lists.
   *
   * @param adapterName name of the adapter
   * @param vendorName name of its vendor
   * @param hardwareVersionMajor version of the hardware
   * @param hardwareVersionMinor version of the hardware
   * @param firmwareVersionMajor version of the firmware
   * @param firmwareVersionMinor version of the firmware
   * @param iaAddress address of the adapter
   * @param maxEps endpoints
   * @param maxDtoPerEp requests, and separately receives, outstanding per endpoint
   * @param maxRdmaReadPerEpIn RDMA Reads per endpoint as target
   * @param maxRdmaReadPerEpOut RDMA Reads per endpoint as originator
   * @param maxEvds EVDs
   * @param maxEvdQlen events per EVD
   * @param maxIovSegmentsPerDto segments per Send or Receive
   * @param maxLmrs registrations
   * @param maxLmrBlockSize bytes of the longest registration
   * @param maxLmrVirtualAddress highest usable address, unsigned
   * @param maxPzs protection zones
   * @param maxMessageSize bytes of the longest message
   * @param maxRdmaSize bytes of the longest RDMA
   * @param maxRmrs remote memory regions, 0 where there are none
   * @param maxRmrTargetAddress highest usable address, unsigned
   * @param maxSrqs shared receive queues
   * @param maxEpPerSrq endpoints per shared queue
   * @param maxRecvPerSrq buffers per shared queue
   * @param maxIovSegmentsPerRdmaRead segments per RDMA Read
   * @param maxIovSegmentsPerRdmaWrite segments per RDMA Write
   * @param maxRdmaReadIn RDMA Reads of the adapter as target
   * @param maxRdmaReadOut RDMA Reads of the adapter as originator
   * @param maxRdmaReadPerEpInGuaranteed the value per endpoint holds for all at once
   * @param maxRdmaReadPerEpOutGuaranteed the value per endpoint holds for all at once
   * @param transportAttr attributes of the transport
   * @param vendorAttr attributes of the vendor
   */
  public IaAttr {
    transportAttr = List.copyOf(transportAttr);
    vendorAttr = List.copyOf(vendorAttr);
  }

  /**
   * A builder that starts from these values.
   *
   * @return a new builder, for one thread
   */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects the fields of a {@link IaAttr}; not safe for use by several threads. */
  public static final class Builder {
    private String adapterName;
    private String vendorName;
    private int hardwareVersionMajor;
    private int hardwareVersionMinor;
    private int firmwareVersionMajor;
    private int firmwareVersionMinor;
    private InetAddress iaAddress;
    private int maxEps;
    private int maxDtoPerEp;
    private int maxRdmaReadPerEpIn;
    private int maxRdmaReadPerEpOut;
    private int maxEvds;
    private int maxEvdQlen;
    private int maxIovSegmentsPerDto;
    private int maxLmrs;
    private long maxLmrBlockSize;
    private long maxLmrVirtualAddress;
    private int maxPzs;
    private long maxMessageSize;
    private long maxRdmaSize;
    private int maxRmrs;
    private long maxRmrTargetAddress;
    private int maxSrqs;
    private int maxEpPerSrq;
    private int maxRecvPerSrq;
    private int maxIovSegmentsPerRdmaRead;
    private int maxIovSegmentsPerRdmaWrite;
    private int maxRdmaReadIn;
    private int maxRdmaReadOut;
    private boolean maxRdmaReadPerEpInGuaranteed;
    private boolean maxRdmaReadPerEpOutGuaranteed;
    private List<NamedAttr> transportAttr;
    private List<NamedAttr> vendorAttr;

    private Builder(IaAttr from) {
      adapterName = from.adapterName;
      vendorName = from.vendorName;
      hardwareVersionMajor = from.hardwareVersionMajor;
      hardwareVersionMinor = from.hardwareVersionMinor;
      firmwareVersionMajor = from.firmwareVersionMajor;
      firmwareVersionMinor = from.firmwareVersionMinor;
      iaAddress = from.iaAddress;
      maxEps = from.maxEps;
      maxDtoPerEp = from.maxDtoPerEp;
      maxRdmaReadPerEpIn = from.maxRdmaReadPerEpIn;
      maxRdmaReadPerEpOut = from.maxRdmaReadPerEpOut;
      maxEvds = from.maxEvds;
      maxEvdQlen = from.maxEvdQlen;
      maxIovSegmentsPerDto = from.maxIovSegmentsPerDto;
      maxLmrs = from.maxLmrs;
      maxLmrBlockSize = from.maxLmrBlockSize;
      maxLmrVirtualAddress = from.maxLmrVirtualAddress;
      maxPzs = from.maxPzs;
      maxMessageSize = from.maxMessageSize;
      maxRdmaSize = from.maxRdmaSize;
      maxRmrs = from.maxRmrs;
      maxRmrTargetAddress = from.maxRmrTargetAddress;
      maxSrqs = from.maxSrqs;
      maxEpPerSrq = from.maxEpPerSrq;
      maxRecvPerSrq = from.maxRecvPerSrq;
      maxIovSegmentsPerRdmaRead = from.maxIovSegmentsPerRdmaRead;
      maxIovSegmentsPerRdmaWrite = from.maxIovSegmentsPerRdmaWrite;
      maxRdmaReadIn = from.maxRdmaReadIn;
      maxRdmaReadOut = from.maxRdmaReadOut;
      maxRdmaReadPerEpInGuaranteed = from.maxRdmaReadPerEpInGuaranteed;
      maxRdmaReadPerEpOutGuaranteed = from.maxRdmaReadPerEpOutGuaranteed;
      transportAttr = from.transportAttr;
      vendorAttr = from.vendorAttr;
    }

    /**
     * Sets adapterName.
     *
     * @param value name of the adapter
     * @return this builder
     */
    public Builder adapterName(String value) {
      adapterName = value;
      return this;
    }

    /**
     * Sets vendorName.
     *
     * @param value name of its vendor
     * @return this builder
     */
    public Builder vendorName(String value) {
      vendorName = value;
      return this;
    }

    /**
     * Sets hardwareVersionMajor.
     *
     * @param value version of the hardware
     * @return this builder
     */
    public Builder hardwareVersionMajor(int value) {
      hardwareVersionMajor = value;
      return this;
    }

    /**
     * Sets hardwareVersionMinor.
     *
     * @param value version of the hardware
     * @return this builder
     */
    public Builder hardwareVersionMinor(int value) {
      hardwareVersionMinor = value;
      return this;
    }

    /**
     * Sets firmwareVersionMajor.
     *
     * @param value version of the firmware
     * @return this builder
     */
    public Builder firmwareVersionMajor(int value) {
      firmwareVersionMajor = value;
      return this;
    }

    /**
     * Sets firmwareVersionMinor.
     *
     * @param value version of the firmware
     * @return this builder
     */
    public Builder firmwareVersionMinor(int value) {
      firmwareVersionMinor = value;
      return this;
    }

    /**
     * Sets iaAddress.
     *
     * @param value address of the adapter
     * @return this builder
     */
    public Builder iaAddress(InetAddress value) {
      iaAddress = value;
      return this;
    }

    /**
     * Sets maxEps.
     *
     * @param value endpoints
     * @return this builder
     */
    public Builder maxEps(int value) {
      maxEps = value;
      return this;
    }

    /**
     * Sets maxDtoPerEp.
     *
     * @param value requests, and separately receives, outstanding per endpoint
     * @return this builder
     */
    public Builder maxDtoPerEp(int value) {
      maxDtoPerEp = value;
      return this;
    }

    /**
     * Sets maxRdmaReadPerEpIn.
     *
     * @param value RDMA Reads per endpoint as target
     * @return this builder
     */
    public Builder maxRdmaReadPerEpIn(int value) {
      maxRdmaReadPerEpIn = value;
      return this;
    }

    /**
     * Sets maxRdmaReadPerEpOut.
     *
     * @param value RDMA Reads per endpoint as originator
     * @return this builder
     */
    public Builder maxRdmaReadPerEpOut(int value) {
      maxRdmaReadPerEpOut = value;
      return this;
    }

    /**
     * Sets maxEvds.
     *
     * @param value EVDs
     * @return this builder
     */
    public Builder maxEvds(int value) {
      maxEvds = value;
      return this;
    }

    /**
     * Sets maxEvdQlen.
     *
     * @param value events per EVD
     * @return this builder
     */
    public Builder maxEvdQlen(int value) {
      maxEvdQlen = value;
      return this;
    }

    /**
     * Sets maxIovSegmentsPerDto.
     *
     * @param value segments per Send or Receive
     * @return this builder
     */
    public Builder maxIovSegmentsPerDto(int value) {
      maxIovSegmentsPerDto = value;
      return this;
    }

    /**
     * Sets maxLmrs.
     *
     * @param value registrations
     * @return this builder
     */
    public Builder maxLmrs(int value) {
      maxLmrs = value;
      return this;
    }

    /**
     * Sets maxLmrBlockSize.
     *
     * @param value bytes of the longest registration
     * @return this builder
     */
    public Builder maxLmrBlockSize(long value) {
      maxLmrBlockSize = value;
      return this;
    }

    /**
     * Sets maxLmrVirtualAddress.
     *
     * @param value highest usable address, unsigned
     * @return this builder
     */
    public Builder maxLmrVirtualAddress(long value) {
      maxLmrVirtualAddress = value;
      return this;
    }

    /**
     * Sets maxPzs.
     *
     * @param value protection zones
     * @return this builder
     */
    public Builder maxPzs(int value) {
      maxPzs = value;
      return this;
    }

    /**
     * Sets maxMessageSize.
     *
     * @param value bytes of the longest message
     * @return this builder
     */
    public Builder maxMessageSize(long value) {
      maxMessageSize = value;
      return this;
    }

    /**
     * Sets maxRdmaSize.
     *
     * @param value bytes of the longest RDMA
     * @return this builder
     */
    public Builder maxRdmaSize(long value) {
      maxRdmaSize = value;
      return this;
    }

    /**
     * Sets maxRmrs.
     *
     * @param value remote memory regions, 0 where there are none
     * @return this builder
     */
    public Builder maxRmrs(int value) {
      maxRmrs = value;
      return this;
    }

    /**
     * Sets maxRmrTargetAddress.
     *
     * @param value highest usable address, unsigned
     * @return this builder
     */
    public Builder maxRmrTargetAddress(long value) {
      maxRmrTargetAddress = value;
      return this;
    }

    /**
     * Sets maxSrqs.
     *
     * @param value shared receive queues
     * @return this builder
     */
    public Builder maxSrqs(int value) {
      maxSrqs = value;
      return this;
    }

    /**
     * Sets maxEpPerSrq.
     *
     * @param value endpoints per shared queue
     * @return this builder
     */
    public Builder maxEpPerSrq(int value) {
      maxEpPerSrq = value;
      return this;
    }

    /**
     * Sets maxRecvPerSrq.
     *
     * @param value buffers per shared queue
     * @return this builder
     */
    public Builder maxRecvPerSrq(int value) {
      maxRecvPerSrq = value;
      return this;
    }

    /**
     * Sets maxIovSegmentsPerRdmaRead.
     *
     * @param value segments per RDMA Read
     * @return this builder
     */
    public Builder maxIovSegmentsPerRdmaRead(int value) {
      maxIovSegmentsPerRdmaRead = value;
      return this;
    }

    /**
     * Sets maxIovSegmentsPerRdmaWrite.
     *
     * @param value segments per RDMA Write
     * @return this builder
     */
    public Builder maxIovSegmentsPerRdmaWrite(int value) {
      maxIovSegmentsPerRdmaWrite = value;
      return this;
    }

    /**
     * Sets maxRdmaReadIn.
     *
     * @param value RDMA Reads of the adapter as target
     * @return this builder
     */
    public Builder maxRdmaReadIn(int value) {
      maxRdmaReadIn = value;
      return this;
    }

    /**
     * Sets maxRdmaReadOut.
     *
     * @param value RDMA Reads of the adapter as originator
     * @return this builder
     */
    public Builder maxRdmaReadOut(int value) {
      maxRdmaReadOut = value;
      return this;
    }

    /**
     * Sets maxRdmaReadPerEpInGuaranteed.
     *
     * @param value the value per endpoint holds for all at once
     * @return this builder
     */
    public Builder maxRdmaReadPerEpInGuaranteed(boolean value) {
      maxRdmaReadPerEpInGuaranteed = value;
      return this;
    }

    /**
     * Sets maxRdmaReadPerEpOutGuaranteed.
     *
     * @param value the value per endpoint holds for all at once
     * @return this builder
     */
    public Builder maxRdmaReadPerEpOutGuaranteed(boolean value) {
      maxRdmaReadPerEpOutGuaranteed = value;
      return this;
    }

    /**
     * Sets transportAttr.
     *
     * @param value attributes of the transport
     * @return this builder
     */
    public Builder transportAttr(List<NamedAttr> value) {
      transportAttr = value;
      return this;
    }

    /**
     * Sets vendorAttr.
     *
     * @param value attributes of the vendor
     * @return this builder
     */
    public Builder vendorAttr(List<NamedAttr> value) {
      vendorAttr = value;
      return this;
    }

    /**
     * Builds the record.
     *
     * @return the values set so far
     */
    public IaAttr build() {
      return new IaAttr(
          adapterName,
          vendorName,
          hardwareVersionMajor,
          hardwareVersionMinor,
          firmwareVersionMajor,
          firmwareVersionMinor,
          iaAddress,
          maxEps,
          maxDtoPerEp,
          maxRdmaReadPerEpIn,
          maxRdmaReadPerEpOut,
          maxEvds,
          maxEvdQlen,
          maxIovSegmentsPerDto,
          maxLmrs,
          maxLmrBlockSize,
          maxLmrVirtualAddress,
          maxPzs,
          maxMessageSize,
          maxRdmaSize,
          maxRmrs,
          maxRmrTargetAddress,
          maxSrqs,
          maxEpPerSrq,
          maxRecvPerSrq,
          maxIovSegmentsPerRdmaRead,
          maxIovSegmentsPerRdmaWrite,
          maxRdmaReadIn,
          maxRdmaReadOut,
          maxRdmaReadPerEpInGuaranteed,
          maxRdmaReadPerEpOutGuaranteed,
          transportAttr,
          vendorAttr);
    }
  }
}
