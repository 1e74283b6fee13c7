/** The DAT contract, the provider SPI in two layers, and the registry that finds providers. */
module org.dat4j.dat.spi {
  exports org.dat4j.dat;
  exports org.dat4j.dat.spi;
  exports org.dat4j.dat.spi.forward;
  exports org.dat4j.dat.spi.software;
  exports org.dat4j.dat.spi.software.concurrent;
  exports org.dat4j.dat.spi.software.memory;
  exports org.dat4j.dat.util;

  uses org.dat4j.dat.spi.DatProvider;
}
