package org.dat4j.dat.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Rsp;
import org.junit.jupiter.api.Test;

/** A request that ends its reserved service point before the creation of that has returned. */
class EarlyRequestTest {

  @Test
  void pointThatARequestHasEndedKeepsNoAdapterOpen() {
    EarlyIa ia = new EarlyIa();
    Evd evd = ia.createEvd(1, null, EvdFlags.CR);
    Rsp rsp = ia.createRsp(7, null, evd);
    assertThrows(DatException.class, rsp::free, "it was consumed");
    assertEquals(0, ia.count(HandleType.RSP));
    evd.free();
    ia.close(CloseFlags.GRACEFUL);
  }

  private static final class EarlyRsp extends AbstractRsp {

    EarlyRsp(long connQual, AbstractEvd evd) {
      super(connQual, null, evd);
    }

    void arrive() {
      consume();
      consumed();
    }

    @Override
    protected void implFree() {}
  }

  private static final class EmptyEvd extends AbstractEvd {

    EmptyEvd(AbstractIa ia, int flags) {
      super(ia, null, flags);
    }

    @Override
    protected int implQlen() {
      return 1;
    }

    @Override
    protected int implState() {
      return 0;
    }

    @Override
    protected int implDequeue(DatEvent event) {
      return DatReturn.QUEUE_EMPTY;
    }

    @Override
    protected int implAwait(long timeoutMicros, int threshold, DatEvent event) {
      return DatReturn.TIMEOUT_EXPIRED;
    }

    @Override
    protected void implFree() {}
  }

  private static final class Provider extends DatProvider {

    @Override
    public String id() {
      return "early";
    }

    @Override
    public int spiVersion() {
      return SPI_VERSION;
    }

    @Override
    public String version() {
      return "0.1";
    }

    @Override
    public ProbeResult probe(RegistryEntry entry) {
      return ProbeResult.available("nothing");
    }

    @Override
    protected AbstractIa openIa(OpenRequest request) {
      throw new UnsupportedOperationException("openIa");
    }
  }

  /** An adapter at which a request arrives as soon as it listens. */
  private static final class EarlyIa extends AbstractIa {

    private final IaAttr limits = IaAttr.EMPTY.toBuilder().maxEvds(1).maxEvdQlen(1).build();
    private final ProviderAttr attributes =
        ProviderAttr.EMPTY.toBuilder().epCreator(EpCreatorForPsp.IFASKED).build();

    EarlyIa() {
      super(
          new Provider(),
          new OpenRequest(
              RegistryEntry.builtIn("early0", "early", ""), false, 1, null, true, null, () -> {}));
    }

    @Override
    public IaAttr iaAttr() {
      return limits;
    }

    @Override
    public ProviderAttr providerAttr() {
      return attributes;
    }

    @Override
    protected void implClose() {}

    @Override
    protected AbstractRsp implCreateRsp(long connQual, AbstractEp ep, AbstractEvd evd) {
      EarlyRsp rsp = new EarlyRsp(connQual, evd);
      rsp.arrive();
      return rsp;
    }

    @Override
    protected AbstractEvd implCreateEvd(int minQlen, AbstractCno cno, int flags) {
      return new EmptyEvd(this, flags);
    }

    @Override
    protected AbstractPz implCreatePz() {
      throw Errors.notImplemented("dat_pz_create", this);
    }

    @Override
    protected AbstractLmr implCreateLmr(LmrSpec spec) {
      throw Errors.notImplemented("dat_lmr_create", this);
    }

    @Override
    protected AbstractEp implCreateEp(EpSpec spec, EpAttr attr) {
      throw Errors.notImplemented("dat_ep_create", this);
    }

    @Override
    protected AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags) {
      throw Errors.notImplemented("dat_psp_create", this);
    }
  }
}
