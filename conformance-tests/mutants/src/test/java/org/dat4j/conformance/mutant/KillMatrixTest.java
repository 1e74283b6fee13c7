package org.dat4j.conformance.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.report.BundleException;
import org.dat4j.conformance.spi.Mutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillMatrixTest {
  private static final KillMatrix MATRIX =
      new KillMatrix(
          List.of(
              new Mutant("a.1", List.of("dat_x.01"), "is <wrong>", CapabilityGate.NOTHING, ""),
              new Mutant(
                  "a.2", List.of("dat_x.01", "dat_x.02"), "is wrong", CapabilityGate.NOTHING, ""),
              new Mutant(
                  "b.1",
                  List.of("dat_x.03"),
                  "is wrong",
                  CapabilityGate.NOTHING,
                  "nobody can see it"),
              new Mutant("b.2", List.of("dat_x.04"), "is wrong", CapabilityGate.NOTHING, "")),
          List.of(
              verdict("a.1", List.of("dat_x.01"), MutantVerdict.Strength.STRONG, "dat_x.01"),
              verdict(
                  "a.2", List.of("dat_x.01", "dat_x.02"), MutantVerdict.Strength.WEAK, "dat_y.01"),
              verdict("b.1", List.of("dat_x.03"), MutantVerdict.Strength.SURVIVOR),
              verdict("b.2", List.of("dat_x.04"), MutantVerdict.Strength.SURVIVOR)));

  private static MutantVerdict verdict(
      String id, List<String> clauses, MutantVerdict.Strength strength, String... killedBy) {
    return new MutantVerdict(id, clauses, List.of(killedBy), strength);
  }

  @Test
  void jsonHasExactlyTheAgreedMembers() throws Exception {
    Map<String, Object> root = JSON.std.mapFrom(MATRIX.json());
    assertEquals(Set.of("mutants", "survivors"), root.keySet());
    assertEquals(List.of("b.1", "b.2"), root.get("survivors"));
    List<?> mutants = (List<?>) root.get("mutants");
    assertEquals(4, mutants.size());
    assertEquals(
        Map.of(
            "id",
            "a.2",
            "clauses",
            List.of("dat_x.01", "dat_x.02"),
            "killedBy",
            List.of("dat_y.01"),
            "strength",
            "weak",
            "change",
            "is wrong",
            "excuse",
            ""),
        mutants.get(1));
  }

  @Test
  void jsonIsReadBackAsTheSameMatrix() throws Exception {
    assertEquals(MATRIX, KillMatrix.read(JSON.std.mapFrom(MATRIX.json())));
    Map<String, Object> foreign = Map.of("mutants", List.of(Map.of("id", "a.1")));
    assertEquals(
        "the member 'clauses' is missing",
        assertThrows(BundleException.class, () -> KillMatrix.read(foreign)).getMessage());
    assertThrows(BundleException.class, () -> MutantVerdict.Strength.of("STRONG"));
  }

  @Test
  void aSurvivorNeedsAnExcuseAndAFoundMutantHasNone() {
    assertEquals(50.0, MATRIX.percent());
    assertEquals(List.of("b.2"), MATRIX.unexplained());
    assertEquals(List.of(), MATRIX.foundDespiteExcuse());
    KillMatrix found =
        new KillMatrix(
            MATRIX.mutants(),
            List.of(
                verdict("b.1", List.of("dat_x.03"), MutantVerdict.Strength.STRONG, "dat_x.03")));
    assertEquals(List.of("b.1"), found.foundDespiteExcuse());
    assertEquals(100.0, found.percent());
    assertEquals(0, new KillMatrix(MATRIX.mutants(), List.of()).percent());
  }

  @Test
  void aMutantWithoutAVerdictIsNotFound() {
    KillMatrix matrix =
        new KillMatrix(
            MATRIX.mutants(),
            List.of(
                verdict("a.1", List.of("dat_x.01"), MutantVerdict.Strength.STRONG, "dat_x.01"),
                verdict("a.2", List.of("dat_x.02"), MutantVerdict.Strength.UNJUDGED)));
    assertEquals(50.0, matrix.percent());
    assertEquals(List.of("a.2"), matrix.unexplained());
    assertEquals(List.of(), matrix.of(MutantVerdict.Strength.SURVIVOR));
  }

  @Test
  void bothFormsAreWritten(@TempDir Path directory) throws Exception {
    MATRIX.write(directory.resolve("new"));
    assertEquals(
        MATRIX.json(), Files.readString(directory.resolve("new").resolve("kill-matrix.json")));
    String page = Files.readString(directory.resolve("new").resolve("kill-matrix.html"));
    assertTrue(page.contains("2 of 4 mutants were found (50.0 %)"), page);
    assertTrue(page.contains("is &lt;wrong&gt;"), page);
    assertTrue(page.contains("name=\"viewport\""), page);
    assertTrue(page.contains("Excuse: nobody can see it"), page);
  }
}
