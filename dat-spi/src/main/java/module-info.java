/** The DAT contract, the provider SPI in two layers, and the registry that finds providers. */
module org.dat4j.dat.spi {
  exports org.dat4j.dat;
  exports org.dat4j.dat.spi;
  exports org.dat4j.dat.spi.software;

  uses org.dat4j.dat.spi.DatProvider;
}
