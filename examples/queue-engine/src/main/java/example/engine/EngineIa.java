package example.engine;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IovOwnership;
import org.dat4j.dat.MemType;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.PzSupport;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPsp;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProviderIdentity;
import org.dat4j.dat.spi.ProxyAgentExecutor;

/**
 * The open adapter (IA) of the example provider, whose simulated device has queues of its own:
 * creates the DAT objects and finds LMRs by context.
 */
final class EngineIa extends AbstractIa {

  /** Kinds of events that may share an EVD: each with each. */
  private static final int STREAMS = 6;

  private final IaAttr iaAttr;
  private final ProviderAttr providerAttr;
  private final ProxyAgentExecutor agents;
  private final ScheduledThreadPoolExecutor timer;
  private final ContextTable<EngineLmr> memory = new ContextTable<>();
  private final SecureRandom random = new SecureRandom();

  EngineIa(DatProvider provider, OpenRequest request) {
    super(provider, request);
    ProviderIdentity identity = ProviderIdentity.of(provider);
    this.agents = new ProxyAgentExecutor(request.entry().iaName() + "-agents");
    this.timer = timer("dat4j-" + request.entry().iaName() + "-timer");
    this.iaAttr =
        IaAttr.EMPTY.toBuilder()
            .adapterName(request.entry().iaName())
            .vendorName(identity.vendor())
            .iaAddress(QueueEngine.ADDRESS)
            .maxEps(1 << 16)
            .maxDtoPerEp(1 << 14)
            .maxRdmaReadPerEpIn(64)
            .maxRdmaReadPerEpOut(64)
            .maxRdmaReadIn(1 << 20)
            .maxRdmaReadOut(1 << 20)
            .maxRdmaReadPerEpInGuaranteed(true)
            .maxRdmaReadPerEpOutGuaranteed(true)
            .maxEvds(1 << 16)
            .maxEvdQlen(1 << 18)
            .maxIovSegmentsPerDto(32)
            .maxIovSegmentsPerRdmaRead(32)
            .maxIovSegmentsPerRdmaWrite(32)
            .maxLmrs(1 << 20)
            .maxLmrBlockSize(Integer.MAX_VALUE)
            .maxLmrVirtualAddress(-1L)
            .maxPzs(1 << 16)
            .maxMessageSize(Integer.MAX_VALUE)
            .maxRdmaSize(Integer.MAX_VALUE)
            .build();
    List<Boolean> row = Collections.nCopies(STREAMS, true);
    this.providerAttr =
        ProviderAttr.EMPTY.toBuilder()
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
            .maxPrivateDataSize(256)
            .epCreator(EpCreatorForPsp.NEVER)
            .pzSupport(PzSupport.UNIQUE)
            .iovOwnershipOnReturn(IovOwnership.CONSUMER)
            .evdStreamMergingSupported(Collections.nCopies(STREAMS, row))
            .build();
  }

  private static ScheduledThreadPoolExecutor timer(String name) {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            runnable -> {
              Thread thread = new Thread(runnable, name);
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  /** Does something under the lock later, unless the task is cancelled or the adapter closed. */
  Future<?> later(long nanos, Runnable work) {
    return timer.schedule(() -> QueueEngine.locked(work), nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public IaAttr iaAttr() {
    return iaAttr;
  }

  @Override
  public ProviderAttr providerAttr() {
    return providerAttr;
  }

  ProxyAgentExecutor agents() {
    return agents;
  }

  /** The EVD of asynchronous errors. */
  EngineEvd asyncErrors() {
    return (EngineEvd) asyncEvd();
  }

  /** Finds registered memory by its context; null if there is none. */
  EngineLmr find(int context) {
    return memory.get(context);
  }

  void forget(EngineLmr lmr) {
    memory.remove(lmr.lmrContext());
  }

  /** Takes a request in; false when the adapter was closed meanwhile. */
  boolean admit(EngineCr cr) {
    return arrived(cr);
  }

  /** Rejects a request that the program will never see, as its event is lost. */
  void lost(EngineCr cr) {
    cr.markUnseen();
    abandon(cr);
  }

  @Override
  protected AbstractPz implCreatePz() {
    return new EnginePz(this);
  }

  @Override
  protected AbstractLmr implCreateLmr(LmrSpec spec) {
    for (; ; ) {
      int context = random.nextInt();
      if (context != 0) {
        EngineLmr lmr = EngineLmr.of(this, spec, context, random.nextLong());
        if (memory.putIfAbsent(context, lmr)) {
          return lmr;
        }
      }
    }
  }

  @Override
  protected AbstractEvd implCreateEvd(int minQlen, AbstractCno cno, int flags) {
    return new EngineEvd(this, minQlen, (EngineCno) cno, flags);
  }

  @Override
  protected AbstractCno implCreateCno(ProxyAgent agent) {
    return new EngineCno(this, agent);
  }

  @Override
  protected AbstractEp implCreateEp(EpSpec spec, EpAttr attr) {
    return new EngineEp(this, spec, attr);
  }

  @Override
  protected AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags) {
    return new EnginePsp(this, connQual, evd, flags);
  }

  @Override
  protected AbstractRsp implCreateRsp(long connQual, AbstractEp ep, AbstractEvd evd) {
    return new EngineRsp(this, connQual, (EngineEp) ep, evd);
  }

  @Override
  protected void implClose() {
    agents.close();
    timer.shutdownNow();
  }
}
