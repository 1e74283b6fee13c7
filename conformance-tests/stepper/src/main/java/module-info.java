/** The steppers of the conformance suite; open because the suite reads the tables beside them. */
open module org.dat4j.conformance.stepper {
  requires transitive org.dat4j.conformance;

  provides org.dat4j.conformance.spi.StepperFactory with
      org.dat4j.conformance.dat.stepper.DatStepper.Factory,
      org.dat4j.conformance.rsm.stepper.RsmStepper.Factory;
}
