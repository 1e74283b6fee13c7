/** DAT inside one process, memory to memory. */
module org.dat4j.dat.provider.loopback {
  requires org.dat4j.dat.spi;

  provides org.dat4j.dat.spi.DatProvider with
      org.dat4j.dat.loopback.LoopbackProvider;
}
