package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.FailureReport;
import java.util.List;
import java.util.Set;
import org.dat4j.architecture.Layout.Upward;
import org.dat4j.architecture.Module.Right;
import org.junit.jupiter.api.Test;

/** Every rule finds what breaks it, in fixtures that break it, and accepts what keeps it. */
class RulesTest {

  private static final String FIXTURES = "org.dat4j.architecture.fixtures";
  private static final String KNOT = FIXTURES + ".knot";

  private static final String SPI_ROOT = FIXTURES + ".spi";
  private static final String PROVIDER_ROOT = FIXTURES + ".provider";
  private static final String LIBRARY_ROOT = FIXTURES + ".library";
  private static final Module SPI = new Module("spi", SPI_ROOT, Set.of(), Set.of());
  private static final Module PROVIDER =
      new Module("provider", PROVIDER_ROOT, Set.of("spi", "library"), Set.of());
  private static final Module SUITE =
      new Module("suite", FIXTURES + ".suite", Set.of("spi"), Set.of());
  private static final Module LIBRARY = new Module("library", LIBRARY_ROOT, Set.of(), Set.of());
  private static final Layout LAYOUT =
      new Layout(
          FIXTURES,
          Set.of(FIXTURES + ".spi"),
          Set.of(FIXTURES + ".spi.sub"),
          List.of(SPI, PROVIDER, SUITE, LIBRARY),
          List.of());

  @Test
  void anArrowThatPointsBackIsFound() {
    List<String> faults = faults(Rules.followsTheArrows(LAYOUT, SUITE), "suite");
    assertFound(faults, "suite refers to provider", "ProviderCaller.provider");
    assertFound(faults, "suite refers to provider", "ProviderArray.providers");
  }

  @Test
  void anArrowThatIsInTheTableIsAccepted() {
    assertEquals(List.of(), faults(Rules.followsTheArrows(LAYOUT, PROVIDER), "provider"));
  }

  @Test
  void aPackageNoModuleOwnsIsNoWayAroundTheArrows() {
    Layout without = new Layout(FIXTURES, Set.of(), Set.of(), List.of(SUITE), List.of());
    assertFound(
        faults(Rules.followsTheArrows(without, SUITE), "suite"), "suite refers to (no module)");
  }

  @Test
  void aProviderThatImplementsTheContractByItselfIsFound() {
    List<String> faults = faults(Rules.extendsTheSpi(LAYOUT), "provider");
    assertEquals(1, faults.size(), faults::toString);
    assertFound(faults, "BypassingProvider implements", "spi.Contract");
  }

  @Test
  void aPackageOfTheSpiThatIsNotNamedIsFound() {
    Layout without = new Layout(FIXTURES, LAYOUT.contracts(), Set.of(), List.of(), List.of());
    assertFound(
        faults(Rules.extendsTheSpi(without), "spi"), "AbstractContract implements", "Contract");
  }

  @Test
  void theSpiItselfMayImplementTheContract() {
    assertEquals(List.of(), faults(Rules.extendsTheSpi(LAYOUT), "spi"));
  }

  @Test
  void aLibraryUsedWithoutTheRightIsFound() {
    String library = LIBRARY_ROOT;
    assertFound(
        faults(Rules.leavesToOthers(PROVIDER, Right.JNA, library), "provider"),
        "provider may not use JNA",
        "LibraryUser.use()");
    Module trusted = new Module("provider", PROVIDER_ROOT, Set.of(), Set.of(Right.JNA));
    assertEquals(List.of(), faults(Rules.leavesToOthers(trusted, Right.JNA, library), "provider"));
    assertFound(
        faults(Rules.leavesToOthers(trusted, Right.GUICE, library), "provider"),
        "provider may not use GUICE");
  }

  @Test
  void aFunctionThatDoesNotWorkIsFound() {
    String binding = LIBRARY_ROOT;
    assertFound(
        faults(Rules.doesNotCall(binding, Set.of("load")), "provider"), "LibraryUser.use()");
    assertEquals(List.of(), faults(Rules.doesNotCall(binding, Set.of("other")), "provider"));
    assertEquals(List.of(), faults(Rules.doesNotCall(SPI_ROOT, Set.of("load")), "provider"));
    assertEquals(List.of(), faults(Rules.doesNotCall(binding, Set.of("load")), "library"));
  }

  @Test
  void aCallThatBelongsIntoOnePackageIsFoundElsewhere() {
    String load = ".*Binding\\.load";
    assertFound(
        faults(Rules.callsOnlyIn(PROVIDER_ROOT, SPI_ROOT, load), "provider"), "LibraryUser.use()");
    assertEquals(
        List.of(), faults(Rules.callsOnlyIn(PROVIDER_ROOT, PROVIDER_ROOT, load), "provider"));
    assertEquals(List.of(), faults(Rules.callsOnlyIn(SPI_ROOT, SPI_ROOT, load), "provider"));
  }

  @Test
  void aClassThatNobodyMayUseIsFound() {
    String binding = LIBRARY_ROOT + ".Binding";
    assertFound(faults(Rules.doesNotUse(Set.of(binding)), "provider"), "LibraryUser.use()");
    assertEquals(List.of(), faults(Rules.doesNotUse(Set.of(binding + "s")), "provider"));
  }

  @Test
  void aClassInThePackageOfAnotherModuleIsFound() {
    assertFound(
        faults(Rules.staysInItsPackages(LAYOUT, SUITE), "provider"),
        "RightProvider is in a package of provider, not of suite");
    assertFound(
        faults(Rules.staysInItsPackages(LAYOUT, SUITE), "knot"),
        "One is in a package of no module, not of suite");
    assertEquals(List.of(), faults(Rules.staysInItsPackages(LAYOUT, SUITE), "suite"));
  }

  @Test
  void aCircleOfPackagesIsFound() {
    assertFound(faults(Rules.hasNoPackageCycles(LAYOUT), "knot"), "Cycle detected", ".knot.a");
    assertEquals(List.of(), faults(Rules.hasNoPackageCycles(LAYOUT), "spi"));
  }

  @Test
  void aCircleThatIsMeantToBeIsAccepted() {
    Layout meant =
        new Layout(
            FIXTURES, Set.of(), Set.of(), List.of(), List.of(new Upward(KNOT + ".a", KNOT + ".b")));
    assertEquals(List.of(), faults(Rules.hasNoPackageCycles(meant), "knot"));
    Layout other =
        new Layout(
            FIXTURES, Set.of(), Set.of(), List.of(), List.of(new Upward(KNOT + ".a", KNOT + ".c")));
    assertFound(faults(Rules.hasNoPackageCycles(other), "knot"), "Cycle detected");
  }

  @Test
  void theRulesOfAModuleAreAllOfThem() {
    assertEquals(9, Rules.all(LAYOUT, SUITE).size());
  }

  private static List<String> faults(ArchRule rule, String fixture) {
    FailureReport report =
        rule.evaluate(new ClassFileImporter().importPackages(FIXTURES + "." + fixture))
            .getFailureReport();
    return report.getDetails();
  }

  private static void assertFound(List<String> faults, String... parts) {
    assertTrue(
        faults.stream().anyMatch(f -> List.of(parts).stream().allMatch(f::contains)),
        () -> List.of(parts) + " is not among the faults found: " + faults);
  }
}
