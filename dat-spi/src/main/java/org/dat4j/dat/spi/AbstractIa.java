package org.dat4j.dat.spi;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
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

/** First layer of an adapter: parent of all objects, home of the checks of every creation. */
public abstract class AbstractIa extends AbstractDatObject implements Ia {

  private static final System.Logger LOG = System.getLogger(AbstractIa.class.getName());

  /** The order in which an abrupt close destroys. */
  private static final HandleType[] CLOSE_ORDER = {
    HandleType.RMR,
    HandleType.RSP,
    HandleType.EP,
    HandleType.LMR,
    HandleType.PSP,
    HandleType.CR,
    HandleType.SRQ,
    HandleType.PZ,
    HandleType.EVD,
    HandleType.CNO
  };

  private final DatProvider provider;
  private final OpenRequest request;
  private final AtomicInteger serials = new AtomicInteger();
  private final Map<HandleType, Set<AbstractDatObject>> children = new EnumMap<>(HandleType.class);
  private final ContextTable<AbstractLmr> lmrs = new ContextTable<>();
  private volatile AbstractEvd asyncEvd;

  /**
   * Makes an open instance.
   *
   * @param provider who opens it
   * @param request what was asked for
   */
  protected AbstractIa(DatProvider provider, OpenRequest request) {
    super(null, HandleType.IA);
    this.provider = provider;
    this.request = request;
    for (HandleType type : CLOSE_ORDER) {
      children.put(type, ConcurrentHashMap.newKeySet());
    }
  }

  /**
   * Who opened it.
   *
   * @return the provider
   */
  public final DatProvider provider() {
    return provider;
  }

  /**
   * What was asked for.
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

  /** Takes a new object in; refused, and destroyed, when the adapter was closed meanwhile. */
  final <T extends AbstractDatObject> T adopt(T child) {
    children.get(child.type()).add(child);
    if (isFreed()) {
      child.destroy();
      checkLive("create");
    }
    return child;
  }

  final void forget(AbstractDatObject child) {
    children.get(child.type()).remove(child);
  }

  /**
   * The number of live objects of one kind, for counters and leak checks.
   *
   * @param type the kind
   * @return 0 or more
   */
  public final int count(HandleType type) {
    Set<AbstractDatObject> set = children.get(type);
    return set == null ? 0 : set.size();
  }

  /**
   * Takes in a request that has arrived, before its event is queued.
   *
   * @param cr the request
   * @param <T> its class
   * @return the request
   */
  protected final <T extends AbstractCr> T arrived(T cr) {
    return adopt(cr);
  }

  /**
   * Withdraws a request whose event found no room; the provider refuses it at the requester.
   *
   * @param cr the request
   */
  protected final void withdraw(AbstractCr cr) {
    cr.claim("withdraw", DatSubtype.NO_SUBTYPE);
    cr.gone();
  }

  /** Gives the instance its asynchronous EVD; once, at the open. */
  final void attachAsyncEvd() {
    AbstractEvd evd = request.asyncEvd();
    if (evd == null) {
      evd = implCreateEvd(request.asyncEvdMinQlen(), null, EvdFlags.ASYNC);
    }
    evd.retain("DatRegistry.openIa", "asyncEvd", DatSubtype.INVALID_HANDLE_EVD_ASYNC);
    asyncEvd = evd;
  }

  /**
   * Where asynchronous errors go.
   *
   * @return the dispatcher, null only while the instance is being opened
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
      String left = left();
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
    claim("close", DatSubtype.INVALID_STATE_IA_IN_USE);
    shutDown();
  }

  @Override
  public final void close() {
    if (!isFreed()) {
      close(CloseFlags.ABRUPT);
    }
  }

  private String left() {
    StringJoiner left = new StringJoiner(", ");
    for (HandleType type : CLOSE_ORDER) {
      int count = count(type);
      if (count > 0) {
        left.add(count + " " + type);
      }
    }
    return left.toString();
  }

  private void shutDown() {
    for (HandleType type : CLOSE_ORDER) {
      for (AbstractDatObject child : children.get(type)) {
        attempt(child::destroy, "destroying " + child);
      }
    }
    AbstractEvd async = asyncEvd;
    if (async != null) {
      if (async == request.asyncEvd()) {
        async.release();
      } else {
        attempt(async::destroy, "destroying " + async);
      }
    }
    attempt(this::implClose, "closing " + this);
    attempt(request.onClosed(), "the registry's part of closing " + this);
  }

  private static void attempt(Runnable step, String what) {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, what + " failed; going on", e);
    }
  }

  @Override
  public final IaParam query(long iaMask, long providerMask) {
    checkMask("query", iaMask, IaField.ALL);
    checkMask("query", providerMask, ProviderField.ALL);
    return new IaParam(asyncEvd, false, iaAttr(), providerAttr());
  }

  @Override
  public final Pz createPz() {
    checkLive("createPz");
    return adopt(implCreatePz());
  }

  @Override
  public final Lmr createLmr(
      MemType memType, RegionDescription region, long length, Pz pz, int privileges) {
    checkLive("createLmr");
    String where = where("createLmr");
    AbstractPz zone = own(this, pz, AbstractPz.class, where, "pz", DatSubtype.INVALID_HANDLE_PZ);
    LmrSpec spec = LmrChecks.check(this, where, memType, region, length, zone, privileges);
    zone.retain(where, "pz", DatSubtype.INVALID_HANDLE_PZ);
    AbstractLmr lmr;
    try {
      lmr = implCreateLmr(spec);
    } catch (RuntimeException | Error e) {
      zone.release();
      throw e;
    }
    if (!lmrs.putIfAbsent(lmr.lmrContext(), lmr)) {
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
    sync("lmrSyncRdmaRead", segments);
    implSyncRdmaRead(segments);
  }

  @Override
  public final void lmrSyncRdmaWrite(LmrIov segments) {
    sync("lmrSyncRdmaWrite", segments);
    implSyncRdmaWrite(segments);
  }

  private void sync(String call, LmrIov segments) {
    checkLive(call);
    if (segments == null) {
      throw Errors.parameter(where(call), 2, "segments", null, "give an LmrIov");
    }
    for (int i = 0; i < segments.count(); i++) {
      AbstractLmr lmr = lmrs.get(segments.lmrContext(i));
      if (lmr == null
          || segments.length(i) < 0
          || !lmr.covers(segments.address(i), segments.length(i))) {
        throw Errors.parameter(
            where(call), 2, "segment " + i, "outside a live LMR", "name registered memory");
      }
    }
  }

  @Override
  public final Evd createEvd(int minQlen, Cno cno, int flags) {
    checkLive("createEvd");
    String where = where("createEvd");
    checkQlen(where, minQlen);
    EvdStreams.check(where, flags, providerAttr().evdStreamMergingSupported());
    AbstractCno notify = null;
    if (cno != null) {
      notify = own(this, cno, AbstractCno.class, where, "cno", DatSubtype.INVALID_HANDLE_CNO);
      notify.retain(where, "cno", DatSubtype.INVALID_HANDLE_CNO);
    }
    try {
      return adopt(implCreateEvd(minQlen, notify, flags));
    } catch (RuntimeException | Error e) {
      if (notify != null) {
        notify.release();
      }
      throw e;
    }
  }

  final void checkQlen(String where, int minQlen) {
    if (minQlen <= 0) {
      throw Errors.parameter(where, 2, "minQlen", minQlen, "give at least 1");
    }
    if (minQlen > iaAttr().maxEvdQlen()) {
      throw Errors.resources(
          where,
          DatSubtype.RESOURCE_TEVD,
          "minQlen",
          minQlen,
          "max_evd_qlen is " + iaAttr().maxEvdQlen());
    }
  }

  @Override
  public final Cno createCno(ProxyAgent agent) {
    checkLive("createCno");
    return adopt(implCreateCno(agent));
  }

  @Override
  public final Ep createEp(Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, EpAttr attributes) {
    checkLive("createEp");
    return createEp("createEp", pz, recvEvd, requestEvd, connectEvd, null, attributes);
  }

  @Override
  public final Ep createEpWithSrq(
      Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, Srq srq, EpAttr attributes) {
    checkLive("createEpWithSrq");
    String where = where("createEpWithSrq");
    if (!providerAttr().srqSupported()) {
      throw Errors.model(where, "srq", srq, "srq_supported is false");
    }
    AbstractSrq queue =
        own(this, srq, AbstractSrq.class, where, "srq", DatSubtype.INVALID_HANDLE_SRQ);
    return createEp("createEpWithSrq", pz, recvEvd, requestEvd, connectEvd, queue, attributes);
  }

  private Ep createEp(
      String call,
      Pz pz,
      Evd recvEvd,
      Evd requestEvd,
      Evd connectEvd,
      AbstractSrq srq,
      EpAttr attributes) {
    String where = where(call);
    EpAttr attr = EpChecks.attributes(this, where, attributes);
    EpSpec spec =
        new EpSpec(
            pz == null
                ? null
                : own(this, pz, AbstractPz.class, where, "pz", DatSubtype.INVALID_HANDLE_PZ),
            EpChecks.evd(
                this, where, "recvEvd", recvEvd, EvdFlags.DTO, DatSubtype.INVALID_HANDLE_EVD_RECV),
            EpChecks.evd(
                this,
                where,
                "requestEvd",
                requestEvd,
                EvdFlags.DTO,
                DatSubtype.INVALID_HANDLE_EVD_REQUEST),
            EpChecks.evd(
                this,
                where,
                "connectEvd",
                connectEvd,
                EvdFlags.CONNECTION,
                DatSubtype.INVALID_HANDLE_EVD_CONN),
            srq);
    spec.retain(where);
    try {
      return adopt(implCreateEp(spec, attr));
    } catch (RuntimeException | Error e) {
      spec.release();
      throw e;
    }
  }

  @Override
  public final Psp createPsp(long connQual, Evd evd, PspFlags flags) {
    checkLive("createPsp");
    String where = where("createPsp");
    if (connQual == 0) {
      throw Errors.parameter(where, 2, "connQual", 0, "give a qualifier other than 0");
    }
    return createPsp(where, connQual, evd, flags);
  }

  @Override
  public final Psp createPspAny(Evd evd, PspFlags flags) {
    checkLive("createPspAny");
    return createPsp(where("createPspAny"), 0, evd, flags);
  }

  private Psp createPsp(String where, long connQual, Evd evd, PspFlags flags) {
    AbstractEvd queue = crEvd(where, evd);
    if (flags == null) {
      throw Errors.parameter(where, 4, "flags", null, "give CONSUMER or PROVIDER");
    }
    EpCreatorForPsp creator = providerAttr().epCreator();
    if (flags == PspFlags.PROVIDER && creator == EpCreatorForPsp.NEVER
        || flags == PspFlags.CONSUMER && creator == EpCreatorForPsp.ALWAYS) {
      throw Errors.model(where, "flags", flags, "ep_creator is " + creator);
    }
    queue.retain(where, "evd", DatSubtype.INVALID_HANDLE_EVD_CR);
    try {
      return adopt(implCreatePsp(connQual, queue, flags));
    } catch (RuntimeException | Error e) {
      queue.release();
      throw e;
    }
  }

  private AbstractEvd crEvd(String where, Evd evd) {
    AbstractEvd queue =
        own(this, evd, AbstractEvd.class, where, "evd", DatSubtype.INVALID_HANDLE_EVD_CR);
    if ((queue.flags() & EvdFlags.CR) == 0) {
      throw Errors.handle(
          where,
          DatSubtype.INVALID_HANDLE_EVD_CR,
          "evd",
          queue + " with " + EvdFlags.toString(queue.flags()),
          "create the EVD with EvdFlags.CR");
    }
    return queue;
  }

  @Override
  public final Rsp createRsp(long connQual, Ep ep, Evd evd) {
    checkLive("createRsp");
    String where = where("createRsp");
    AbstractEp endpoint =
        own(this, ep, AbstractEp.class, where, "ep", DatSubtype.INVALID_HANDLE_EP);
    AbstractEvd queue = crEvd(where, evd);
    if (connQual == 0) {
      throw Errors.parameter(where, 2, "connQual", 0, "give a qualifier other than 0");
    }
    queue.retain(where, "evd", DatSubtype.INVALID_HANDLE_EVD_CR);
    try {
      return adopt(implCreateRsp(connQual, endpoint, queue));
    } catch (RuntimeException | Error e) {
      queue.release();
      throw e;
    }
  }

  @Override
  public final Srq createSrq(Pz pz, SrqAttr attributes) {
    checkLive("createSrq");
    String where = where("createSrq");
    if (!providerAttr().srqSupported()) {
      throw Errors.model(where, "call", "createSrq", "srq_supported is false");
    }
    AbstractPz zone = own(this, pz, AbstractPz.class, where, "pz", DatSubtype.INVALID_HANDLE_PZ);
    if (attributes == null) {
      throw Errors.parameter(where, 3, "attributes", null, "give an SrqAttr");
    }
    zone.retain(where, "pz", DatSubtype.INVALID_HANDLE_PZ);
    try {
      return adopt(implCreateSrq(zone, attributes));
    } catch (RuntimeException | Error e) {
      zone.release();
      throw e;
    }
  }

  /** Refuses private data that the provider could not carry. */
  final void checkPrivateData(String where, int position, byte[] privateData) {
    int max = providerAttr().maxPrivateDataSize();
    if (privateData != null && privateData.length > max) {
      throw Errors.parameter(
          where,
          position,
          "privateData",
          privateData.length + " octets",
          "max_private_data_size is " + max);
    }
  }

  @Override
  protected final void implFree() {
    shutDown();
  }

  /**
   * The adapter's attributes.
   *
   * @return the same object at every call
   */
  public abstract IaAttr iaAttr();

  /**
   * The provider's attributes.
   *
   * @return the same object at every call
   */
  public abstract ProviderAttr providerAttr();

  /** Releases the provider's part after all objects are gone. */
  protected abstract void implClose();

  /**
   * Creates a zone.
   *
   * @return a new zone
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
   * Creates a dispatcher.
   *
   * @param minQlen within the limits
   * @param cno or null
   * @param flags permitted together
   * @return a new dispatcher
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
   * @param flags who creates endpoints
   * @return a new service point, listening
   */
  protected abstract AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags);

  /**
   * Creates a notification object.
   *
   * @param agent or null
   * @return a new object
   */
  protected AbstractCno implCreateCno(ProxyAgent agent) {
    throw Errors.notImplemented("dat_cno_create", this);
  }

  /**
   * Listens for one request.
   *
   * @param connQual the qualifier
   * @param ep whose state is the provider's to check and change
   * @param evd where the request goes
   * @return a new service point, listening
   */
  protected AbstractRsp implCreateRsp(long connQual, AbstractEp ep, AbstractEvd evd) {
    throw Errors.notImplemented("dat_rsp_create", this);
  }

  /**
   * Creates a shared receive queue.
   *
   * @param pz its zone
   * @param attributes sizes
   * @return a new queue
   */
  protected AbstractSrq implCreateSrq(AbstractPz pz, SrqAttr attributes) {
    throw Errors.notImplemented("dat_srq_create", this);
  }

  /**
   * Makes local stores visible to RDMA Reads.
   *
   * @param segments checked
   */
  protected void implSyncRdmaRead(LmrIov segments) {
    throw Errors.notImplemented("dat_lmr_sync_rdma_read", this);
  }

  /**
   * Makes RDMA Writes visible to local loads.
   *
   * @param segments checked
   */
  protected void implSyncRdmaWrite(LmrIov segments) {
    throw Errors.notImplemented("dat_lmr_sync_rdma_write", this);
  }
}
