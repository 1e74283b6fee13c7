package org.dat4j.dat.spi.forward;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaParam;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemType;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;

/**
 * A wrapper that passes every call on an adapter on to the provider's object, for layers such as
 * mutants and tracing. It wraps what it creates.
 */
public class ForwardingIa extends ForwardingObject<Ia> implements Ia {

  private final AtomicReference<Opening> opening = new AtomicReference<>();

  /**
   * The registry's open of a layer.
   *
   * @param name the name of the layer's entry
   * @param onClosed what the registry does after the close
   */
  record Opening(String name, Runnable onClosed) {}

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingIa(Forwarding forwarding, Ia delegate) {
    super(forwarding, Ia.class, delegate);
  }

  /** Takes the name of the entry that the registry opened; its release follows the close. */
  final void opened(String name, Runnable onClosed) {
    opening.set(new Opening(name, onClosed));
  }

  private String nameOr(String own) {
    Opening named = opening.get();
    return named == null ? own : named.name();
  }

  @Override
  public String name() {
    return nameOr(delegate().name());
  }

  @Override
  public void close(CloseFlags flags) {
    delegate().close(flags);
    closed();
  }

  @Override
  public void close() {
    delegate().close();
    closed();
  }

  private void closed() {
    forwarding().sweep();
    Opening over = opening.get();
    if (over != null && opening.compareAndSet(over, new Opening(over.name(), () -> {}))) {
      over.onClosed().run();
    }
  }

  @Override
  public IaParam query(long iaMask, long providerMask) {
    return wrap(delegate().query(iaMask, providerMask));
  }

  @Override
  public IaParam query() {
    return wrap(delegate().query());
  }

  private IaParam wrap(IaParam param) {
    return new IaParam(
        wrap(Evd.class, param.asyncEvd()),
        param.asyncEvdOutOfScope(),
        named(param.iaAttr()),
        param.providerAttr());
  }

  private IaAttr named(IaAttr attr) {
    return attr == null || opening.get() == null
        ? attr
        : attr.toBuilder().adapterName(opening.get().name()).build();
  }

  @Override
  public Pz createPz() {
    return wrap(Pz.class, delegate().createPz());
  }

  @Override
  public Lmr createLmr(
      MemType memType, RegionDescription region, long length, Pz pz, int privileges) {
    return wrap(
        Lmr.class,
        delegate().createLmr(memType, unwrap(region), length, unwrap(Pz.class, pz), privileges));
  }

  @Override
  public Lmr createLmr(ByteBuffer buffer, Pz pz, int privileges) {
    return wrap(Lmr.class, delegate().createLmr(buffer, unwrap(Pz.class, pz), privileges));
  }

  private RegionDescription unwrap(RegionDescription region) {
    return region == null || region.lmr() == null
        ? region
        : RegionDescription.lmr(unwrap(Lmr.class, region.lmr()));
  }

  @Override
  public void lmrSyncRdmaRead(LmrIov segments) {
    delegate().lmrSyncRdmaRead(segments);
  }

  @Override
  public void lmrSyncRdmaWrite(LmrIov segments) {
    delegate().lmrSyncRdmaWrite(segments);
  }

  @Override
  public Evd createEvd(int minQlen, Cno cno, int flags) {
    return wrap(Evd.class, delegate().createEvd(minQlen, unwrap(Cno.class, cno), flags));
  }

  @Override
  public Cno createCno(ProxyAgent agent) {
    return wrap(Cno.class, delegate().createCno(forwarding().agentFor(agent)));
  }

  @Override
  public Ep createEp(Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, EpAttr attributes) {
    return wrap(
        Ep.class,
        delegate()
            .createEp(
                unwrap(Pz.class, pz),
                unwrap(Evd.class, recvEvd),
                unwrap(Evd.class, requestEvd),
                unwrap(Evd.class, connectEvd),
                attributes));
  }

  @Override
  public Ep createEpWithSrq(
      Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, Srq srq, EpAttr attributes) {
    return wrap(
        Ep.class,
        delegate()
            .createEpWithSrq(
                unwrap(Pz.class, pz),
                unwrap(Evd.class, recvEvd),
                unwrap(Evd.class, requestEvd),
                unwrap(Evd.class, connectEvd),
                unwrap(Srq.class, srq),
                attributes));
  }

  @Override
  public Psp createPsp(long connQual, Evd evd, PspFlags flags) {
    return wrap(Psp.class, delegate().createPsp(connQual, unwrap(Evd.class, evd), flags));
  }

  @Override
  public Psp createPspAny(Evd evd, PspFlags flags) {
    return wrap(Psp.class, delegate().createPspAny(unwrap(Evd.class, evd), flags));
  }

  @Override
  public Rsp createRsp(long connQual, Ep ep, Evd evd) {
    return wrap(
        Rsp.class, delegate().createRsp(connQual, unwrap(Ep.class, ep), unwrap(Evd.class, evd)));
  }

  @Override
  public Srq createSrq(Pz pz, SrqAttr attributes) {
    return wrap(Srq.class, delegate().createSrq(unwrap(Pz.class, pz), attributes));
  }

  @Override
  public InetAddress address() {
    return delegate().address();
  }
}
