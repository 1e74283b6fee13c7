package org.dat4j.conformance.dat.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.junit.jupiter.api.Test;

/** Tests of dat_lmr_query, which returns the parameters of a memory registration (LMR). */
class LmrQueryClauses extends DatTest {
  private static final Map<Integer, Function<LmrParam, Object>> FIELDS =
      Map.of(
          LmrField.IA_HANDLE, LmrParam::ia,
          LmrField.MEM_TYPE, LmrParam::memType,
          LmrField.REGION_DESC, LmrParam::regionDesc,
          LmrField.LENGTH, LmrParam::length,
          LmrField.PZ_HANDLE, LmrParam::pz,
          LmrField.MEM_PRIV, LmrParam::memPriv,
          LmrField.LMR_CONTEXT, LmrParam::lmrContext,
          LmrField.RMR_CONTEXT, LmrParam::rmrContext,
          LmrField.REGISTERED_SIZE, LmrParam::registeredSize,
          LmrField.REGISTERED_ADDRESS, LmrParam::registeredAddress);

  /** The arguments of a registration. */
  private record Made(MemType type, RegionDescription region, long length, Pz pz, int privileges) {
    Lmr on(AdapterFixture node) {
      return node.ia().createLmr(type, region, length, pz, privileges);
    }
  }

  /** Lists registrations of each kind that the adapter has, with every set of privileges. */
  private List<Made> all(AdapterFixture node) {
    long types = run().capabilities().number("lmr_mem_types_supported");
    List<Made> all = new ArrayList<>();
    Pz other = node.ia().createPz();
    ByteBuffer memory = ByteBuffer.allocateDirect(MemPriv.ALL + size());
    for (int privileges = 0; privileges <= MemPriv.ALL; privileges++) {
      if ((privileges & ~MemPriv.ALL) == 0) {
        RegionDescription region = RegionDescription.virtual(memory.slice(privileges, size()));
        Pz pz = privileges % 2 == 0 ? node.pz() : other;
        all.add(new Made(MemType.VIRTUAL, region, size() - privileges, pz, privileges));
      }
    }
    if ((types & MemType.LMR.value()) != 0) {
      RegionDescription region = RegionDescription.lmr(node.region(size()).lmr());
      all.add(new Made(MemType.LMR, region, 0, other, MemPriv.REMOTE_READ));
    }
    if ((types & MemType.SHARED_VIRTUAL.value()) != 0) {
      byte[] cookie = data(DatConstants.LMR_COOKIE_SIZE);
      RegionDescription region = RegionDescription.sharedVirtual(cookie, memory);
      all.add(new Made(MemType.SHARED_VIRTUAL, region, size(), node.pz(), MemPriv.ALL));
    }
    return all;
  }

  @Test
  @Clauses({"dat_lmr_query.01", "dat_lmr_query.04", "dat_lmr_query.05", "dat_lmr_query.06"})
  void parametersAreThoseOfTheCreation() {
    AdapterFixture node = node();
    for (Made made : all(node)) {
      Lmr lmr = made.on(node);
      clause("dat_lmr_query.01").succeeds("a full query", () -> lmr.query(LmrField.ALL));
      LmrParam param = lmr.query(LmrField.ALL);
      clause("dat_lmr_query.04").that(param.ia() == node.ia(), "ia_handle of " + made);
      clause("dat_lmr_query.04").that(param.pz() == made.pz(), "pz_handle of " + made);
      boolean strengthened =
          made.type() == MemType.VIRTUAL && param.memType() == MemType.SO_VIRTUAL;
      clause("dat_lmr_query.04")
          .that(param.memType() == made.type() || strengthened, "mem_type is " + param.memType());
      clause("dat_lmr_query.04").equal(made.privileges(), param.memPriv(), "mem_priv");
      if (made.type() != MemType.LMR) {
        clause("dat_lmr_query.04").equal(made.length(), param.length(), "length");
      }
      clause("dat_lmr_query.05").equal(lmr.lmrContext(), param.lmrContext(), "lmr_context");
      clause("dat_lmr_query.05").equal(lmr.rmrContext(), param.rmrContext(), "rmr_context");
      clause("dat_lmr_query.05").equal(lmr.registeredSize(), param.registeredSize(), "size");
      clause("dat_lmr_query.05")
          .equal(lmr.registeredAddress(), param.registeredAddress(), "address");
      if (made.type() == MemType.LMR) {
        clause("dat_lmr_query.06")
            .that(param.regionDesc().lmr() == made.region().lmr(), "region_desc is the handle");
      } else {
        clause("dat_lmr_query.06")
            .that(
                param.regionDesc().buffer() != null
                    && param.regionDesc().length() == made.region().length()
                    && first(param.regionDesc()) == first(made.region()),
                "region_desc is the memory of " + made);
      }
      lmr.free();
    }
  }

  /** Changes and reads the first byte, to see which memory it is. */
  private static byte first(RegionDescription region) {
    ByteBuffer buffer = region.buffer();
    buffer.put(0, (byte) (buffer.get(0) | 0x40));
    return buffer.get(0);
  }

  @Test
  @Clauses({"dat_lmr_query.02", "dat_lmr_query.03", "dat_lmr_query.07"})
  void masksSelectAndWrongOnesAreRefused() {
    AdapterFixture node = node();
    Lmr lmr = node.region(size()).lmr();
    for (int bit = 10; bit < 32; bit++) {
      int mask = 1 << bit;
      clause("dat_lmr_query.02").throwsDat(DatReturn.INVALID_PARAMETER, () -> lmr.query(mask));
      clause("dat_lmr_query.02")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> lmr.query(LmrField.ALL | mask));
    }
    LmrParam full = lmr.query(LmrField.ALL);
    FIELDS.forEach(
        (mask, field) ->
            clause("dat_lmr_query.07")
                .equal(
                    field.apply(full), field.apply(lmr.query(mask)), "field " + mask + " alone"));
    lmr.free();
    clause("dat_lmr_query.03").throwsDat(DatReturn.INVALID_HANDLE, () -> lmr.query(LmrField.ALL));
  }
}
