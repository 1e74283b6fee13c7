package org.dat4j.dat.spi.software;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.IntStream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IovOwnership;
import org.dat4j.dat.MemType;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.PzSupport;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPsp;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.spi.OpenRequest;

/**
 * An adapter in software: everything but the transport. A provider makes one with its {@link
 * Fabric} and the attributes that differ from {@link #iaAttributes} and {@link
 * #providerAttributes}.
 */
public final class SoftIa extends AbstractIa {

  private static final int STREAMS = 6;
  private static final long PAGE_MASK = 0x0000_7FFF_FFFF_F000L;

  private final Fabric fabric;
  private final Hazards hazards;
  private final IaAttr iaAttr;
  private final ProviderAttr providerAttr;
  private final Timers timers;
  private final ContextTable<Region> regions = new ContextTable<>();
  private final SecureRandom random = new SecureRandom();

  /**
   * Makes an open adapter.
   *
   * @param provider who opens it
   * @param request what was asked for
   * @param fabric the transport, closed with the adapter
   * @param hazards shared by all adapters whose memory one thread may move data between
   * @param iaAttr attributes
   * @param providerAttr attributes
   */
  public SoftIa(
      DatProvider provider,
      OpenRequest request,
      Fabric fabric,
      Hazards hazards,
      IaAttr iaAttr,
      ProviderAttr providerAttr) {
    super(provider, request);
    this.fabric = fabric;
    this.hazards = hazards;
    this.iaAttr = iaAttr;
    this.providerAttr = providerAttr;
    this.timers = new Timers("dat4j-" + request.entry().iaName() + "-timers");
  }

  /**
   * What every software adapter can do.
   *
   * @param name of the adapter
   * @param fabric its transport
   * @return attributes to be changed where the transport differs
   */
  public static IaAttr iaAttributes(String name, Fabric fabric) {
    return IaAttr.EMPTY.toBuilder()
        .adapterName(name)
        .vendorName("dat4j")
        .iaAddress(fabric.address())
        .maxEps(1 << 20)
        .maxDtoPerEp(1 << 16)
        .maxRdmaReadPerEpIn(128)
        .maxRdmaReadPerEpOut(128)
        .maxEvds(1 << 20)
        .maxEvdQlen(1 << 20)
        .maxIovSegmentsPerDto(64)
        .maxLmrs(1 << 22)
        .maxLmrBlockSize(Integer.MAX_VALUE)
        .maxLmrVirtualAddress(-1L)
        .maxPzs(1 << 20)
        .maxMessageSize(0x80000000L)
        .maxRdmaSize(0x80000000L)
        .maxIovSegmentsPerRdmaRead(64)
        .maxIovSegmentsPerRdmaWrite(64)
        .maxRdmaReadIn(128 << 20)
        .maxRdmaReadOut(128 << 20)
        .maxRdmaReadPerEpInGuaranteed(true)
        .maxRdmaReadPerEpOutGuaranteed(true)
        .build();
  }

  /**
   * What every software provider does.
   *
   * @param provider the provider
   * @param maxPrivateDataSize octets, at least 64
   * @return attributes to be changed where the provider differs
   */
  public static ProviderAttr providerAttributes(DatProvider provider, int maxPrivateDataSize) {
    List<Boolean> row = IntStream.range(0, STREAMS).mapToObj(i -> true).toList();
    return ProviderAttr.EMPTY.toBuilder()
        .providerName(provider.id())
        .providerVersionMajor(0)
        .providerVersionMinor(1)
        .completionFlagsSupported(
            CompletionFlags.SUPPRESS
                | CompletionFlags.BARRIER_FENCE
                | CompletionFlags.EVD_THRESHOLD)
        .isThreadSafe(true)
        .maxPrivateDataSize(maxPrivateDataSize)
        .epCreator(EpCreatorForPsp.NEVER)
        .pzSupport(PzSupport.UNIQUE)
        .iovOwnershipOnReturn(IovOwnership.CONSUMER)
        .evdStreamMergingSupported(IntStream.range(0, STREAMS).mapToObj(i -> row).toList())
        .build();
  }

  Fabric fabric() {
    return fabric;
  }

  Hazards hazards() {
    return hazards;
  }

  Timers timers() {
    return timers;
  }

  ContextTable<Region> regions() {
    return regions;
  }

  SoftCr arrived(Incoming incoming) {
    return arrived(new SoftCr(this, incoming));
  }

  void withdrawn(SoftCr cr) {
    withdraw(cr);
  }

  /** Ends the use of memory: nobody finds it any more, and nobody touches it when this returns. */
  void revoke(int stag, Region region) {
    regions.remove(stag);
    region.revoke();
  }

  @Override
  public IaAttr iaAttr() {
    return iaAttr;
  }

  @Override
  public ProviderAttr providerAttr() {
    return providerAttr;
  }

  @Override
  protected AbstractPz implCreatePz() {
    return new SoftPz(this);
  }

  @Override
  protected AbstractLmr implCreateLmr(LmrSpec spec) {
    if (spec.memType() == MemType.SO_VIRTUAL) {
      throw Errors.model(
          where("createLmr"), "memType", spec.memType(), "all memory is coherent: use VIRTUAL");
    }
    if (spec.memType() != MemType.VIRTUAL) {
      throw Errors.model(
          where("createLmr"), "memType", spec.memType(), "this provider registers VIRTUAL memory");
    }
    ByteBuffer buffer = spec.region().buffer();
    if (buffer == null) {
      throw Errors.parameter(
          where("createLmr"), 3, "region", spec.region(), "this provider registers direct buffers");
    }
    ByteBuffer memory = buffer.slice(0, (int) spec.length());
    long base = random.nextLong() & PAGE_MASK;
    Region region = new Region(hazards, memory, base, spec.length(), spec.privileges(), spec.pz());
    int stag;
    do {
      stag = random.nextInt();
    } while (stag == 0 || !regions.putIfAbsent(stag, region));
    return new SoftLmr(this, spec, stag, base, region);
  }

  @Override
  protected AbstractEvd implCreateEvd(int minQlen, AbstractCno cno, int flags) {
    return new SoftEvd(this, minQlen, cno, flags);
  }

  @Override
  protected AbstractEp implCreateEp(EpSpec spec, EpAttr attr) {
    return new SoftEp(this, spec, attr);
  }

  @Override
  protected AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags) {
    return new SoftPsp(this, connQual, evd, flags);
  }

  @Override
  protected void implClose() {
    timers.close();
    fabric.close();
  }
}
