package org.dat4j.conformance.dat.adapter;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaField;
import org.dat4j.dat.IaParam;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProviderField;
import org.junit.jupiter.api.Test;

/** Tests of dat_ia_query, which returns the attributes of an adapter and of its provider. */
class IaQueryClauses extends DatTest {
  private static final int STREAMS = 6;
  private static final long UNDEFINED_IA_BIT = 0x800000000L;
  private static final long UNDEFINED_PROVIDER_BIT = 0x4000000L;
  private static final int QOS_BITS = 0xf;
  private static final int COMPLETION_BITS = 0x1f;
  private static final int MIN_PRIVATE_DATA = 64;

  @Test
  @Clauses({
    "dat_ia_query.01", "dat_ia_query.02", "dat_ia_query.05",
    "dat_ia_query.06", "dat_ia_query.07", "dat_ia_query.08"
  })
  void masksSelectFields() {
    Ia ia = open();
    IaParam all = ia.query();
    table(
        row(
            "dat_ia_query.01",
            "both masks zero",
            () -> clause("dat_ia_query.01").that(ia.query(0, 0) != null, "an answer comes")),
        row(
            "dat_ia_query.02",
            "closed adapter",
            () -> {
              Ia closed = open();
              closed.close();
              clause("dat_ia_query.02").throwsDat(DatReturn.INVALID_HANDLE, closed::query);
              clause("dat_ia_query.02")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> closed.query(0, 0));
            }),
        row(
            "dat_ia_query.05",
            "undefined bits of the IA mask",
            () -> {
              for (long bit : new long[] {UNDEFINED_IA_BIT, Long.MIN_VALUE}) {
                clause("dat_ia_query.05")
                    .throwsDat(DatReturn.INVALID_PARAMETER, () -> ia.query(IaField.ALL | bit, 0));
              }
            }),
        row(
            "dat_ia_query.06",
            "undefined bits of the provider mask",
            () -> {
              for (long bit : new long[] {UNDEFINED_PROVIDER_BIT, Long.MIN_VALUE}) {
                clause("dat_ia_query.06")
                    .throwsDat(
                        DatReturn.INVALID_PARAMETER, () -> ia.query(0, ProviderField.ALL | bit));
              }
            }),
        row(
            "dat_ia_query.07",
            "async EVD",
            () -> {
              Evd async = all.asyncEvd();
              clause("dat_ia_query.07").that(async != null, "the instance has an async EVD");
              clause("dat_ia_query.07")
                  .that(ia.query(0, 0).asyncEvd() == async, "every query gives the same EVD");
              clause("dat_ia_query.07").that(async.query().ia() == ia, "it is this instance's own");
            }),
        row(
            "dat_ia_query.08",
            "single bits",
            () -> {
              for (long bit = 1; bit <= IaField.ALL; bit <<= 1) {
                List<Object> one = fields(ia.query(bit, 0).iaAttr());
                int index = Long.numberOfTrailingZeros(bit);
                clause("dat_ia_query.08")
                    .equal(fields(all.iaAttr()).get(index), one.get(index), "IA field " + index);
              }
              clause("dat_ia_query.08")
                  .equal(
                      all.providerAttr().maxPrivateDataSize(),
                      ia.query(0, ProviderField.MAX_PRIVATE_DATA_SIZE)
                          .providerAttr()
                          .maxPrivateDataSize(),
                      "max_private_data_size");
              clause("dat_ia_query.08")
                  .equal(
                      all.providerAttr().providerName(),
                      ia.query(0, ProviderField.PROVIDER_NAME).providerAttr().providerName(),
                      "provider_name");
            }));
  }

  /** Lists the fields in the order of their mask bits. */
  private static List<Object> fields(IaAttr a) {
    List<Object> fields = new ArrayList<>();
    fields.addAll(List.of(a.adapterName(), a.vendorName()));
    fields.addAll(List.of(a.hardwareVersionMajor(), a.hardwareVersionMinor()));
    fields.addAll(List.of(a.firmwareVersionMajor(), a.firmwareVersionMinor(), a.iaAddress()));
    fields.addAll(List.of(a.maxEps(), a.maxDtoPerEp()));
    fields.addAll(List.of(a.maxRdmaReadPerEpIn(), a.maxRdmaReadPerEpOut()));
    fields.addAll(List.of(a.maxEvds(), a.maxEvdQlen(), a.maxIovSegmentsPerDto(), a.maxLmrs()));
    fields.addAll(List.of(a.maxLmrBlockSize(), a.maxLmrVirtualAddress(), a.maxPzs()));
    fields.addAll(List.of(a.maxMessageSize(), a.maxRdmaSize()));
    fields.addAll(List.of(a.maxRmrs(), a.maxRmrTargetAddress()));
    fields.addAll(List.of(a.maxSrqs(), a.maxEpPerSrq(), a.maxRecvPerSrq()));
    fields.addAll(List.of(a.maxIovSegmentsPerRdmaRead(), a.maxIovSegmentsPerRdmaWrite()));
    fields.addAll(List.of(a.maxRdmaReadIn(), a.maxRdmaReadOut()));
    fields.addAll(List.of(a.maxRdmaReadPerEpInGuaranteed(), a.maxRdmaReadPerEpOutGuaranteed()));
    fields.addAll(List.of(a.transportAttr().size(), a.transportAttr()));
    fields.addAll(List.of(a.vendorAttr().size(), a.vendorAttr()));
    return fields;
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ia_query.09", "dat_ia_query.10", "dat_ia_query.11", "dat_ia_query.12", "dat_ia_query.13",
    "dat_ia_query.14", "dat_ia_query.21", "dat_ia_query.25", "dat_ia_query.26", "dat_ia_query.27"
  })
  void adapterAttributesMakeSense() {
    Ia ia = open();
    IaAttr attr = ia.query().iaAttr();
    ProviderAttr provider = ia.query().providerAttr();
    table(
        row(
            "dat_ia_query.09",
            "two instances",
            () ->
                clause("dat_ia_query.09")
                    .equal(attr, open().query().iaAttr(), "attributes of a second instance")),
        row(
            "dat_ia_query.10",
            "adapter name",
            () -> clause("dat_ia_query.10").equal(iaName(), attr.adapterName(), "adapter name")),
        row(
            "dat_ia_query.11",
            "vendor name",
            () ->
                clause("dat_ia_query.11")
                    .that(
                        attr.vendorName() != null
                            && attr.vendorName().length() < DatConstants.NAME_MAX_LENGTH,
                        "vendor name of less than 256 characters")),
        row(
            "dat_ia_query.12",
            "address",
            () -> {
              int bytes = attr.iaAddress().getAddress().length;
              clause("dat_ia_query.12").that(bytes == 4 || bytes == 16, "IPv4 or IPv6");
              AdapterFixture node = node();
              DatPeer far = peer();
              int ep = far.createEp(0, -1, -1);
              far.connect(
                  ep,
                  attr.iaAddress().getAddress(),
                  node.listen().connQual(),
                  DatConstants.TIMEOUT_INFINITE,
                  null);
              clause("dat_ia_query.12")
                  .that(AdapterFixture.await(node.cr()).cr() != null, "a peer reaches it there");
            }),
        row(
            "dat_ia_query.13",
            "counts",
            () -> {
              clause("dat_ia_query.13").that(attr.maxEps() > 0, "max_eps > 0");
              clause("dat_ia_query.13").that(attr.maxDtoPerEp() > 0, "max_dto_per_ep > 0");
              clause("dat_ia_query.13").that(attr.maxEvds() > 0, "max_evds > 0");
              clause("dat_ia_query.13").that(attr.maxEvdQlen() > 0, "max_evd_qlen > 0");
              clause("dat_ia_query.13")
                  .that(attr.maxIovSegmentsPerDto() > 0, "max_iov_segments_per_dto > 0");
              clause("dat_ia_query.13").that(attr.maxLmrs() > 0, "max_lmrs > 0");
              clause("dat_ia_query.13").that(attr.maxPzs() > 0, "max_pzs > 0");
            }),
        row(
            "dat_ia_query.14",
            "sizes",
            () -> {
              clause("dat_ia_query.14").that(attr.maxLmrBlockSize() > 0, "max_lmr_block_size > 0");
              clause("dat_ia_query.14").that(attr.maxMessageSize() > 0, "max_message_size > 0");
              clause("dat_ia_query.14").that(attr.maxRdmaSize() > 0, "max_rdma_size > 0");
            }),
        row(
            "dat_ia_query.21",
            "RDMA Reads",
            () ->
                clause("dat_ia_query.21")
                    .that(
                        attr.maxRdmaReadPerEpIn() >= 0 && attr.maxRdmaReadPerEpOut() >= 0,
                        "neither is negative")),
        row(
            "dat_ia_query.25",
            "named attributes",
            () -> {
              List<NamedAttr> named = new ArrayList<>(attr.transportAttr());
              named.addAll(attr.vendorAttr());
              named.addAll(provider.providerSpecificAttr());
              clause("dat_ia_query.25")
                  .that(
                      named.stream().allMatch(n -> n.name() != null && n.value() != null),
                      "no null in " + named);
            }),
        row(
            "dat_ia_query.26",
            "provider name",
            () ->
                clause("dat_ia_query.26")
                    .that(!provider.providerName().isEmpty(), "provider_name is not empty")),
        row(
            "dat_ia_query.27",
            "version",
            () -> {
              clause("dat_ia_query.27").equal(1, provider.daplVersionMajor(), "major");
              clause("dat_ia_query.27").equal(2, provider.daplVersionMinor(), "minor");
            }));
  }

  @Test
  @Clauses({
    "dat_ia_query.34",
    "dat_ia_query.35",
    "dat_ia_query.37",
    "dat_ia_query.41",
    "dat_ia_query.42",
    "dat_ia_query.43",
    "dat_ia_query.44"
  })
  void providerAttributesMakeSense() {
    ProviderAttr attr = open().query().providerAttr();
    List<List<Boolean>> matrix = attr.evdStreamMergingSupported();
    table(
        row(
            "dat_ia_query.34",
            "QoS",
            () ->
                clause("dat_ia_query.34").equal(0, attr.qosSupported() & ~QOS_BITS, "other bits")),
        row(
            "dat_ia_query.35",
            "completion flags",
            () ->
                clause("dat_ia_query.35")
                    .equal(0, attr.completionFlagsSupported() & ~COMPLETION_BITS, "other bits")),
        row(
            "dat_ia_query.37",
            "private data",
            () ->
                clause("dat_ia_query.37")
                    .that(
                        attr.maxPrivateDataSize() >= MIN_PRIVATE_DATA,
                        "max_private_data_size >= 64, is " + attr.maxPrivateDataSize())),
        row(
            "dat_ia_query.41",
            "alignment",
            () -> {
              int alignment = attr.optimalBufferAlignment();
              clause("dat_ia_query.41")
                  .that(
                      alignment > 0
                          && alignment <= DatConstants.OPTIMAL_ALIGNMENT
                          && DatConstants.OPTIMAL_ALIGNMENT % alignment == 0,
                      alignment + " divides 256");
            }),
        row(
            "dat_ia_query.42",
            "shape of the matrix",
            () ->
                clause("dat_ia_query.42")
                    .that(
                        matrix.size() == STREAMS
                            && matrix.stream().allMatch(r -> r.size() == STREAMS),
                        "6 by 6")),
        row(
            "dat_ia_query.43",
            "symmetry",
            () -> {
              for (int i = 0; i < STREAMS; i++) {
                for (int j = 0; j < i; j++) {
                  clause("dat_ia_query.43")
                      .equal(matrix.get(j).get(i), matrix.get(i).get(j), "[" + i + "][" + j + "]");
                }
              }
            }),
        row(
            "dat_ia_query.44",
            "diagonal",
            () -> {
              for (int i = 0; i < STREAMS; i++) {
                clause("dat_ia_query.44").equal(true, matrix.get(i).get(i), "[" + i + "]");
              }
            }));
  }
}
