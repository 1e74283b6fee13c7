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
  exports org.dat4j.conformance.dimension;
  exports org.dat4j.conformance.kernel;
  exports org.dat4j.conformance.process;
  exports org.dat4j.conformance.report;
  exports org.dat4j.conformance.rsm;
  exports org.dat4j.conformance.rsm.fixture;
  exports org.dat4j.conformance.spi;

  uses org.dat4j.conformance.kernel.ContractKit;
  uses org.dat4j.conformance.spi.MutantFactory;
  uses org.dat4j.conformance.spi.StepperFactory;

  provides org.dat4j.conformance.kernel.ContractKit with
      org.dat4j.conformance.dat.DatKit,
      org.dat4j.conformance.rsm.RsmKit;
}
