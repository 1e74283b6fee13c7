package org.dat4j.conformance.rsm.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.report.SuiteResult;
import org.junit.jupiter.api.Test;

class HonestRsmVariantsTest {
  private static final HonestRsmVariants VARIANTS = new HonestRsmVariants();

  @Test
  void namesAndSeedsSelectFreedoms() {
    assertEquals(
        Set.of(RsmFreedom.LATE_SIGNALS, RsmFreedom.NO_MAPPINGS),
        VARIANTS.freedoms("honest:LATE_SIGNALS,NO_MAPPINGS").orElseThrow());
    assertTrue(VARIANTS.freedoms("honest:7").orElseThrow().size() > 1);
    assertEquals(Optional.empty(), VARIANTS.freedoms("honest:LATE_REQUESTS"));
  }

  @Test
  void pagesOfFreedomsAreThoseOfClauses() {
    Set<String> pages =
        SuiteRunner.kit("rsm").catalogue().all().stream()
            .map(clause -> clause.page())
            .collect(Collectors.toSet());
    for (RsmFreedom freedom : RsmFreedom.values()) {
      assertTrue(pages.contains(freedom.page()), freedom + ": " + freedom.page());
    }
  }

  @Test
  void eachFreedomChangesWhatAProgramSees() throws Exception {
    for (RsmFreedom freedom : RsmFreedom.values()) {
      List<String> seen = List.of(play(freedom, Set.of()), play(freedom, Set.of(freedom)));
      assertEquals(FreedomScene.expected(freedom), seen, freedom.name());
    }
  }

  private static String play(RsmFreedom freedom, Set<RsmFreedom> used) throws Exception {
    try (FreedomScene scene = new FreedomScene(used)) {
      return scene.play(freedom);
    }
  }

  @Test
  void suiteAcceptsTheVariantWithAllFreedoms() {
    String all =
        String.join(",", EnumSet.allOf(RsmFreedom.class).stream().map(RsmFreedom::name).toList());
    SuiteResult result =
        SuiteRunner.run(
            SuiteOptions.on("loopback")
                .contract("rsm")
                .variant(all)
                .clauses("rsm_intr_signal_post.*,rsm_memseg_import_putv.*,rsm_memseg_import_put.*")
                .build());
    assertTrue(result.successful(), () -> String.join("\n", result.lines()));
  }
}
