/** The conformance suite; open because the test engine creates its test classes. */
open module org.dat4j.conformance {
  requires transitive org.junit.jupiter.api;
  requires org.junit.platform.engine;
  requires org.junit.platform.launcher;

  exports org.dat4j.conformance;
  exports org.dat4j.conformance.catalogue;
  exports org.dat4j.conformance.kernel;
  exports org.dat4j.conformance.report;

  uses org.dat4j.conformance.kernel.ContractKit;
}
