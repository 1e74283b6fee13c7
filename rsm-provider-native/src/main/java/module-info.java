/** RSM on POSIX shared memory of one Linux machine, and on librsm of Solaris, through JNA. */
module org.dat4j.rsm.provider.system {
  requires com.sun.jna;
  requires org.dat4j.rsm.spi;

  provides org.dat4j.rsm.spi.RsmProvider with
      org.dat4j.rsm.shm.ShmProvider,
      org.dat4j.rsm.librsm.LibrsmProvider;
}
