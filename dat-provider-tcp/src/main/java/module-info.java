/** DAT over TCP: iWARP in pure Java. */
module org.dat4j.dat.provider.tcp {
  requires org.dat4j.dat.spi;

  provides org.dat4j.dat.spi.DatProvider with
      org.dat4j.dat.tcp.TcpProvider;
}
