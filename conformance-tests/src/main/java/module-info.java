/** The conformance suite; open because the test engine creates its test classes. */
open module org.dat4j.conformance {
  requires transitive org.dat4j.dat.spi;
  requires transitive org.dat4j.rsm.spi;
  requires transitive org.junit.jupiter.api;
  requires org.junit.platform.engine;
  requires org.junit.platform.launcher;

  exports org.dat4j.conformance;
  exports org.dat4j.conformance.catalogue;
  exports org.dat4j.conformance.dat;
  exports org.dat4j.conformance.dat.fixture;
  exports org.dat4j.conformance.dat.mutant;
  exports org.dat4j.conformance.kernel;
  exports org.dat4j.conformance.mutant;
  exports org.dat4j.conformance.report;
  exports org.dat4j.conformance.rsm;
  exports org.dat4j.conformance.rsm.fixture;
  exports org.dat4j.conformance.rsm.mutant;
  exports org.dat4j.conformance.rsm.stepper;
  exports org.dat4j.conformance.stepper;

  uses org.dat4j.conformance.kernel.ContractKit;

  provides org.dat4j.conformance.kernel.ContractKit with
      org.dat4j.conformance.dat.DatKit,
      org.dat4j.conformance.rsm.RsmKit;
}
