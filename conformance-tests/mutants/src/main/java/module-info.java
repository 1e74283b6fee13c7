/**
 * The mutants and honest variants of the conformance suite; open because the suite reads the tables
 * beside them.
 */
open module org.dat4j.conformance.mutants {
  requires transitive org.dat4j.conformance;

  exports org.dat4j.conformance.mutant;

  provides org.dat4j.conformance.spi.MutantFactory with
      org.dat4j.conformance.dat.mutant.DatMutants.Factory,
      org.dat4j.conformance.dat.variant.HonestDatVariants.Factory,
      org.dat4j.conformance.rsm.mutant.RsmMutants.Factory,
      org.dat4j.conformance.rsm.variant.HonestRsmVariants.Factory;
}
