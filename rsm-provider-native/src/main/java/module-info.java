/** RSM on POSIX shared memory of one Linux machine, and on librsm of Solaris, through JNA. */
module org.dat4j.rsm.provider.natives {
  requires com.sun.jna;
  requires org.dat4j.rsm.spi;

  provides org.dat4j.rsm.spi.RsmProvider with
      org.dat4j.rsm.natives.ShmProvider,
      org.dat4j.rsm.natives.librsm.LibrsmProvider;
}
