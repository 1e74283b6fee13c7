package org.dat4j.conformance.dat.variant;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.conformance.spi.Mutant;
import org.dat4j.conformance.spi.MutantFactory;
import org.dat4j.conformance.spi.Mutants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaParam;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.forward.Call;
import org.dat4j.dat.spi.forward.InterceptingForwarding;

/**
 * An honest variant with adapters of low limits. They refuse a Write to memory without the right at
 * the post.
 */
public final class ModestAdapters implements Mutants<IaSource> {
  static final String NAME = "modest";
  static final int SEGMENTS = 1;
  static final int READS = 2;
  static final int DTOS = 12;
  static final long BYTES = 1 << 16;

  /** The service that makes the variant. */
  public static final class Factory implements MutantFactory<IaSource> {
    /** For the service loader. */
    public Factory() {}

    @Override
    public Class<IaSource> sourceType() {
      return IaSource.class;
    }

    @Override
    public Mutants<IaSource> create(Catalogue catalogue, Set<String> checked) {
      return new ModestAdapters();
    }
  }

  @Override
  public Set<String> ids() {
    return Set.of();
  }

  @Override
  public Optional<Mutant> find(String id) {
    return id.equals(HONEST + NAME)
        ? Optional.of(new Mutant(id, List.of("*"), "has low limits", CapabilityGate.NOTHING, ""))
        : Optional.empty();
  }

  @Override
  public IaSource inFrontOf(String id, IaSource source, String target) {
    Set<Integer> unwritable = ConcurrentHashMap.newKeySet();
    InterceptingForwarding layer = new InterceptingForwarding(call -> answer(call, unwritable));
    return (name, asyncEvdMinQlen, asyncEvd) ->
        layer.wrap(Ia.class, source.open(name, asyncEvdMinQlen, layer.unwrap(Evd.class, asyncEvd)));
  }

  /** Makes a call within the limits; notes the contexts of memory without the right. */
  private static Object answer(Call call, Set<Integer> unwritable) {
    Object[] arguments = call.arguments();
    Object last = arguments.length == 0 ? null : arguments[arguments.length - 1];
    if (call.name().equals("Ia.createEp") && last instanceof EpAttr attr && isTooMuch(attr)) {
      throw refusal(DatReturn.INVALID_PARAMETER, "ep_attributes", attr);
    }
    PostCall post = PostCall.of(call);
    if (post != null
        && post.op() == PostCall.Op.WRITE
        && unwritable.contains(post.remoteContext())) {
      throw refusal(DatReturn.PRIVILEGES_VIOLATION, "rmr_context", post.remoteContext());
    }
    Object answer = call.proceed();
    if (answer instanceof Lmr lmr && call.name().equals("Ia.createLmr")) {
      if (((int) last & MemPriv.REMOTE_WRITE) == 0) {
        unwritable.add(lmr.rmrContext());
      } else {
        unwritable.remove(lmr.rmrContext());
      }
    }
    return answer instanceof IaParam param ? limited(param) : answer;
  }

  private static DatException refusal(int type, String argument, Object value) {
    return new DatException(
        type, DatSubtype.NO_SUBTYPE, "modest adapter", argument, value, "ask for less");
  }

  private static IaParam limited(IaParam all) {
    IaAttr attr =
        all.iaAttr().toBuilder()
            .maxIovSegmentsPerDto(SEGMENTS)
            .maxIovSegmentsPerRdmaRead(SEGMENTS)
            .maxIovSegmentsPerRdmaWrite(SEGMENTS)
            .maxRdmaReadPerEpIn(READS)
            .maxRdmaReadPerEpOut(READS)
            .maxDtoPerEp(DTOS)
            .maxMessageSize(BYTES)
            .maxRdmaSize(BYTES)
            .build();
    return new IaParam(all.asyncEvd(), all.asyncEvdOutOfScope(), attr, all.providerAttr());
  }

  private static boolean isTooMuch(EpAttr attr) {
    return attr.maxRecvIov() > SEGMENTS
        || attr.maxRequestIov() > SEGMENTS
        || attr.maxRdmaReadIn() > READS
        || attr.maxRdmaReadOut() > READS
        || attr.maxRecvDtos() > DTOS
        || attr.maxRequestDtos() > DTOS
        || attr.maxMessageSize() > BYTES
        || attr.maxRdmaSize() > BYTES;
  }
}
