/** The RSM contract, its provider SPI, and the registry that finds providers. */
module org.dat4j.rsm.spi {
  exports org.dat4j.rsm;
  exports org.dat4j.rsm.spi;
  exports org.dat4j.rsm.spi.forward;
  exports org.dat4j.rsm.util;

  uses org.dat4j.rsm.spi.RsmProvider;
}
