package org.dat4j.dat.spi;

import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaField;
import org.dat4j.dat.IaParam;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemType;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProviderField;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;

/**
 * Base of the adapters of all DAT providers: checks each creation of an object, and owns all
 * objects that it has created.
 */
public abstract class AbstractIa extends AbstractDatObject implements Ia {

  private static final System.Logger LOG = System.getLogger(AbstractIa.class.getName());

  private final DatProvider provider;
  private final OpenRequest request;
  private final AtomicInteger serials = new AtomicInteger();
  private final LiveObjects children = new LiveObjects();

  /** Made before it is needed: a close allocates nothing. */
  private final Consumer<HandleType> destroyed = this::destroyed;

  private final ContextTable<AbstractLmr> lmrs = new ContextTable<>();
  private final Object sourceLock = new Object();
  private final AtomicInteger creating = new AtomicInteger();
  private volatile AbstractEvd asyncEvd;
  private volatile boolean asyncOutOfScope;

  /**
   * Makes an open instance.
   *
   * @param provider that opens the adapter
   * @param request what was asked for
   */
  protected AbstractIa(DatProvider provider, OpenRequest request) {
    super(null, HandleType.IA);
    this.provider = provider;
    this.request = request;
  }

  /**
   * The provider that opened this adapter.
   *
   * @return the provider
   */
  public final DatProvider provider() {
    return provider;
  }

  /**
   * The request with which this adapter was opened.
   *
   * @return the request
   */
  public final OpenRequest request() {
    return request;
  }

  /**
   * Registrations by their local context.
   *
   * @return the table
   */
  public final ContextTable<AbstractLmr> lmrs() {
    return lmrs;
  }

  /** Guards what feeds which EVD; held for moments, calls nothing of the provider's. */
  final Object sourceLock() {
    return sourceLock;
  }

  @Override
  public final String name() {
    return request.entry().iaName();
  }

  @Override
  public final String toString() {
    return "Ia[" + name() + "]";
  }

  final int nextSerial() {
    return serials.incrementAndGet();
  }

  /** Makes an object; a close that comes in between knows of it: see {@link #creations}. */
  private <T> T making(String call, Supplier<T> maker) {
    creating.incrementAndGet();
    try {
      checkLive(call);
      return maker.get();
    } catch (DatException e) {
      // A close that came between has taken away what the provider makes the object of.
      checkLive(call);
      throw e;
    } finally {
      creating.decrementAndGet();
    }
  }

  /**
   * The number of threads that are creating an object right now. Once it was 0 after the close has
   * begun, no further object is taken in.
   *
   * @return 0 or more
   */
  protected final int creations() {
    return creating.get();
  }

  /**
   * Takes a new object in; refused when the adapter was closed meanwhile. One that is not taken in
   * is destroyed, and gives up itself what it uses.
   */
  final <T extends AbstractDatObject> T adopt(T child) {
    try {
      children.add(child);
    } catch (RuntimeException | Error e) {
      child.destroy();
      throw e;
    }
    if (isFreed()) {
      child.destroy();
      checkLive("create");
    }
    return child;
  }

  final void forget(AbstractDatObject child) {
    children.remove(child);
  }

  /**
   * The number of live objects of one kind, for counters and leak checks.
   *
   * @param type the kind
   * @return 0 or more
   */
  public final int count(HandleType type) {
    return children.count(type);
  }

  /**
   * Does something with each live object of one kind.
   *
   * @param type the kind
   * @param action what to do; it may free the object
   */
  protected final void forEach(HandleType type, Consumer<AbstractDatObject> action) {
    children.forEach(type, action);
  }

  /**
   * Takes in a request that has arrived, before its event is queued. The order is: look for room in
   * the EVD, make the CR, call this, queue the event. {@link AbstractRsp#consume} adds the steps of
   * a reserved service point.
   *
   * @param cr the request
   * @return false when the adapter was closed meanwhile: the request was rejected, queue no event
   */
  protected final boolean arrived(AbstractCr cr) {
    try {
      children.add(cr);
    } catch (RuntimeException | Error e) {
      children.remove(cr);
      throw e;
    }
    if (isFreed()) {
      cr.destroy();
      return false;
    }
    return true;
  }

  /**
   * Takes in an endpoint that the provider makes for a request, before it makes the CR. Only where
   * the attribute {@code ep_creator} is not NEVER.
   *
   * @param ep in state TENTATIVE_CONNECTION_PENDING
   */
  protected final void supplied(AbstractEp ep) {
    try {
      children.add(ep);
    } catch (RuntimeException | Error e) {
      children.remove(ep);
      ep.discard();
      throw e;
    }
    if (isFreed()) {
      ep.destroy();
    }
  }

  /**
   * Destroys an endpoint that the provider made for a request that is not accepted.
   *
   * @param ep given to {@link #supplied}
   */
  protected final void takeBack(AbstractEp ep) {
    ep.destroy();
  }

  /**
   * Withdraws a request whose event found no room; the provider refuses it at the requester.
   * Without effect when the close of the adapter has rejected it meanwhile.
   *
   * @param cr the request
   */
  protected final void withdraw(AbstractCr cr) {
    if (cr.tryClaim()) {
      cr.gone();
    }
  }

  /**
   * Rejects a request whose event was lost with its EVD; without effect on an answered one.
   *
   * @param cr the request
   */
  protected final void abandon(AbstractCr cr) {
    cr.destroy();
  }

  /**
   * Gives the instance its asynchronous EVD; once, at the open.
   *
   * @param sharing whether it is another instance's and so out of scope
   */
  final void attachAsyncEvd(boolean sharing) {
    AbstractEvd evd = (AbstractEvd) request.asyncEvd();
    if (evd == null) {
      evd = implCreateEvd(request.asyncEvdMinQlen(), null, EvdFlags.ASYNC);
    }
    evd.joinOther("DatRegistry.openIa", 3, DatSubtype.INVALID_HANDLE_EVD_ASYNC);
    asyncEvd = evd;
    asyncOutOfScope = sharing;
  }

  /**
   * The EVD to which asynchronous errors go.
   *
   * @return the EVD, null only while the instance is being opened
   */
  public final AbstractEvd asyncEvd() {
    return asyncEvd;
  }

  @Override
  public final void close(CloseFlags flags) {
    checkLive("close");
    if (flags == null) {
      throw Errors.parameter(where("close"), 2, "flags", null, "give ABRUPT or GRACEFUL");
    }
    if (flags == CloseFlags.GRACEFUL) {
      // No object may be taken in between the look and the claim: it would end unnoticed.
      synchronized (children) {
        checkUnused();
        claim("close", DatSubtype.INVALID_STATE_IA_IN_USE);
      }
    } else {
      claim("close", DatSubtype.INVALID_STATE_IA_IN_USE);
    }
    shutDown();
  }

  @Override
  final void closeLive() {
    close(CloseFlags.ABRUPT);
  }

  private void checkUnused() {
    String left = children.left();
    if (!left.isEmpty()) {
      throw Errors.of(
          DatReturn.INVALID_STATE,
          DatSubtype.INVALID_STATE_IA_IN_USE,
          where("close"),
          "objects left",
          left,
          "free them first, or close abruptly");
    }
  }

  private void shutDown() {
    // Steps without an allocation of their own: a close comes to its end whatever is used up.
    children.forEach(AbstractIa::destroy, destroyed);
    endAsync();
    try {
      provider.closed(this);
      implClose();
    } catch (RuntimeException | Error e) {
      goingOn("closing", this, e);
    }
    try {
      request.onClosed().run();
    } catch (RuntimeException | Error e) {
      goingOn("the registry's part of closing", this, e);
    }
  }

  private void destroyed(HandleType kind) {
    try {
      implDestroyed(kind);
    } catch (RuntimeException | Error e) {
      goingOn("destroying each", kind, e);
    }
  }

  private void endAsync() {
    AbstractEvd async = asyncEvd;
    if (async == null) {
      return;
    }
    if (async == request.asyncEvd()) {
      async.leaveOther();
    } else {
      destroy(async);
    }
  }

  private static void destroy(AbstractDatObject child) {
    try {
      child.destroy();
    } catch (RuntimeException | Error e) {
      goingOn("destroying", child, e);
    }
  }

  private static void goingOn(String step, Object object, Throwable failure) {
    try {
      LOG.log(System.Logger.Level.WARNING, step + " " + object + " failed; going on", failure);
    } catch (RuntimeException | Error e) {
      // Without a word where there is no memory for one: the rest of the close is due.
      return;
    }
  }

  @Override
  public final IaParam query(long iaMask, long providerMask) {
    checkMask("query", iaMask, IaField.ALL);
    checkMask("query", providerMask, ProviderField.ALL);
    boolean hidden = asyncOutOfScope;
    return new IaParam(hidden ? null : asyncEvd, hidden, iaAttr(), providerAttr());
  }

  @Override
  public final Pz createPz() {
    return making(
        "createPz",
        () -> {
          AdapterLimitChecks.checkPzs(this, where("createPz"));
          return adopt(implCreatePz());
        });
  }

  @Override
  public final Lmr createLmr(
      MemType memType, RegionDescription region, long length, Pz pz, int privileges) {
    return making("createLmr", () -> makeLmr(memType, region, length, pz, privileges));
  }

  private Lmr makeLmr(
      MemType memType, RegionDescription region, long length, Pz pz, int privileges) {
    String where = where("createLmr");
    AbstractPz zone = own(this, pz, AbstractPz.class, where, "pz", DatSubtype.INVALID_HANDLE_PZ);
    LmrSpec spec = LmrChecks.check(this, where, memType, region, length, zone, privileges);
    AdapterLimitChecks.checkLmrs(this, where);
    zone.retain(where, "pz", DatSubtype.INVALID_HANDLE_PZ);
    AbstractLmr lmr = null;
    boolean entered;
    try {
      lmr = implCreateLmr(spec);
      entered = lmrs.putIfAbsent(lmr.lmrContext(), lmr);
    } catch (RuntimeException | Error e) {
      if (lmr != null) {
        lmr.discard();
      }
      zone.release();
      throw e;
    }
    if (!entered) {
      lmr.destroy();
      throw Errors.of(
          DatReturn.INTERNAL_ERROR,
          DatSubtype.NO_SUBTYPE,
          where,
          "lmrContext",
          "0x" + Integer.toHexString(lmr.lmrContext()),
          "the provider gave a context that is in use; report this");
    }
    return adopt(lmr);
  }

  @Override
  public final void lmrSyncRdmaRead(LmrIov segments) {
    checkLive("lmrSyncRdmaRead");
    if (segments != null) {
      LmrChecks.segments(this, where("lmrSyncRdmaRead"), segments);
      implSyncRdmaRead(segments);
    }
  }

  @Override
  public final void lmrSyncRdmaWrite(LmrIov segments) {
    checkLive("lmrSyncRdmaWrite");
    if (segments != null) {
      LmrChecks.segments(this, where("lmrSyncRdmaWrite"), segments);
      implSyncRdmaWrite(segments);
    }
  }

  @Override
  public final Evd createEvd(int minQlen, Cno cno, int flags) {
    return making("createEvd", () -> makeEvd(minQlen, cno, flags));
  }

  private Evd makeEvd(int minQlen, Cno cno, int flags) {
    String where = where("createEvd");
    AdapterLimitChecks.checkQlen(this, where, minQlen);
    EvdStreamMerging.check(where, flags, providerAttr().evdStreamMergingSupported());
    AbstractCno notify = null;
    if (cno != null) {
      notify = own(this, cno, AbstractCno.class, where, "cno", DatSubtype.INVALID_HANDLE_CNO);
      notify.retain(where, "cno", DatSubtype.INVALID_HANDLE_CNO);
    }
    AbstractEvd evd;
    try {
      evd = implCreateEvd(minQlen, notify, flags);
    } catch (RuntimeException | Error e) {
      if (notify != null) {
        notify.release();
      }
      throw e;
    }
    return adopt(evd);
  }

  @Override
  public final Cno createCno(ProxyAgent agent) {
    return making("createCno", () -> adopt(implCreateCno(agent)));
  }

  @Override
  public final Ep createEp(Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, EpAttr attributes) {
    return making(
        "createEp",
        () -> makeEp("createEp", 6, pz, recvEvd, requestEvd, connectEvd, null, attributes));
  }

  @Override
  public final Ep createEpWithSrq(
      Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, Srq srq, EpAttr attributes) {
    return making(
        "createEpWithSrq",
        () -> makeEpWithSrq(pz, recvEvd, requestEvd, connectEvd, srq, attributes));
  }

  private Ep makeEpWithSrq(
      Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, Srq srq, EpAttr attributes) {
    String where = where("createEpWithSrq");
    SrqChecks.supported(this, where);
    AbstractSrq queue = SrqChecks.queue(this, where, srq, pz);
    EpAttr attr = SrqChecks.endpoint(where, queue, attributes);
    return makeEp("createEpWithSrq", 7, pz, recvEvd, requestEvd, connectEvd, queue, attr);
  }

  private Ep makeEp(
      String call,
      int position,
      Pz pz,
      Evd recvEvd,
      Evd requestEvd,
      Evd connectEvd,
      AbstractSrq srq,
      EpAttr attributes) {
    String where = where(call);
    EpAttr attr = EpChecks.attributes(this, where, position, attributes);
    EpSpec spec = EpChecks.parts(this, where, pz, recvEvd, requestEvd, connectEvd, srq);
    synchronized (sourceLock) {
      spec.retain(where, position, attr);
    }
    AbstractEp ep;
    try {
      ep = implCreateEp(spec, attr);
    } catch (RuntimeException | Error e) {
      synchronized (sourceLock) {
        spec.release();
      }
      throw e;
    }
    return adopt(ep);
  }

  @Override
  public final Psp createPsp(long connQual, Evd evd, PspFlags flags) {
    return making(
        "createPsp",
        () -> {
          String where = where("createPsp");
          ServicePointChecks.qualifier(where, connQual);
          return makePsp(where, connQual, evd, flags);
        });
  }

  @Override
  public final Psp createPspAny(Evd evd, PspFlags flags) {
    return making("createPspAny", () -> makePsp(where("createPspAny"), 0, evd, flags));
  }

  private Psp makePsp(String where, long connQual, Evd evd, PspFlags flags) {
    AbstractEvd queue = ServicePointChecks.evd(this, where, evd);
    ServicePointChecks.flags(this, where, flags);
    queue.joinOther(where, 3, DatSubtype.INVALID_HANDLE_EVD_CR);
    AbstractPsp psp;
    try {
      psp = implCreatePsp(connQual, queue, flags);
    } catch (RuntimeException | Error e) {
      queue.leaveOther();
      throw e;
    }
    return adopt(psp);
  }

  @Override
  public final Rsp createRsp(long connQual, Ep ep, Evd evd) {
    return making("createRsp", () -> makeRsp(connQual, ep, evd));
  }

  private Rsp makeRsp(long connQual, Ep ep, Evd evd) {
    String where = where("createRsp");
    boolean asked = ep == null && providerAttr().epCreator() != EpCreatorForPsp.NEVER;
    AbstractEp endpoint =
        asked ? null : own(this, ep, AbstractEp.class, where, "ep", DatSubtype.INVALID_HANDLE_EP);
    AbstractEvd queue = ServicePointChecks.evd(this, where, evd);
    ServicePointChecks.qualifier(where, connQual);
    queue.joinOther(where, 3, DatSubtype.INVALID_HANDLE_EVD_CR);
    AbstractRsp rsp;
    try {
      rsp = implCreateRsp(connQual, endpoint, queue);
    } catch (RuntimeException | Error e) {
      queue.leaveOther();
      throw e;
    }
    adopt(rsp);
    if (rsp.isConsumed()) {
      // By a request that was there before this adapter had it.
      forget(rsp);
    }
    return rsp;
  }

  @Override
  public final Srq createSrq(Pz pz, SrqAttr attributes) {
    return making("createSrq", () -> makeSrq(pz, attributes));
  }

  private Srq makeSrq(Pz pz, SrqAttr attributes) {
    String where = where("createSrq");
    SrqChecks.supported(this, where);
    AbstractPz zone = own(this, pz, AbstractPz.class, where, "pz", DatSubtype.INVALID_HANDLE_PZ);
    SrqChecks.attributes(this, where, attributes);
    AdapterLimitChecks.checkSrqs(this, where);
    zone.retain(where, "pz", DatSubtype.INVALID_HANDLE_PZ);
    AbstractSrq srq;
    try {
      srq = implCreateSrq(zone, attributes);
    } catch (RuntimeException | Error e) {
      zone.release();
      throw e;
    }
    return adopt(srq);
  }

  @Override
  protected final void implFree() {
    shutDown();
  }

  /**
   * The adapter's attributes, which do not change. Called often: the provider makes them once.
   *
   * @return the same object at every call
   */
  public abstract IaAttr iaAttr();

  /**
   * The provider's attributes, which do not change. Called often: the provider makes them once.
   *
   * @return the same object at every call
   */
  public abstract ProviderAttr providerAttr();

  /**
   * Names of the transport- and provider-specific attributes an endpoint may be given.
   *
   * @return unmodifiable; by default none
   */
  protected Set<String> epAttributeNames() {
    return Set.of();
  }

  /**
   * The close has destroyed all objects of a kind, but for those that another thread is freeing,
   * answering or creating: {@link #count} and {@link #creations} tell. By default nobody waits for
   * these. Called once for each kind, in the order RMR, RSP, EP, LMR, PSP, CR, SRQ, PZ, EVD, CNO;
   * {@link #implClose} follows.
   *
   * @param kind the kind
   */
  protected void implDestroyed(HandleType kind) {}

  /** Releases the provider's part after all objects are gone. */
  protected abstract void implClose();

  /**
   * Creates a PZ.
   *
   * @return a new PZ
   */
  protected abstract AbstractPz implCreatePz();

  /**
   * Registers memory.
   *
   * @param spec checked arguments
   * @return a new registration
   */
  protected abstract AbstractLmr implCreateLmr(LmrSpec spec);

  /**
   * Creates an EVD.
   *
   * @param minQlen within the limits
   * @param cno or null
   * @param flags permitted together
   * @return a new EVD
   */
  protected abstract AbstractEvd implCreateEvd(int minQlen, AbstractCno cno, int flags);

  /**
   * Creates an endpoint.
   *
   * @param spec checked parts
   * @param attr within the limits
   * @return a new endpoint
   */
  protected abstract AbstractEp implCreateEp(EpSpec spec, EpAttr attr);

  /**
   * Listens.
   *
   * @param connQual the qualifier, 0 for one of the provider's choice
   * @param evd where requests go
   * @param flags whether the consumer or the provider creates endpoints
   * @return a new service point, listening
   */
  protected abstract AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags);

  /**
   * Creates a CNO. No attribute declares them absent: every provider overrides this.
   *
   * @param agent or null
   * @return a new object
   */
  protected AbstractCno implCreateCno(ProxyAgent agent) {
    throw Errors.notImplemented("dat_cno_create", this);
  }

  /**
   * Listens for one request. No attribute declares reserved service points absent: every provider
   * overrides this. {@link EpInput#RESERVE} is the step of the endpoint.
   *
   * @param connQual the qualifier
   * @param ep the reserved endpoint; the provider checks and changes its state. Null if the
   *     provider makes the endpoint for the request
   * @param evd where the request goes
   * @return a new service point, listening
   */
  protected AbstractRsp implCreateRsp(long connQual, AbstractEp ep, AbstractEvd evd) {
    throw Errors.notImplemented("dat_rsp_create", this);
  }

  /**
   * Creates a shared receive queue. Called where the attributes say {@code srq_supported}.
   *
   * @param pz its PZ
   * @param attributes within the limits
   * @return a new queue
   */
  protected AbstractSrq implCreateSrq(AbstractPz pz, SrqAttr attributes) {
    throw Errors.notImplemented("dat_srq_create", this);
  }

  /**
   * Makes local stores visible to RDMA Reads. A provider that says lmr_sync_req overrides this;
   * coherent memory needs no more than an order of the stores.
   *
   * @param segments checked
   */
  protected void implSyncRdmaRead(LmrIov segments) {
    VarHandle.fullFence();
  }

  /**
   * Makes RDMA Writes visible to local loads. A provider that says lmr_sync_req overrides this;
   * coherent memory needs no more than an order of the stores.
   *
   * @param segments checked
   */
  protected void implSyncRdmaWrite(LmrIov segments) {
    VarHandle.fullFence();
  }
}
