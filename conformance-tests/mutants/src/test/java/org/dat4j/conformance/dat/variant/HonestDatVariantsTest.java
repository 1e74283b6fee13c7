package org.dat4j.conformance.dat.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.report.SuiteResult;
import org.junit.jupiter.api.Test;

class HonestDatVariantsTest {
  private static final HonestDatVariants VARIANTS = new HonestDatVariants();

  private static Optional<Set<DatFreedom>> freedoms(String selection) {
    return VARIANTS.freedoms("honest:" + selection);
  }

  @Test
  void namesAndSeedsSelectFreedoms() {
    assertEquals(
        Set.of(DatFreedom.LATE_ASYNC, DatFreedom.MORE_BYTES),
        freedoms("LATE_ASYNC,MORE_BYTES").orElseThrow());
    assertEquals(freedoms("7"), freedoms("7"));
    assertTrue(freedoms("7").orElseThrow().size() > 1);
    for (String wrong : List.of("", "LATE", "LATE_ASYNC,", "-1", "late_async")) {
      assertEquals(Optional.empty(), freedoms(wrong));
    }
    assertEquals(Optional.empty(), VARIANTS.freedoms("none"));
  }

  @Test
  void pagesOfFreedomsAreThoseOfClauses() {
    Set<String> pages =
        Set.copyOf(
            SuiteRunner.kit("dat").catalogue().all().stream()
                .map(clause -> clause.page())
                .distinct()
                .toList());
    for (DatFreedom freedom : DatFreedom.values()) {
      assertTrue(pages.contains(freedom.page()), freedom + ": " + freedom.page());
    }
    assertTrue(DatFreedom.values().length >= 40);
  }

  @Test
  void suiteAcceptsTheVariantWithAllFreedoms() {
    String all =
        String.join(",", EnumSet.allOf(DatFreedom.class).stream().map(DatFreedom::name).toList());
    SuiteResult result =
        SuiteRunner.run(
            SuiteOptions.on("loopback0")
                .variant(all)
                .clauses("dat_evd_dequeue.*,dat_srq_resize.*,dat_lmr_create.*,dat_ep_connect.*")
                .build());
    assertTrue(result.successful(), () -> String.join("\n", result.lines()));
  }
}
