package org.dat4j.dat.natives;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.natives.abi.Abi;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractDatObject;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPsp;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.AbstractSrq;
import org.dat4j.dat.spi.Agents;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.spi.OpenRequest;

/** An adapter of the library, and the names by which the library's events call our objects. */
final class NativeIa extends AbstractIa {

  /**
   * How long a close waits for calls of other threads, and then for answers to connects that were
   * given up: the program's own service points have refused what was asked of them by then.
   */
  private static final long CLOSE_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final OpenAdapters.Opened opened;
  private final IaAttr iaAttr;
  private final ProviderAttr providerAttr;
  private final Agents agents;
  private final EventReader reader = new EventReader(this);
  private final AtomicInteger numbers = new AtomicInteger();
  private final ContextTable<NativeEp> endpoints = new ContextTable<>();
  private final Map<Long, DatObject> names = new ConcurrentHashMap<>();
  private final Map<Long, CmQuiet> hidden = new ConcurrentHashMap<>();
  private final Endings endings = new Endings();
  private final Queue<NativeEp> failed = new ConcurrentLinkedQueue<>();
  private final SpinLock shares = new SpinLock();
  private final Queue<BooleanSupplier> leftOfSrqs = new ConcurrentLinkedQueue<>();
  private final Listeners listeners = new Listeners(this);
  private final boolean iwarp;
  private final boolean libdaplofa;
  private final boolean libdaploscm;
  private final CmPause cm;
  private final CmPause accepting;
  private final AbandonedConnects abandoned;
  private final LmrSync sync = new LmrSync(this);
  private final KeptParts kept = new KeptParts();
  private volatile boolean lost;
  private boolean asyncWrapped;
  private long spareTransfers;

  /**
   * Makes an open adapter.
   *
   * @param provider who opens it
   * @param request what was asked for
   * @param opened the library's part, owned by this object from now on
   */
  NativeIa(DatProvider provider, OpenRequest request, OpenAdapters.Opened opened) {
    super(provider, request);
    this.opened = opened;
    this.agents = new Agents("dat4j-" + request.entry().iaName() + "-agents");
    this.iaAttr = opened.iaAttr();
    this.providerAttr = opened.providerAttr();
    this.iwarp = Attributes.completesLocally(providerAttr);
    this.libdaplofa = Attributes.hasCmThread(providerAttr);
    this.libdaploscm = Attributes.usesSockets(providerAttr);
    this.cm = CmPause.ofOneThread(this, libdaplofa);
    this.accepting = libdaploscm ? CmPause.ofSockets(this) : cm;
    this.abandoned = new AbandonedConnects(this);
  }

  /**
   * Whether this is iWARP: an RDMA Read completes when the peer has answered, and requests posted
   * later may complete before; the device answers no fenced Read, yet Reads are served in order. A
   * connect that was given up lasts until it is answered.
   */
  boolean isIwarp() {
    return iwarp;
  }

  /**
   * What is to be noted of the receives of a queue.
   *
   * @param places of the queue
   * @param segments of a receive, at most
   * @return null where it is of no use
   */
  PostedMemory memoryOf(int places, int segments) {
    return opened.softRoce() ? new PostedMemory(places, segments) : null;
  }

  /**
   * Whether the library tells the peer that a failed transfer has ended the connection. Only
   * libdaplofa does; the others see the state that dapli_evd_cqe_to_event has set, take the peer
   * for told, and close the connection's socket when the endpoint is freed (dapls_ib_disconnect).
   */
  boolean tellsOfBroken() {
    return libdaplofa;
  }

  /**
   * Whether the library's dat_ep_reset makes an endpoint forget its connection. Only libdaplofa
   * does (dapls_ib_reinit_ep); with the others the first one stays at the head of the endpoint's
   * list, where dat_ep_disconnect takes it for the present one: it ends nothing, and waits for ever
   * for what is posted (dapls_ib_disconnect, dapls_ep_flush_cqs).
   */
  boolean forgetsConnections() {
    return libdaplofa;
  }

  /**
   * Whether accepted requests can be parted from their connections: see {@link CrAnswer}. What is
   * known of the library's memory is of the 2.0 ABI.
   */
  boolean partsRequests() {
    return libdaplofa && Abi.current() == Abi.DAT_2_0;
  }

  /**
   * Whether the library takes a peer's connection before it has read the peer's request on it, as
   * libdaploscm does: it may look at the service point afterwards.
   */
  boolean acceptsFirst() {
    return libdaploscm;
  }

  long handle() {
    return opened.library().handle();
  }

  /**
   * The device has told of an error of an endpoint. libdapl then takes the connection for ended,
   * and for that reason drops the event of its end (dapli_cm_active_cb).
   */
  void failed(NativeEp ep) {
    failed.add(ep);
  }

  /** Has asynchronous errors taken, and the ends of connections told that follow from them. */
  void tellFailed() {
    if (asyncEvd() instanceof NativeEvd async) {
      async.settleUnlessWaiting();
    }
    NativeEp ep;
    while ((ep = failed.poll()) != null) {
      NativeEvd evd = ep.connectEvd();
      if (evd != null) {
        evd.own().failed(ep);
      }
    }
  }

  /** Something can be neither freed nor closed without a crash of the library. */
  void lose() {
    lost = true;
  }

  boolean isLost() {
    return lost;
  }

  /** Has asynchronous events appear on the dispatcher given at the open, if one was. */
  void shareAsync() {
    if (request().asyncEvd() instanceof NativeEvd shared) {
      shared.alsoTake(opened.library().asyncEvd(), reader);
    }
  }

  /** Undoes {@link #shareAsync}. */
  void unshareAsync() {
    if (request().asyncEvd() instanceof NativeEvd shared) {
      shared.takeNoLonger(opened.library().asyncEvd());
    }
  }

  /** Taken while completions of shared receive queues are read from the library. */
  SpinLock shares() {
    return shares;
  }

  /**
   * What is to be freed before the close, in this order: dispatchers and shared queues that
   * endpoints of the library have used longer than ours. Each answers whether the library has.
   */
  Queue<BooleanSupplier> leftOfSrqs() {
    return leftOfSrqs;
  }

  /**
   * Frees what is left of shared queues. The library's close does not: it frees zones that are in
   * use, and takes completions that point into queues which are gone.
   */
  private void endSrqs() {
    for (BooleanSupplier left : leftOfSrqs) {
      if (!left.getAsBoolean()) {
        lose();
        return;
      }
    }
  }

  /**
   * Makes a call that takes a queue pair from an endpoint of the library. Who reads a failed
   * receive of a shared queue looks at the queue pairs of all endpoints (dapli_evd_cqe_to_event),
   * so nobody may at the same time.
   *
   * @return what the library answers
   */
  int apartFromShares(IntSupplier call) {
    if (opened.srqs().most() == 0) {
      return call.getAsInt();
    }
    shares.lock();
    try {
      return call.getAsInt();
    } finally {
      shares.unlock();
    }
  }

  /**
   * Has the library free an endpoint, out of the way of its thread and of who reads shares.
   *
   * @param ep the library's endpoint
   * @param known whether the library's thread may know of it
   * @return what the library answers
   */
  int freeEp(long ep, boolean known) {
    IntSupplier call = () -> apartFromShares(() -> LibDat.dat_ep_free(ep));
    return known ? cm.call(call) : call.getAsInt();
  }

  /** A zone of the library for endpoints that have none yet, or 0 if they need none. */
  long spareZone() {
    return opened.srqs().zone();
  }

  /**
   * A dispatcher of the library for transfers that an endpoint never makes. It ends with the
   * adapter.
   */
  synchronized long spareTransfers() {
    if (spareTransfers == 0) {
      spareTransfers = createEvd(1, EvdFlags.DTO, where("createEp"));
    }
    return spareTransfers;
  }

  /**
   * A dispatcher of the library, without CNO.
   *
   * @param length events it holds
   * @param flags its streams
   * @param where object and call
   * @return its handle
   */
  long createEvd(int length, int flags, String where) {
    String device = providerAttr.specific(UsedParts.DEVICE);
    return LibraryEvd.create(handle(), device == null ? "" : device, length, flags, where);
  }

  Agents agents() {
    return agents;
  }

  EventReader reader() {
    return reader;
  }

  int nextNumber() {
    return numbers.incrementAndGet();
  }

  /** Makes an endpoint known to events, by its number and by its handle. */
  void enter(int number, long handle, NativeEp ep) {
    endpoints.putIfAbsent(number, ep);
    name(handle, ep);
  }

  void leave(int number) {
    endpoints.remove(number);
  }

  NativeEp endpointNumbered(int number) {
    return endpoints.get(number);
  }

  /** Makes a service point known, by its handle to events and by its qualifier to a handoff. */
  void listens(long handle, long connQual, DatObject point) {
    listeners.add(connQual, point);
    name(handle, point);
  }

  Endings endings() {
    return endings;
  }

  /** Keeps the library's own thread away from what a call uses. */
  CmPause cm() {
    return cm;
  }

  /** As {@link #cm}, for dat_cr_accept. */
  CmPause accepting() {
    return accepting;
  }

  AbandonedConnects abandoned() {
    return abandoned;
  }

  Listeners listeners() {
    return listeners;
  }

  void name(long handle, DatObject object) {
    names.put(handle, object);
  }

  /** Forgets a handle, unless it is another object's already: the library reuses them. */
  void unname(long handle, DatObject object) {
    names.remove(handle, object);
  }

  /** Endpoints that are being freed, by their handles: the program hears of them no more. */
  Map<Long, CmQuiet> hidden() {
    return hidden;
  }

  DatObject named(long handle) {
    return names.get(handle);
  }

  /** Takes in a connection request. */
  void take(NativeCr request) {
    arrived(request);
  }

  /** What the library still uses for endpoints that were left. */
  KeptParts kept() {
    return kept;
  }

  /**
   * Frees a part of endpoints in the library.
   *
   * @param part which
   * @param call the library's free
   * @param function the C function
   */
  void free(AbstractDatObject part, IntSupplier call, String function) {
    NativeErrors.check(kept.free(part, () -> free(part, call)), part.where("free"), function);
  }

  private int free(AbstractDatObject part, IntSupplier call) {
    int ret = call.getAsInt();
    if (Ret.rawType(ret) == DatReturn.INTERNAL_ERROR && part instanceof NativeEvd) {
      // The device still uses the queue, for an endpoint that libdapl has lost; dapls_ia_free would
      // end the process for it.
      lose();
    }
    return ret;
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
    return NativePz.create(this);
  }

  @Override
  protected AbstractLmr implCreateLmr(LmrSpec spec) {
    return NativeLmr.create(this, spec);
  }

  @Override
  protected void implSyncRdmaRead(LmrIov segments) {
    super.implSyncRdmaRead(segments);
    if (providerAttr.lmrSyncReq()) {
      sync.read(segments);
    }
  }

  @Override
  protected void implSyncRdmaWrite(LmrIov segments) {
    if (providerAttr.lmrSyncReq()) {
      sync.write(segments);
    }
    super.implSyncRdmaWrite(segments);
  }

  @Override
  protected AbstractEvd implCreateEvd(int minQlen, AbstractCno cno, int flags) {
    if (!asyncWrapped && flags == EvdFlags.ASYNC && request().asyncEvd() == null) {
      // The first layer asks for it once, before anybody else has this adapter.
      asyncWrapped = true;
      return NativeEvd.ofAdapter(this, opened.library().asyncEvd());
    }
    return NativeEvd.create(this, minQlen, (NativeCno) cno, flags);
  }

  @Override
  protected AbstractCno implCreateCno(ProxyAgent agent) {
    return new NativeCno(this, agent);
  }

  @Override
  protected AbstractEp implCreateEp(EpSpec spec, EpAttr attr) {
    return NativeEp.create(this, spec, attr);
  }

  @Override
  protected AbstractSrq implCreateSrq(AbstractPz pz, SrqAttr attributes) {
    return NativeSrq.create(this, (NativePz) pz, attributes);
  }

  @Override
  protected AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags) {
    return NativePsp.create(this, connQual, (NativeEvd) evd, flags);
  }

  @Override
  protected AbstractRsp implCreateRsp(long connQual, AbstractEp ep, AbstractEvd evd) {
    return NativeRsp.create(this, connQual, (NativeEp) ep, (NativeEvd) evd);
  }

  /**
   * The library frees what is left at the close, whoever is using it, so the close waits for the
   * calls of other threads that make or end a part. One that does not return leaves it open.
   */
  @Override
  protected void implDestroyed(HandleType kind) {
    long since = System.nanoTime();
    while (creations() > 0 || count(kind) > 0) {
      if (System.nanoTime() - since > CLOSE_PATIENCE_NANOS) {
        lose();
        return;
      }
      EpQueues.pause();
    }
  }

  @Override
  protected void implClose() {
    agents.close();
    // No answer can come while the library's thread is away; on iWARP its calls wait for it.
    long patience = cm.works() || iwarp ? 0 : CLOSE_PATIENCE_NANOS;
    abandoned.afterAll(
        patience,
        () -> {
          endSrqs();
          OpenAdapters.close(this, opened);
        });
  }
}
