/** RSM between nodes over any interface adapter of DAT. */
module org.dat4j.rsm.provider.dat {
  requires org.dat4j.dat.spi;
  requires org.dat4j.rsm.spi;

  provides org.dat4j.rsm.spi.RsmProvider with
      org.dat4j.rsm.dat.DatRsmProvider;
}
