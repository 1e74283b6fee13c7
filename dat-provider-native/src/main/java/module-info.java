/** DAT on the machine's uDAPL library, through JNA. */
module org.dat4j.dat.provider.natives {
  requires com.sun.jna;
  requires org.dat4j.dat.spi;

  provides org.dat4j.dat.spi.DatProvider with
      org.dat4j.dat.udapl.NativeProvider;
}
