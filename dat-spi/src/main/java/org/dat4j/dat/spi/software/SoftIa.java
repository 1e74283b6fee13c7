package org.dat4j.dat.spi.software;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.IntStream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IovOwnership;
import org.dat4j.dat.MemType;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.PzSupport;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPsp;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.AbstractSrq;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProviderIdentity;
import org.dat4j.dat.spi.ProxyAgentExecutor;
import org.dat4j.dat.spi.software.concurrent.RepairFlag;
import org.dat4j.dat.spi.software.concurrent.Timers;
import org.dat4j.dat.spi.software.memory.HazardDomain;
import org.dat4j.dat.spi.software.memory.MemoryRegion;

/**
 * The adapter of software backends (loopback, ipc, tcp): does everything but the transport. A
 * provider makes one with its {@link Fabric} and the attributes that differ from {@link
 * #iaAttributes} and {@link #providerAttributes}.
 */
public final class SoftIa extends AbstractIa {

  private static final int STREAMS = 6;

  /** Least bytes of private data, which the contract promises to each program. */
  private static final int MIN_PRIVATE_DATA = 64;

  /** Both counts of dat_ep_recv_query; the contract names no bits. */
  private static final int RECV_INFO = 3;

  private final Fabric fabric;
  private final ServicePoints points;
  private final SoftMemory memory;
  private final IaAttr iaAttr;
  private final ProviderAttr providerAttr;
  private final Timers timers;
  private final ProxyAgentExecutor agents;

  /** The flag that an Error has left work undone, which the next thread here does. */
  final RepairFlag repairFlag = new RepairFlag();

  /**
   * Makes an open adapter.
   *
   * @param provider that opens the adapter
   * @param request what was asked for
   * @param fabric the transport, closed with the adapter; if this constructor throws, the caller
   *     closes it
   * @param hazards shared by all adapters whose memory one thread may move data between
   * @param iaAttr attributes; an empty name of the vendor becomes that of the provider
   * @param providerAttr attributes
   */
  public SoftIa(
      DatProvider provider,
      OpenRequest request,
      Fabric fabric,
      HazardDomain hazards,
      IaAttr iaAttr,
      ProviderAttr providerAttr) {
    super(provider, request);
    this.fabric = fabric;
    this.points = new ServicePoints(fabric);
    this.memory = new SoftMemory(hazards);
    this.iaAttr =
        iaAttr.vendorName().isEmpty()
            ? iaAttr.toBuilder().vendorName(ProviderIdentity.of(provider).vendor()).build()
            : iaAttr;
    this.providerAttr = providerAttr;
    this.timers = new Timers("dat4j-" + request.entry().iaName() + "-timers");
    this.agents = new ProxyAgentExecutor("dat4j-" + request.entry().iaName() + "-agents");
  }

  /**
   * Returns the attributes that all software adapters have. The layer limits a message and an RDMA
   * transfer to 2^31 bytes, and an LMR to 2^31-1 bytes. An endpoint has at most 64 segments, 65,536
   * outstanding transfers and Receives, and 128 RDMA Reads in each direction. {@code ./dat4j info
   * -v} lists all.
   *
   * @param name of the adapter
   * @param fabric its transport
   * @return attributes to be changed where the transport differs; the name of the vendor is empty
   * @throws IllegalStateException if the transport has no address
   */
  public static IaAttr iaAttributes(String name, Fabric fabric) {
    return IaAttr.EMPTY.toBuilder()
        .adapterName(name)
        .iaAddress(address(fabric))
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
        .maxRmrs(1 << 22)
        .maxRmrTargetAddress(-1L)
        .maxMessageSize(0x80000000L)
        .maxRdmaSize(0x80000000L)
        .maxSrqs(1 << 16)
        .maxEpPerSrq(1 << 20)
        .maxRecvPerSrq(1 << 16)
        .maxIovSegmentsPerRdmaRead(64)
        .maxIovSegmentsPerRdmaWrite(64)
        .maxRdmaReadIn(128 << 20)
        .maxRdmaReadOut(128 << 20)
        .maxRdmaReadPerEpInGuaranteed(true)
        .maxRdmaReadPerEpOutGuaranteed(true)
        .build();
  }

  private static InetAddress address(Fabric fabric) {
    InetAddress address = fabric.address();
    if (address == null) {
      throw new IllegalStateException(
          fabric.getClass().getName()
              + ".address() returned null: return the address by which peers reach the adapter, or"
              + " InetAddress.getLoopbackAddress() if the transport has no addresses");
    }
    return address;
  }

  /**
   * Returns the attributes that all software providers have. Name and version are those of the
   * provider. They declare shared receive queues, counts of Receives, all completion flags and all
   * merged streams, which this layer implements. They declare no watermarks, no second path and no
   * quality of service, which it does not implement.
   *
   * <p>{@code toBuilder().epCreator(EpCreatorForPsp.IFASKED)} declares endpoints made for requests.
   * The layer makes them, and {@link Incoming#requesterAttr()} then has to tell attributes.
   *
   * @param provider the provider
   * @param maxPrivateDataSize bytes, at least 64
   * @return attributes to be changed where the provider differs
   * @throws IllegalArgumentException for fewer bytes
   */
  public static ProviderAttr providerAttributes(DatProvider provider, int maxPrivateDataSize) {
    if (maxPrivateDataSize < MIN_PRIVATE_DATA) {
      throw new IllegalArgumentException(
          provider.getClass().getName()
              + ": SoftIa.providerAttributes got "
              + maxPrivateDataSize
              + " as maxPrivateDataSize: carry at least "
              + MIN_PRIVATE_DATA
              + " bytes of private data in a connect and an accept, and give their number");
    }
    ProviderIdentity identity = ProviderIdentity.of(provider);
    List<Boolean> row = IntStream.range(0, STREAMS).mapToObj(i -> true).toList();
    return ProviderAttr.EMPTY.toBuilder()
        .providerName(provider.id())
        .providerVersionMajor(identity.major())
        .providerVersionMinor(identity.minor())
        .lmrMemTypesSupported(MemType.LMR.value() | MemType.SHARED_VIRTUAL.value())
        .completionFlagsSupported(
            CompletionFlags.SUPPRESS
                | CompletionFlags.SOLICITED_WAIT
                | CompletionFlags.UNSIGNALLED
                | CompletionFlags.BARRIER_FENCE
                | CompletionFlags.EVD_THRESHOLD)
        .isThreadSafe(true)
        .maxPrivateDataSize(maxPrivateDataSize)
        .epCreator(EpCreatorForPsp.NEVER)
        .pzSupport(PzSupport.UNIQUE)
        .iovOwnershipOnReturn(IovOwnership.CONSUMER)
        .srqSupported(true)
        .srqEpPzDifferenceSupported(true)
        .srqInfoSupported(SrqField.AVAILABLE_DTO_COUNT | SrqField.OUTSTANDING_DTO_COUNT)
        .epRecvInfoSupported(RECV_INFO)
        .evdStreamMergingSupported(IntStream.range(0, STREAMS).mapToObj(i -> row).toList())
        .build();
  }

  Fabric fabric() {
    return fabric;
  }

  /**
   * Does what an Error has left undone: the thread that met it had no stack or memory left for
   * that. By a thread that holds no turn.
   *
   * @return whether there was anything
   */
  boolean repair() {
    if (!repairFlag.raised) {
      return false;
    }
    repairFlag.raised = false;
    try {
      forEach(HandleType.EP, each -> ((SoftEp) each).repair());
      forEach(HandleType.EVD, each -> ((SoftEvd) each).signal());
    } catch (RuntimeException | Error e) {
      repairFlag.raised = true;
      throw e;
    }
    return true;
  }

  HazardDomain hazards() {
    return memory.hazards();
  }

  Timers timers() {
    return timers;
  }

  ProxyAgentExecutor agents() {
    return agents;
  }

  ContextTable<MemoryRegion> regions() {
    return memory.regions();
  }

  ServicePoints points() {
    return points;
  }

  /** Takes a request in; false when the adapter was closed meanwhile. */
  boolean admit(SoftCr cr) {
    return arrived(cr);
  }

  /** Makes an endpoint for a request, with attributes that match the requester's. */
  SoftEp supply(Incoming incoming, ConnectionEnds from) {
    EpAttr peer = incoming.requesterAttr();
    EpAttr attr =
        peer.toBuilder()
            .maxRdmaReadIn(peer.maxRdmaReadOut())
            .maxRdmaReadOut(peer.maxRdmaReadIn())
            .build();
    SoftEp ep = SoftEp.tentative(this, attr, from);
    supplied(ep);
    return ep;
  }

  /** Destroys an endpoint that was made for a request. */
  void back(SoftEp ep) {
    takeBack(ep);
  }

  void withdrawn(SoftCr cr) {
    withdraw(cr);
  }

  void lost(SoftCr cr) {
    cr.isUnseen();
    abandon(cr);
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
    return new SoftPz(this, memory);
  }

  @Override
  protected AbstractLmr implCreateLmr(LmrSpec spec) {
    return memory.register(this, spec);
  }

  @Override
  protected AbstractEvd implCreateEvd(int minQlen, AbstractCno cno, int flags) {
    SoftEvd evd = new SoftEvd(this, minQlen, cno, flags);
    evd.attachCno((SoftCno) cno);
    return evd;
  }

  @Override
  protected AbstractCno implCreateCno(ProxyAgent agent) {
    return new SoftCno(this, agent);
  }

  @Override
  protected AbstractEp implCreateEp(EpSpec spec, EpAttr attr) {
    return new SoftEp(this, spec, attr);
  }

  @Override
  protected AbstractSrq implCreateSrq(AbstractPz pz, SrqAttr attributes) {
    return new SoftSrq(this, pz, attributes);
  }

  @Override
  protected AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags) {
    return new SoftPsp(this, connQual, evd, flags);
  }

  @Override
  protected AbstractRsp implCreateRsp(long connQual, AbstractEp ep, AbstractEvd evd) {
    return new SoftRsp(this, connQual, (SoftEp) ep, evd);
  }

  @Override
  protected void implClose() {
    timers.close();
    agents.close();
    fabric.close();
  }
}
