package org.dat4j.dat;

import java.util.List;

/**
 * Attributes of a provider (DAT_PROVIDER_ATTR): its name and version, and what it supports.
 *
 * @param providerName name of the provider
 * @param providerVersionMajor its version
 * @param providerVersionMinor its version
 * @param daplVersionMajor version of the interface
 * @param daplVersionMinor version of the interface
 * @param lmrMemTypesSupported bit 1 LMR, bit 2 SHARED_VIRTUAL; VIRTUAL is implied
 * @param iovOwnershipOnReturn owner of the segments after a post
 * @param qosSupported bits of {@link Qos}
 * @param completionFlagsSupported bits of {@link CompletionFlags}
 * @param isThreadSafe thread safety of the library
 * @param maxPrivateDataSize bytes, at least 64
 * @param supportsMultipath whether {@link ConnectFlags#MULTIPATH} works
 * @param epCreator sides that may create endpoints for a PSP
 * @param pzSupport kind of protection
 * @param optimalBufferAlignment bytes, divides 256
 * @param evdStreamMergingSupported 6 x 6: whether two streams (software, CR, DTO, connection, bind,
 *     async) may share an EVD
 * @param srqSupported shared receive queues
 * @param srqWatermarksSupported 0 for none
 * @param srqEpPzDifferenceSupported endpoint and queue may differ in PZ
 * @param srqInfoSupported which counts can be queried, 0 for none
 * @param epRecvInfoSupported which receive counts can be queried, 0 for none
 * @param lmrSyncReq whether the sync calls are needed
 * @param dtoAsyncReturnGuaranteed memory errors come in completions only
 * @param rdmaWriteForRdmaReadReq the buffer of an RDMA Read needs remote write
 * @param providerSpecificAttr capabilities the contract has no field for, such as {@code
 *     completion}
 */
public record ProviderAttr(
    String providerName,
    int providerVersionMajor,
    int providerVersionMinor,
    int daplVersionMajor,
    int daplVersionMinor,
    int lmrMemTypesSupported,
    IovOwnership iovOwnershipOnReturn,
    int qosSupported,
    int completionFlagsSupported,
    boolean isThreadSafe,
    int maxPrivateDataSize,
    boolean supportsMultipath,
    EpCreatorForPsp epCreator,
    PzSupport pzSupport,
    int optimalBufferAlignment,
    List<List<Boolean>> evdStreamMergingSupported,
    boolean srqSupported,
    int srqWatermarksSupported,
    boolean srqEpPzDifferenceSupported,
    int srqInfoSupported,
    int epRecvInfoSupported,
    boolean lmrSyncReq,
    boolean dtoAsyncReturnGuaranteed,
    boolean rdmaWriteForRdmaReadReq,
    List<NamedAttr> providerSpecificAttr) {
  /** All zero, false and empty: where a provider's builder starts. */
  public static final ProviderAttr EMPTY =
      new ProviderAttr(
          "",
          0,
          0,
          DatConstants.VERSION_MAJOR,
          DatConstants.VERSION_MINOR,
          0,
          IovOwnership.CONSUMER,
          Qos.BEST_EFFORT,
          0,
          false,
          0,
          false,
          EpCreatorForPsp.NEVER,
          PzSupport.UNIQUE,
          DatConstants.OPTIMAL_ALIGNMENT,
          List.of(),
          false,
          0,
          false,
          0,
          0,
          false,
          false,
          false,
          List.of());

  /**
   * The value of a provider-specific attribute.
   *
   * @param name its name
   * @return its value, or null when there is none of that name
   */
  public String specific(String name) {
    for (NamedAttr attr : providerSpecificAttr) {
      if (attr.name().equals(name)) {
        return attr.value();
      }
    }
    return null;
  }

  /**
   * Keeps unmodifiable copies of the lists.
   *
   * @param providerName name of the provider
   * @param providerVersionMajor its version
   * @param providerVersionMinor its version
   * @param daplVersionMajor version of the interface
   * @param daplVersionMinor version of the interface
   * @param lmrMemTypesSupported bit 1 LMR, bit 2 SHARED_VIRTUAL; VIRTUAL is implied
   * @param iovOwnershipOnReturn owner of the segments after a post
   * @param qosSupported bits of {@link Qos}
   * @param completionFlagsSupported bits of {@link CompletionFlags}
   * @param isThreadSafe thread safety of the library
   * @param maxPrivateDataSize bytes, at least 64
   * @param supportsMultipath whether {@link ConnectFlags#MULTIPATH} works
   * @param epCreator sides that may create endpoints for a PSP
   * @param pzSupport kind of protection
   * @param optimalBufferAlignment bytes, divides 256
   * @param evdStreamMergingSupported 6 x 6: whether two streams (software, CR, DTO, connection,
   *     bind, async) may share an EVD
   * @param srqSupported shared receive queues
   * @param srqWatermarksSupported 0 for none
   * @param srqEpPzDifferenceSupported endpoint and queue may differ in PZ
   * @param srqInfoSupported which counts can be queried, 0 for none
   * @param epRecvInfoSupported which receive counts can be queried, 0 for none
   * @param lmrSyncReq whether the sync calls are needed
   * @param dtoAsyncReturnGuaranteed memory errors come in completions only
   * @param rdmaWriteForRdmaReadReq the buffer of an RDMA Read needs remote write
   * @param providerSpecificAttr capabilities the contract has no field for, such as {@code
   *     completion}
   */
  public ProviderAttr {
    evdStreamMergingSupported = List.copyOf(evdStreamMergingSupported);
    providerSpecificAttr = List.copyOf(providerSpecificAttr);
  }

  /**
   * A builder that starts from these values.
   *
   * @return a new builder, for one thread
   */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects the fields of a {@link ProviderAttr}; not safe for use by several threads. */
  public static final class Builder {
    private String providerName;
    private int providerVersionMajor;
    private int providerVersionMinor;
    private int daplVersionMajor;
    private int daplVersionMinor;
    private int lmrMemTypesSupported;
    private IovOwnership iovOwnershipOnReturn;
    private int qosSupported;
    private int completionFlagsSupported;
    private boolean isThreadSafe;
    private int maxPrivateDataSize;
    private boolean supportsMultipath;
    private EpCreatorForPsp epCreator;
    private PzSupport pzSupport;
    private int optimalBufferAlignment;
    private List<List<Boolean>> evdStreamMergingSupported;
    private boolean srqSupported;
    private int srqWatermarksSupported;
    private boolean srqEpPzDifferenceSupported;
    private int srqInfoSupported;
    private int epRecvInfoSupported;
    private boolean lmrSyncReq;
    private boolean dtoAsyncReturnGuaranteed;
    private boolean rdmaWriteForRdmaReadReq;
    private List<NamedAttr> providerSpecificAttr;

    private Builder(ProviderAttr from) {
      providerName = from.providerName;
      providerVersionMajor = from.providerVersionMajor;
      providerVersionMinor = from.providerVersionMinor;
      daplVersionMajor = from.daplVersionMajor;
      daplVersionMinor = from.daplVersionMinor;
      lmrMemTypesSupported = from.lmrMemTypesSupported;
      iovOwnershipOnReturn = from.iovOwnershipOnReturn;
      qosSupported = from.qosSupported;
      completionFlagsSupported = from.completionFlagsSupported;
      isThreadSafe = from.isThreadSafe;
      maxPrivateDataSize = from.maxPrivateDataSize;
      supportsMultipath = from.supportsMultipath;
      epCreator = from.epCreator;
      pzSupport = from.pzSupport;
      optimalBufferAlignment = from.optimalBufferAlignment;
      evdStreamMergingSupported = from.evdStreamMergingSupported;
      srqSupported = from.srqSupported;
      srqWatermarksSupported = from.srqWatermarksSupported;
      srqEpPzDifferenceSupported = from.srqEpPzDifferenceSupported;
      srqInfoSupported = from.srqInfoSupported;
      epRecvInfoSupported = from.epRecvInfoSupported;
      lmrSyncReq = from.lmrSyncReq;
      dtoAsyncReturnGuaranteed = from.dtoAsyncReturnGuaranteed;
      rdmaWriteForRdmaReadReq = from.rdmaWriteForRdmaReadReq;
      providerSpecificAttr = from.providerSpecificAttr;
    }

    /**
     * Sets providerName.
     *
     * @param value name of the provider
     * @return this builder
     */
    public Builder providerName(String value) {
      providerName = value;
      return this;
    }

    /**
     * Sets providerVersionMajor.
     *
     * @param value its version
     * @return this builder
     */
    public Builder providerVersionMajor(int value) {
      providerVersionMajor = value;
      return this;
    }

    /**
     * Sets providerVersionMinor.
     *
     * @param value its version
     * @return this builder
     */
    public Builder providerVersionMinor(int value) {
      providerVersionMinor = value;
      return this;
    }

    /**
     * Sets daplVersionMajor.
     *
     * @param value version of the interface
     * @return this builder
     */
    public Builder daplVersionMajor(int value) {
      daplVersionMajor = value;
      return this;
    }

    /**
     * Sets daplVersionMinor.
     *
     * @param value version of the interface
     * @return this builder
     */
    public Builder daplVersionMinor(int value) {
      daplVersionMinor = value;
      return this;
    }

    /**
     * Sets lmrMemTypesSupported.
     *
     * @param value bit 1 LMR, bit 2 SHARED_VIRTUAL; VIRTUAL is implied
     * @return this builder
     */
    public Builder lmrMemTypesSupported(int value) {
      lmrMemTypesSupported = value;
      return this;
    }

    /**
     * Sets iovOwnershipOnReturn.
     *
     * @param value owner of the segments after a post
     * @return this builder
     */
    public Builder iovOwnershipOnReturn(IovOwnership value) {
      iovOwnershipOnReturn = value;
      return this;
    }

    /**
     * Sets qosSupported.
     *
     * @param value bits of {@link Qos}
     * @return this builder
     */
    public Builder qosSupported(int value) {
      qosSupported = value;
      return this;
    }

    /**
     * Sets completionFlagsSupported.
     *
     * @param value bits of {@link CompletionFlags}
     * @return this builder
     */
    public Builder completionFlagsSupported(int value) {
      completionFlagsSupported = value;
      return this;
    }

    /**
     * Sets isThreadSafe.
     *
     * @param value thread safety of the library
     * @return this builder
     */
    public Builder isThreadSafe(boolean value) {
      isThreadSafe = value;
      return this;
    }

    /**
     * Sets maxPrivateDataSize.
     *
     * @param value bytes, at least 64
     * @return this builder
     */
    public Builder maxPrivateDataSize(int value) {
      maxPrivateDataSize = value;
      return this;
    }

    /**
     * Sets supportsMultipath.
     *
     * @param value whether {@link ConnectFlags#MULTIPATH} works
     * @return this builder
     */
    public Builder supportsMultipath(boolean value) {
      supportsMultipath = value;
      return this;
    }

    /**
     * Sets epCreator.
     *
     * @param value sides that may create endpoints for a PSP
     * @return this builder
     */
    public Builder epCreator(EpCreatorForPsp value) {
      epCreator = value;
      return this;
    }

    /**
     * Sets pzSupport.
     *
     * @param value kind of protection
     * @return this builder
     */
    public Builder pzSupport(PzSupport value) {
      pzSupport = value;
      return this;
    }

    /**
     * Sets optimalBufferAlignment.
     *
     * @param value bytes, divides 256
     * @return this builder
     */
    public Builder optimalBufferAlignment(int value) {
      optimalBufferAlignment = value;
      return this;
    }

    /**
     * Sets evdStreamMergingSupported.
     *
     * @param value 6 x 6: whether two streams (software, CR, DTO, connection, bind, async) may
     *     share an EVD
     * @return this builder
     */
    public Builder evdStreamMergingSupported(List<List<Boolean>> value) {
      evdStreamMergingSupported = value;
      return this;
    }

    /**
     * Sets srqSupported.
     *
     * @param value shared receive queues
     * @return this builder
     */
    public Builder srqSupported(boolean value) {
      srqSupported = value;
      return this;
    }

    /**
     * Sets srqWatermarksSupported.
     *
     * @param value 0 for none
     * @return this builder
     */
    public Builder srqWatermarksSupported(int value) {
      srqWatermarksSupported = value;
      return this;
    }

    /**
     * Sets srqEpPzDifferenceSupported.
     *
     * @param value endpoint and queue may differ in PZ
     * @return this builder
     */
    public Builder srqEpPzDifferenceSupported(boolean value) {
      srqEpPzDifferenceSupported = value;
      return this;
    }

    /**
     * Sets srqInfoSupported.
     *
     * @param value which counts can be queried, 0 for none
     * @return this builder
     */
    public Builder srqInfoSupported(int value) {
      srqInfoSupported = value;
      return this;
    }

    /**
     * Sets epRecvInfoSupported.
     *
     * @param value which receive counts can be queried, 0 for none
     * @return this builder
     */
    public Builder epRecvInfoSupported(int value) {
      epRecvInfoSupported = value;
      return this;
    }

    /**
     * Sets lmrSyncReq.
     *
     * @param value whether the sync calls are needed
     * @return this builder
     */
    public Builder lmrSyncReq(boolean value) {
      lmrSyncReq = value;
      return this;
    }

    /**
     * Sets dtoAsyncReturnGuaranteed.
     *
     * @param value memory errors come in completions only
     * @return this builder
     */
    public Builder dtoAsyncReturnGuaranteed(boolean value) {
      dtoAsyncReturnGuaranteed = value;
      return this;
    }

    /**
     * Sets rdmaWriteForRdmaReadReq.
     *
     * @param value the buffer of an RDMA Read needs remote write
     * @return this builder
     */
    public Builder rdmaWriteForRdmaReadReq(boolean value) {
      rdmaWriteForRdmaReadReq = value;
      return this;
    }

    /**
     * Sets providerSpecificAttr.
     *
     * @param value capabilities the contract has no field for, such as {@code completion}
     * @return this builder
     */
    public Builder providerSpecificAttr(List<NamedAttr> value) {
      providerSpecificAttr = value;
      return this;
    }

    /**
     * Builds the record.
     *
     * @return the values set so far
     */
    public ProviderAttr build() {
      return new ProviderAttr(
          providerName,
          providerVersionMajor,
          providerVersionMinor,
          daplVersionMajor,
          daplVersionMinor,
          lmrMemTypesSupported,
          iovOwnershipOnReturn,
          qosSupported,
          completionFlagsSupported,
          isThreadSafe,
          maxPrivateDataSize,
          supportsMultipath,
          epCreator,
          pzSupport,
          optimalBufferAlignment,
          evdStreamMergingSupported,
          srqSupported,
          srqWatermarksSupported,
          srqEpPzDifferenceSupported,
          srqInfoSupported,
          epRecvInfoSupported,
          lmrSyncReq,
          dtoAsyncReturnGuaranteed,
          rdmaWriteForRdmaReadReq,
          providerSpecificAttr);
    }
  }
}
