package org.dat4j.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.UsageException;
import org.junit.jupiter.api.Test;

/** Properties from outside change the options of a vendor's test. */
class SuiteOptionsPropertiesTest {
  private final SuiteOptions own =
      SuiteOptions.on("mine0").contract("rsm").seed(7).clauses("rsm_*").build();

  @Test
  void withoutPropertiesNothingChanges() {
    SuiteOptions same = own.changedBy(name -> null);
    assertEquals("mine0", same.ia());
    assertEquals("rsm", same.contract());
    assertEquals("rsm_*", same.clauses());
    assertEquals(7, same.seed());
    assertNull(same.deviations());
    assertNull(same.reportDirectory());
  }

  @Test
  void eachPropertyChangesOneOption() {
    Map<String, String> given =
        Map.of(
            "dat4j.conformance.ia", "other0",
            "dat4j.conformance.clauses", "dat_lmr_free.09",
            "dat4j.conformance.seed", "42",
            "dat4j.conformance.placement", "two-jvms",
            "dat4j.conformance.deviations", "known.tsv",
            "dat4j.conformance.report", "out");
    SuiteOptions changed = own.changedBy(given::get);
    assertEquals("other0", changed.ia());
    assertEquals("other0", changed.target().peer());
    assertEquals("dat_lmr_free.09", changed.clauses());
    assertEquals(42, changed.seed());
    assertEquals(Placement.TWO_JVMS, changed.target().placement());
    assertEquals(Path.of("known.tsv"), changed.deviations());
    assertEquals(Path.of("out"), changed.reportDirectory());
    assertEquals("rsm", changed.contract());
  }

  @Test
  void anUnknownPlacementIsRefused() {
    assertThrows(UsageException.class, () -> own.changedBy(name -> "three-jvms"));
  }

  @Test
  void aSeedThatIsNoNumberIsRefused() {
    assertThrows(UsageException.class, () -> own.changedBy(name -> "seven"));
  }
}
